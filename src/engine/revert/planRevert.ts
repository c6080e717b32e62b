import type { RevertPlan, RevertRequest, Run } from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { checkCancelled, whileKeeping } from "../context";
import { pairUp } from "../diff/diff";
import { isoTime } from "../history/rows";
import { assertSound } from "../history/sound";
import type { SkipReason } from "../model/checkpoint";
import { CheckpointError } from "../model/errors";
import type {
  LeftAlone,
  PlannedWrite,
  RestorePlan,
} from "../model/restorePlan";
import type { RevertedFile } from "../model/revertRules";
import { decideRevert } from "../model/revertRules";
import type { Held } from "../model/version";
import { isWithin, workspacePath } from "../model/workspacePath";
import { foldersToGo } from "../restore/clearTheWay";
import { currentAt } from "../restore/current";
import { unknownAt } from "../restore/decide";
import { changedByOthers } from "../restore/others";
import { asPlanner, remember } from "../restore/planRestore";
import type { SqlDatabase } from "../store/sql";
import { blockedBy } from "../workspace/safePath";
import type { PathChange } from "../store/states";
import { changesBetween, isSame } from "../store/states";
import { Draft } from "./draft";
import type { Segment } from "./segments";
import { unitOf } from "./segments";

/** More stretches than this, and renames since are found by content alone. */
const SIMILAR_SEGMENTS = 20;

/**
 * Plans to take back what a checkpoint, a source or a thread changed and to keep
 * everything since. Touches nothing; with conflicts the plan has no writes.
 */
export function planRevert(
  context: Context,
  request: RevertRequest,
  run?: Run,
): RevertPlan {
  const scope = (request.paths ?? []).map((path) => workspacePath(path));
  const resolve = new Map(
    Object.entries(request.resolve ?? {}).map(([path, how]) => [
      workspacePath(path),
      how,
    ]),
  );
  return asPlanner(context, run, () => {
    whileKeeping(context, momentsNeeded(context, request), () =>
      capture(context, { unsaved: request.editors }, run),
    );
    const unit = unitOf(context, request);
    const draft = new Draft(context, resolve);
    const unknown = new Set<string>();
    unit.segments.forEach((segment, n) => {
      checkCancelled(run);
      run?.progress?.({ phase: "read", done: n, total: unit.segments.length });
      takeBack(
        context,
        segment,
        scope,
        draft,
        unknown,
        unit.segments.length <= SIMILAR_SEGMENTS,
      );
    });
    draft.assertResolved();
    draft.assertPossible();
    const conflicts = draft.conflicts;
    const { writes: drafted, deletes } =
      conflicts.length > 0 ? { writes: [], deletes: [] } : draft.operations();
    const going = new Set(deletes.map((op) => op.path));
    const writes = drafted.flatMap((write) =>
      overStanding(context, write, going),
    );
    const touched = [...writes, ...deletes].map((op) => op.path);
    const oldest = unit.segments.at(-1)!.from;
    const plan: RestorePlan = {
      id: context.newId(),
      verb: "revert",
      target: { label: unit.label, moment: null, checkpoint: null },
      scope: { paths: scope, source: request.source ?? null },
      base: context.store.index.lastMoment,
      createdAt: isoTime(context.clock.now()),
      writes,
      deletes,
      leftAlone: leftAlone(draft, unknown, touched),
      unsaved: [],
      changedByOthers: changedByOthers(
        context.store.index.sql,
        touched,
        oldest,
        { as: request.source ?? request.as },
        (moment) =>
          unit.segments.some(({ from, to }) => from < moment && moment <= to),
      ),
    };
    if (conflicts.length === 0) remember(context, plan, draft.contents);
    return { plan, conflicts };
  });
}

function momentsNeeded(context: Context, request: RevertRequest): number[] {
  try {
    const { segments } = unitOf(context, request);
    return segments.flatMap(({ from, to }) => [from, to]);
  } catch {
    return []; // what it is about may be found only now; if not, that is said after it
  }
}

/** What the changes were only the first to record, as far as it is there. */
function leftAlone(
  draft: Draft,
  unknown: ReadonlySet<string>,
  touched: readonly string[],
): LeftAlone[] {
  const isTouched = new Set(touched);
  return [...unknown]
    .filter((path) => !isTouched.has(path) && draft.now(path) !== null)
    .sort()
    .map((path) => ({ path, reason: "ignored-then" }));
}

/** A path that is not recorded now (ignored, say) may still hold a file: the guard takes it. */
function overStanding(
  context: Context,
  write: PlannedWrite,
  going: ReadonlySet<string>,
): PlannedWrite[] {
  if (write.before !== null) return [write];
  const current = currentAt(context, write.path, write.after);
  if (current.kind === "unreadable") throw cannotBeHeld(write.path, current);
  const blocked = blockedBy(context.disk, context.root, write.path);
  if (blocked?.stat && !going.has(blocked.folder))
    throw cannotComeBack(
      write.path,
      `${blocked.folder} is no folder now, and not recorded`,
    );
  if (
    current.kind === "folder" &&
    !foldersToGo(context, write.path, (path) => going.has(path))
  )
    throw cannotComeBack(
      write.path,
      "it is a folder now, and holds what is not recorded",
    );
  if (current.kind !== "held") return [write];
  if (isSame(current.state, write.after)) return [];
  return [{ ...write, action: "replace", before: current.state }];
}

function cannotBeHeld(
  path: string,
  { reason }: { reason: SkipReason },
): CheckpointError {
  return cannotComeBack(
    path,
    `no guard can hold what stands there now (${reason.replace("-", " ")})`,
  );
}

function cannotComeBack(path: string, why: string): CheckpointError {
  return new CheckpointError("bad-input", `${path} cannot come back: ${why}.`, {
    hint: "Move what stands in its way first.",
    data: { path },
  });
}

function takeBack(
  context: Context,
  { from, to }: Segment,
  scope: readonly string[],
  draft: Draft,
  unknown: Set<string>,
  isSimilar: boolean,
): void {
  const { sql, lastMoment } = context.store.index;
  const read = (held: Held | null) =>
    held === null ? new Uint8Array(0) : draft.read(held.hash);
  const isInScope = (path: string) =>
    scope.length === 0 || scope.some((folder) => isWithin(path, folder));
  const changes: PathChange[] = [];
  const wasUnknown = unknownAt(context, from);
  for (const change of fileChanges(sql, from, to)) {
    if (!isInScope(change.path)) continue;
    // It may have been there before: the change was only the first to record it.
    if (change.before === null && wasUnknown(change.path))
      unknown.add(change.path);
    else changes.push(change);
  }
  const paths = changes.map((change) => change.path);
  assertSound(context, from, paths);
  assertSound(context, to, paths);
  const files = pairUp(changes, { content: isSimilar }, read).map(
    (pair): RevertedFile => ({
      before: pair.before && { ...pair.before, path: pair.from ?? pair.path },
      after: pair.after && { ...pair.after, path: pair.path },
    }),
  );
  const since = fileChanges(sql, to, lastMoment);
  const wasUnknownThen = unknownAt(context, to);
  const renamedSince = new Map<string, string>();
  for (const pair of pairUp(since, { content: isSimilar }, read))
    if (pair.from !== undefined && !wasUnknownThen(pair.path)) {
      // A later stretch that was taken back may have moved it on, or back.
      const path = draft.whereIs(pair.path);
      const isBack = isSame(draft.now(pair.from), pair.before);
      if (path !== pair.from && !isBack) renamedSince.set(pair.from, path);
    }
  const steps = decideRevert(files, {
    now: (path) => draft.now(path),
    below: (path) => draft.below(path),
    renamedSince,
    read: (hash) => draft.read(hash),
    labels: { ours: "now", theirs: "before the change" },
  });
  draft.takeAll(steps);
}

/** What became of files; what was only released is as it was. */
function fileChanges(sql: SqlDatabase, from: number, to: number): PathChange[] {
  return changesBetween(sql, from, to).filter(
    ({ layer, released }) => layer === "disk" && !released,
  );
}
