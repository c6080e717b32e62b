import type { Context } from "../context";
import type {
  LeftAlone,
  PlannedDelete,
  PlannedUnsaved,
  PlannedWrite,
} from "../model/restorePlan";
import type { Layer } from "../model/version";
import { isSymlink } from "../model/version";
import { ancestorsOf, isProtectedPath } from "../model/workspacePath";
import type { PathChange } from "../store/states";
import {
  changesBetween,
  eachAt,
  heldAt,
  isSame,
  skippedAt,
  wasUnknownAt,
} from "../store/states";
import { clearTheWay } from "./clearTheWay";
import { currentAt } from "./current";
import { wasIgnoredAt } from "./ignoredAt";
import type { ChangedPaths } from "./others";

export interface Decision {
  writes: PlannedWrite[];
  deletes: PlannedDelete[];
  leftAlone: LeftAlone[];
  unsaved: PlannedUnsaved[];
}

/** What a restore that is now undone put at each path it wrote. */
type Wrote = ReadonlyMap<string, PlannedWrite>;

/**
 * Decides what a restore to a moment does with each path of its scope. Deletes
 * only what our history holds alive now and knows to have been absent then, or
 * what the restore to be undone made; whatever cannot be held by the guard is
 * left alone.
 */
export function decide(
  context: Context,
  moment: number,
  scope: {
    paths: readonly string[];
    isExact?: boolean;
    unsavedAsFiles?: boolean;
  },
  only: ChangedPaths | null,
  undone: readonly PlannedWrite[] = [],
): Decision {
  const { sql, lastMoment } = context.store.index;
  const decision: Decision = {
    writes: [],
    deletes: [],
    leftAlone: [],
    unsaved: [],
  };
  const within = new Set(scope.paths);
  const isInScope = ({ path, layer }: Pick<PathChange, "path" | "layer">) =>
    (within.size === 0 ||
      within.has(path) ||
      (!scope.isExact &&
        ancestorsOf(path).some((folder) => within.has(folder)))) &&
    (only === null || only[layer].has(path));
  const wrote: Wrote = new Map(undone.map((write) => [write.path, write]));
  const isUnknown = unknownAt(context, moment, wrote);
  const isClosed = closedAt(context, lastMoment);
  const unmet = new Map(wrote);
  for (const change of changesBetween(sql, moment, lastMoment)) {
    if (!isInScope(change)) continue;
    if (change.layer === "unsaved") {
      const hash = change.before?.hash ?? null;
      decision.unsaved.push({ path: change.path, hash });
    } else {
      unmet.delete(change.path);
      if (isClosed(change.path))
        decision.leftAlone.push({ path: change.path, reason: "unreadable" });
      else decideOne(context, change, isUnknown, wrote, decision);
    }
  }
  for (const write of unmet.values())
    if (write.before === null) takeAway(context, write, decision);
  if (scope.unsavedAsFiles) putUnsaved(context, moment, isInScope, decision);
  // Others' files do not go for this, nor those that came after what is undone.
  const mayGo = (path: string) =>
    (only === null || only.disk.has(path)) &&
    (!scope.isExact || within.has(path)) &&
    heldAt(sql, moment, path, "disk") === null;
  clearTheWay(context, decision, mayGo);
  return decision;
}

/** True for a path of which we cannot say that it was absent at a moment. */
export function unknownAt(
  context: Context,
  moment: number,
  wrote: Wrote = new Map(),
): (path: string) => boolean {
  // Made when they are asked for: most stretches of history add no file.
  let tests: ((path: string) => boolean)[] | undefined;
  const ask = (path: string) =>
    (tests ??= [closedAt(context, moment), wasIgnoredAt(context, moment)]).some(
      (isSo) => isSo(path),
    );
  return (path) =>
    wrote.get(path)?.before !== null &&
    (wasUnknownAt(context.store.index.sql, moment, path) || ask(path));
}

/** True below a folder that could not be listed: what is recorded there may not be true. */
function closedAt(
  { store }: Context,
  moment: number,
): (path: string) => boolean {
  const closed = new Set<string>();
  for (const { path, reason } of skippedAt(store.index.sql, moment))
    if (reason === "unreadable") closed.add(path);
  return (path) =>
    closed.size > 0 && ancestorsOf(path).some((folder) => closed.has(folder));
}

/** Takes away what a restore made and the rules keep us from recording. */
function takeAway(
  context: Context,
  { path, after }: PlannedWrite,
  decision: Decision,
): void {
  const current = currentAt(context, path, after);
  if (current.kind === "unreadable")
    decision.leftAlone.push({ path, reason: current.reason });
  if (current.kind !== "held") return;
  if (isSame(current.state, after))
    decision.deletes.push({ path, before: current.state });
  else decision.leftAlone.push({ path, reason: "not-ours" });
}

/** What an editor held unsaved at the moment takes the place of the file. */
function putUnsaved(
  context: Context,
  moment: number,
  isInScope: (row: { path: string; layer: Layer }) => boolean,
  decision: Decision,
): void {
  const { sql } = context.store.index;
  const written = new Set(decision.writes.map((op) => op.path));
  const above = new Set([...written].flatMap(ancestorsOf));
  eachAt(sql, moment, "", (row) => {
    const { path } = row;
    if (row.layer !== "unsaved" || !isInScope(row)) return;
    const folders = ancestorsOf(path);
    // An editor may hold a text for a path that no file can have.
    if (above.has(path) || folders.some((folder) => written.has(folder))) {
      decision.leftAlone.push({ path, reason: "blocked" });
      return;
    }
    written.add(path);
    for (const folder of folders) above.add(folder);
    // What was decided for the file no longer holds.
    const isOther = (op: { path: string }) => op.path !== path;
    decision.writes = decision.writes.filter(isOther);
    decision.deletes = decision.deletes.filter(isOther);
    decision.leftAlone = decision.leftAlone.filter(isOther);
    const held = heldAt(sql, moment, path, "disk");
    // A text is no link's target.
    const mode = held && !isSymlink(held.mode) ? held.mode : row.mode;
    const after = { hash: row.hash, sizeBytes: row.sizeBytes, mode };
    const current = currentAt(context, path);
    if (current.kind === "unreadable")
      decision.leftAlone.push({ path, reason: current.reason });
    else if (current.kind !== "held")
      decision.writes.push({ path, action: "create", before: null, after });
    else if (!isSame(current.state, after))
      decision.writes.push({
        path,
        action: "replace",
        before: current.state,
        after,
      });
  });
}

function decideOne(
  context: Context,
  change: PathChange,
  isUnknown: (path: string) => boolean,
  wrote: Wrote,
  decision: Decision,
): void {
  const { path, before: then, after: now } = change;
  if (isProtectedPath(path)) {
    decision.leftAlone.push({ path, reason: "protected" });
  } else if (then && now) {
    decision.writes.push({ path, action: "replace", before: now, after: then });
  } else if (now) {
    if (isUnknown(path))
      decision.leftAlone.push({ path, reason: "ignored-then" });
    else decision.deletes.push({ path, before: now });
  } else if (then) {
    const current = currentAt(context, path, wrote.get(path)?.after);
    if (current.kind === "unreadable")
      decision.leftAlone.push({ path, reason: current.reason });
    else if (current.kind !== "held")
      decision.writes.push({
        path,
        action: "create",
        before: null,
        after: then,
      });
    else if (!isSame(current.state, then))
      // Not recorded now (ignored, say), and still replaced: the guard takes it.
      decision.writes.push({
        path,
        action: "replace",
        before: current.state,
        after: then,
      });
  }
}
