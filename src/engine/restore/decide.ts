import type { Context } from "../context";
import type { PlanRequest } from "../model/restorePlan";
import { isSameHeld, isSymlink } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import { ancestorsOf, isProtectedPath } from "../model/workspacePath";
import type { PathChange } from "../store/index/queries/snapshots";
import {
  changesBetween,
  eachAt,
  heldAt,
  skippedAt,
  wasUnknownAt,
} from "../store/index/queries/snapshots";
import type { Decision, OwnWrite } from "./decision";
import { removeObstacles } from "./removeObstacles";
import { fileOnDisk } from "./fileOnDisk";
import { wasIgnoredAt } from "./ignoredAt";
import { leaveImpossible } from "./leaveImpossible";
import { ownDataAt } from "./ownDataAt";
import type { ChangedPaths } from "./changedByOthers";

/** What the restore being undone wrote at each path. */
type Wrote = ReadonlyMap<WorkspacePath, OwnWrite>;

/**
 * Decides what a restore to a moment does with each path of its scope. It deletes
 * only files that are recorded now and known to have been absent then, or that the
 * restore being undone created; files that the guard cannot store are left alone.
 * Of the current unsaved texts it discards only those of `editors`.
 */
export function decide(
  context: Context,
  moment: number,
  scope: {
    paths: readonly WorkspacePath[];
    isExact?: boolean;
    unsavedAsFiles?: boolean;
    editors?: PlanRequest["editors"];
  },
  only: ChangedPaths | null,
  undone: readonly OwnWrite[] = [],
): Decision {
  const { index } = context.store;
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
  const isOwnData = ownDataAt(context, moment);
  const isClosed = closedAt(context, index.lastMoment);
  const unmet = new Map(wrote);
  const own = new Set(scope.editors?.map(({ path }) => path));
  const { lastMoment } = index;
  for (const change of changesBetween(index, moment, lastMoment, scope.paths)) {
    if (!isInScope(change)) continue;
    if (change.layer === "unsaved") {
      // Unsaved text of another window is left to that window.
      if (change.after !== null && !own.has(change.path)) continue;
      const hash = change.before?.hash ?? null;
      decision.unsaved.push({ path: change.path, hash });
    } else {
      unmet.delete(change.path);
      if (isOwnData(change.path))
        decision.leftAlone.push({ path: change.path, reason: "own-data" });
      else if (isClosed(change.path))
        decision.leftAlone.push({ path: change.path, reason: "unreadable" });
      else decideOne(context, change, isUnknown, wrote, decision);
    }
  }
  for (const write of unmet.values())
    if (write.before === null && !isOwnData(write.path))
      deleteCreatedIgnored(context, write, decision);
  if (scope.unsavedAsFiles)
    putUnsaved(
      context,
      moment,
      (row) => isInScope(row) && !isOwnData(row.path),
      decision,
    );
  // Obstacles are not removed if others own them, or if they were created after
  // what is undone.
  const mayGo = (path: WorkspacePath) =>
    (only === null || only.disk.has(path)) &&
    (!scope.isExact || within.has(path)) &&
    heldAt(index, moment, path, "disk") === null &&
    context.disk.canBeNamed(path) &&
    !isOwnData(path);
  leaveImpossible(context, decision);
  removeObstacles(context, decision, mayGo);
  return decision;
}

/**
 * Returns a predicate for paths that may have existed at a moment without being
 * recorded.
 */
export function unknownAt(
  context: Context,
  moment: number,
  wrote: Wrote = new Map(),
): (path: WorkspacePath) => boolean {
  // Created lazily: most ranges of history add no file.
  let tests: ((path: WorkspacePath) => boolean)[] | undefined;
  const ask = (path: WorkspacePath) =>
    (tests ??= [closedAt(context, moment), wasIgnoredAt(context, moment)]).some(
      (isSo) => isSo(path),
    );
  return (path) =>
    wrote.get(path)?.before !== null &&
    (wasUnknownAt(context.store.index, moment, path) || ask(path));
}

/** True below a folder that could not be read: what is recorded there may be outdated. */
function closedAt(
  { store }: Context,
  moment: number,
): (path: WorkspacePath) => boolean {
  const closed = new Set<WorkspacePath>();
  for (const { path, reason } of skippedAt(store.index, moment))
    if (reason === "unreadable" || reason === "own-data") closed.add(path);
  return (path) =>
    closed.size > 0 && ancestorsOf(path).some((folder) => closed.has(folder));
}

/** Deletes files that a restore created and that the rules exclude from recording. */
function deleteCreatedIgnored(
  context: Context,
  { path, after }: OwnWrite,
  decision: Decision,
): void {
  const current = fileOnDisk(context, path, after);
  if (current.kind === "unreadable")
    decision.leftAlone.push({ path, reason: current.reason });
  if (current.kind !== "held") return;
  if (isSameHeld(current.state, after))
    decision.deletes.push({ path, before: current.state });
  else decision.leftAlone.push({ path, reason: "not-ours" });
}

/** Writes the unsaved text of the moment instead of the file's content. */
function putUnsaved(
  context: Context,
  moment: number,
  isInScope: (row: Pick<PathChange, "path" | "layer">) => boolean,
  decision: Decision,
): void {
  const { index } = context.store;
  const written = new Set(decision.writes.map((op) => op.path));
  const above = new Set([...written].flatMap((path) => ancestorsOf(path)));
  eachAt(index, moment, "", (row) => {
    const { path } = row;
    if (row.layer !== "unsaved" || !isInScope(row)) return;
    const folders = ancestorsOf(path);
    // An editor may have text for a path at which no file can exist.
    if (above.has(path) || folders.some((folder) => written.has(folder))) {
      decision.leftAlone.push({ path, reason: "blocked" });
      return;
    }
    written.add(path);
    for (const folder of folders) above.add(folder);
    // Replaces the earlier decision for the file.
    const isOther = (op: { path: string }) => op.path !== path;
    decision.writes = decision.writes.filter(isOther);
    decision.deletes = decision.deletes.filter(isOther);
    decision.leftAlone = decision.leftAlone.filter(isOther);
    const held = heldAt(index, moment, path, "disk");
    // Text is not a link target, so a symlink's mode is not used.
    const mode = held && !isSymlink(held.mode) ? held.mode : row.mode;
    const after = { hash: row.hash, sizeBytes: row.sizeBytes, mode };
    const current = fileOnDisk(context, path);
    if (current.kind === "unreadable")
      decision.leftAlone.push({ path, reason: current.reason });
    else if (current.kind !== "held")
      decision.writes.push({ path, action: "create", before: null, after });
    else if (!isSameHeld(current.state, after))
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
  isUnknown: (path: WorkspacePath) => boolean,
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
    const current = fileOnDisk(context, path, wrote.get(path)?.after);
    if (current.kind === "unreadable")
      decision.leftAlone.push({ path, reason: current.reason });
    else if (current.kind !== "held")
      decision.writes.push({
        path,
        action: "create",
        before: null,
        after: then,
      });
    else if (!isSameHeld(current.state, then))
      // Not recorded now (for example ignored), but replaced anyway: the guard
      // stores it.
      decision.writes.push({
        path,
        action: "replace",
        before: current.state,
        after: then,
      });
  }
}
