import type {
  Resolution,
  RevertPlan,
  RevertRequest,
  Run,
  UncertainChange,
} from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { checkCancelled, whileKeeping } from "../context";
import { pairUp } from "../diff/pairUp";
import { assertIntact } from "../history/assertIntact";
import type { SkipReason } from "../model/checkpoint";
import type { CheckpointError } from "../model/errors";
import { problem } from "../model/errors";
import { isoTime } from "../model/isoTime";
import { CONFLICT_LABELS } from "../model/names";
import type { Obstacle } from "../model/problems";
import type { LeftAlone, RestorePlan } from "../model/restorePlan";
import type { RevertedFile } from "../model/revertRules";
import { decideRevert } from "../model/revertRules";
import type { Held } from "../model/version";
import { isSameHeld } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import { isWithin, workspacePath } from "../model/workspacePath";
import { removableFolders } from "../restore/removeObstacles";
import { fileOnDisk } from "../restore/fileOnDisk";
import { unknownAt } from "../restore/decide";
import { leaveImpossible } from "../restore/leaveImpossible";
import type { OwnWrite } from "../restore/decision";
import { changedByOthers } from "../restore/changedByOthers";
import { asPlanner, remember } from "../restore/planRestore";
import { captureUnseen } from "../restore/unseenWrites";
import { blockedBy } from "../workspace/safePath";
import type { PathChange } from "../store/index/queries/snapshots";
import { changesBetween } from "../store/index/queries/snapshots";
import type { StoreIndex } from "../store/index/storeIndex";
import { RevertState } from "./revertState";
import type { Segment, ChangesToRevert } from "./changesToRevert";
import { ownDataAt } from "../restore/ownDataAt";
import { changesToRevert } from "./changesToRevert";

/** With more ranges than this, later renames are detected by equal content only. */
const SIMILAR_SEGMENTS = 20;

/**
 * Plans to revert what a checkpoint, a source or a thread changed, keeping
 * everything since. Changes no file; a plan with conflicts has no writes.
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
    const { recorded } = whileKeeping(
      context,
      momentsNeeded(context, request),
      () => capture(context, { unsaved: request.editors }, run),
    );
    // What this capture recorded was read just now.
    const compared = new Set([...recorded.added, ...recorded.modified]);
    let drafted;
    do drafted = revertAll(context, request, scope, resolve, run);
    while (captureUnseen(context, drafted.draft.paths, compared, run));
    const { unit, draft, left } = drafted;
    draft.assertResolved();
    draft.assertPossible();
    const conflicts = draft.conflicts;
    const decision = {
      ...(conflicts.length > 0
        ? { writes: [], deletes: [] }
        : draft.operations()),
      leftAlone: new Array<LeftAlone>(),
    };
    leaveImpossible(context, decision);
    const { deletes } = decision;
    const going = new Set(deletes.map((op) => op.path));
    const writes = decision.writes.flatMap((write) =>
      withFilesOnDisk(context, write, going),
    );
    const touched = [...writes, ...deletes].map((op) => op.path);
    const { lastMoment } = context.store.index;
    const oldest = unit.segments.at(-1)?.from ?? lastMoment;
    const plan: RestorePlan = {
      id: context.newId(),
      verb: "revert",
      target: { label: unit.label, moment: null, checkpoint: null },
      scope: { paths: scope, source: request.source ?? null },
      base: lastMoment,
      createdAt: isoTime(context.clock.now()),
      writes,
      deletes,
      leftAlone: [...decision.leftAlone, ...leftAlone(draft, left, touched)],
      unsaved: [],
      changedByOthers: changedByOthers(
        context.store.index,
        touched,
        oldest,
        { as: request.source ?? request.as },
        (moment) =>
          unit.segments.some(({ from, to }) => from < moment && moment <= to),
      ),
    };
    if (conflicts.length === 0) remember(context, plan, draft.contents);
    return { plan, conflicts, maybe: uncertainChanges(context, unit, scope) };
  });
}

/** Changes that the revert leaves alone because their author is unknown, by path. */
function uncertainChanges(
  { store }: Context,
  { maybe }: ChangesToRevert,
  scope: readonly string[],
): UncertainChange[] {
  const sources = new Map<string, Set<string>>();
  for (const { moment, maybe: authors } of maybe)
    for (const { path } of fileChanges(store.index, moment - 1, moment)) {
      if (!isInScope(path, scope)) continue;
      const known = sources.get(path) ?? new Set();
      for (const { source } of authors) known.add(source);
      sources.set(path, known);
    }
  return [...sources]
    .map(([path, known]) => ({ path, sources: [...known].sort() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

function isInScope(path: string, scope: readonly string[]): boolean {
  return scope.length === 0 || scope.some((folder) => isWithin(path, folder));
}

/** Reverts one range after the other in a draft of the recorded workspace state. */
function revertAll(
  context: Context,
  request: RevertRequest,
  scope: readonly WorkspacePath[],
  resolve: ReadonlyMap<WorkspacePath, Resolution>,
  run?: Run,
) {
  const unit = changesToRevert(context, request);
  const draft = new RevertState(context, resolve);
  const left = new Map<WorkspacePath, LeftAlone["reason"]>();
  unit.segments.forEach((segment, n) => {
    checkCancelled(run);
    run?.progress?.({ phase: "read", done: n, total: unit.segments.length });
    revertSegment(
      context,
      segment,
      scope,
      draft,
      left,
      unit.segments.length <= SIMILAR_SEGMENTS,
    );
  });
  return { unit, draft, left };
}

function momentsNeeded(context: Context, request: RevertRequest): number[] {
  try {
    const { segments } = changesToRevert(context, request);
    return segments.flatMap(({ from, to }) => [from, to]);
  } catch {
    return []; // The capture may create the point; if it does not, that error is thrown afterwards.
  }
}

/**
 * Existing files that the change only recorded for the first time, and paths that
 * are never written.
 */
function leftAlone(
  draft: RevertState,
  left: ReadonlyMap<WorkspacePath, LeftAlone["reason"]>,
  touched: readonly WorkspacePath[],
): LeftAlone[] {
  const isTouched = new Set(touched);
  return [...left]
    .map(([path, reason]) => ({ path, reason }))
    .filter(
      ({ path, reason }) =>
        !isTouched.has(path) &&
        (reason === "own-data" || draft.now(path) !== null),
    )
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * A path that is not recorded now (for example ignored) may still have a file,
 * which the guard stores.
 */
function withFilesOnDisk(
  context: Context,
  write: OwnWrite,
  going: ReadonlySet<WorkspacePath>,
): OwnWrite[] {
  if (write.before !== null) return [write];
  const current = fileOnDisk(context, write.path, write.after);
  if (current.kind === "unreadable") throw cannotBeHeld(write.path, current);
  const blocked = blockedBy(context.disk, context.root, write.path);
  if (blocked?.stat && !going.has(blocked.folder))
    throw cannotComeBack(write.path, {
      obstacle: "file-above",
      at: blocked.folder,
      isRecorded: false,
    });
  if (
    current.kind === "folder" &&
    !removableFolders(context, write.path, (path) => going.has(path))
  )
    throw cannotComeBack(write.path, { obstacle: "folder", holds: null });
  if (current.kind !== "held") return [write];
  if (isSameHeld(current.state, write.after)) return [];
  return [{ ...write, action: "replace", before: current.state }];
}

function cannotBeHeld(
  path: string,
  { reason }: { reason: SkipReason },
): CheckpointError {
  return cannotComeBack(path, { obstacle: "unreadable", reason });
}

function cannotComeBack(path: string, obstacle: Obstacle): CheckpointError {
  return problem("cannot-come-back", { path, canDecide: false, ...obstacle });
}

function revertSegment(
  context: Context,
  { from, to }: Segment,
  scope: readonly WorkspacePath[],
  draft: RevertState,
  left: Map<WorkspacePath, LeftAlone["reason"]>,
  isSimilar: boolean,
): void {
  const { index } = context.store;
  const read = (held: Held | null) =>
    held === null ? new Uint8Array(0) : draft.read(held.hash);
  const changes: PathChange[] = [];
  const wasUnknown = unknownAt(context, from);
  const isOwnData = ownDataAt(context, to);
  for (const change of fileChanges(index, from, to)) {
    if (!isInScope(change.path, scope)) continue;
    if (isOwnData(change.path)) {
      left.set(change.path, "own-data");
      continue;
    }
    // The file may be older than the change, which was only the first to record it.
    if (change.before === null && wasUnknown(change.path))
      left.set(change.path, "ignored-then");
    else changes.push(change);
  }
  const paths = changes.map((change) => change.path);
  assertIntact(context, from, paths);
  assertIntact(context, to, paths);
  const files = pairUp(changes, { content: isSimilar }, read).map(
    (pair): RevertedFile => ({
      before: pair.before && { ...pair.before, path: pair.from ?? pair.path },
      after: pair.after && { ...pair.after, path: pair.path },
    }),
  );
  const since = fileChanges(index, to, index.lastMoment);
  const wasUnknownThen = unknownAt(context, to);
  const renamedSince = new Map<WorkspacePath, WorkspacePath>();
  for (const pair of pairUp(since, { content: isSimilar }, read))
    if (pair.from !== undefined && !wasUnknownThen(pair.path)) {
      // Reverting a later range may have moved the file.
      const path = draft.whereIs(pair.path);
      const isBack = isSameHeld(draft.now(pair.from), pair.before);
      if (path !== pair.from && !isBack) renamedSince.set(pair.from, path);
    }
  const steps = decideRevert(files, {
    now: (path) => draft.now(path),
    below: (path) => draft.below(path),
    renamedSince,
    read: (hash) => draft.read(hash),
    labels: CONFLICT_LABELS,
  });
  draft.applySteps(steps);
}

/** Changes of files; one that was only released did not change. */
function fileChanges(
  index: StoreIndex,
  from: number,
  to: number,
): PathChange[] {
  return changesBetween(index, from, to).filter(
    ({ layer, released }) => layer === "disk" && !released,
  );
}
