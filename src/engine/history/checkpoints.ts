import type {
  CheckpointPage,
  CheckpointRequest,
  ListFilter,
  Run,
} from "../api";
import { capture } from "../capture/capture";
import { lastRecord } from "../capture/steps";
import type { Context } from "../context";
import { asWriter } from "../context";
import type {
  ChangePaths,
  Checkpoint,
  CheckpointDetail,
  GitState,
} from "../model/checkpoint";
import { DIRTY_KEPT } from "../model/checkpoint";
import { problem } from "../model/errors";
import { PERSON } from "../model/sources";
import { parseCheckpointOptions } from "../model/checkpointOptions";
import { parseEndTime, parseTime } from "../model/reference";
import { workspacePath } from "../model/workspacePath";
import type { CheckpointRecord, EditRecord } from "../store/journal/records";
import {
  checkpointPage,
  numbersChanging,
  numbersWithText,
} from "../store/index/queries/checkpointPage";
import { checkpointById } from "../store/index/queries/checkpoints";
import { numbersMadeBy } from "../store/index/queries/madeBy";
import { momentBefore } from "../store/index/queries/moments";
import { changesBetween } from "../store/index/queries/snapshots";
import { readGitState } from "../workspace/gitState";
import { expire } from "../retention/prune";
import { createOfEarlier, isOfEarlier } from "./earlierCheckpoint";
import { resolveCheckpoint, resolvePoint } from "./resolveRef";
import { recordTimes } from "../recordTimes";

/**
 * Captures, unless `capture` is false, and creates a checkpoint of the moment; with `at`, of an
 * earlier one.
 */
export function createCheckpoint(
  context: Context,
  request: CheckpointRequest = {},
  run?: Run,
): Checkpoint {
  if (isOfEarlier(context, request))
    return createOfEarlier(context, request, run);
  const options = parseCheckpointOptions(request);
  const { paths, unsaved, force } = request;
  const captureNow = () => {
    if (request.capture === false && context.store.index.lastMoment > 0) return;
    capture(
      context,
      {
        paths,
        unsaved,
        force,
        // A person who creates a checkpoint did not necessarily make the changes
        // the scan finds. An agent that names a checkpoint did.
        source: PERSON.has(options.source) ? "outside" : options.source,
        thread: options.thread ?? undefined,
      },
      run,
    );
  };
  // A first capture takes long, and lets others through only if it does not hold the lock.
  const isLong = run?.waiting && context.store.index.lastMoment === 0;
  if (isLong) captureNow();
  const recorded = isLong ? lastRecord(context.store) : null;
  const checkpoint = asWriter(context, run, () => {
    if (lastRecord(context.store) !== recorded) captureNow();
    const { index } = context.store;
    if (request.capture !== false && request.paths === undefined)
      context.rewrites.mark(index.lastMoment);
    const at = context.clock.now();
    const record: CheckpointRecord = {
      t: "checkpoint",
      id: context.newId(),
      number: index.nextNumber,
      moment: index.lastMoment,
      at,
      git: gitStateNow(context),
      ...options,
    };
    context.store.append([record], "by-end");
    const made = checkpointById(index, record.id)!;
    expire(context, made.kind);
    return made;
  });
  context.emit({ type: "created", checkpoint });
  return checkpoint;
}

export function listCheckpoints(
  context: Context,
  filter: ListFilter = {},
): CheckpointPage {
  const { index } = context.store;
  const numbers: number[][] = [];
  if (filter.since !== undefined || filter.until !== undefined)
    numbers.push(numbersInTime(context, filter));
  if (filter.text !== undefined)
    numbers.push(numbersWithText(index, filter.text));
  if (filter.path !== undefined && filter.path !== "")
    numbers.push(numbersChanging(index, workspacePath(filter.path)));
  for (const which of ["model", "subagent"] as const) {
    const name = filter[which];
    if (name !== undefined) numbers.push(numbersMadeBy(index, which, name));
  }
  const { kinds, source, thread, task } = filter;
  const withoutImports = filter.imports === false;
  const { checkpoints, total, hasMore } = checkpointPage(
    index,
    { kinds, source, thread, task, withoutImports, numbers },
    { before: filter.before, limit: limitOf(filter.limit, 50) },
  );
  return {
    checkpoints,
    next: hasMore ? checkpoints.at(-1)!.number : null,
    total,
  };
}

function numbersInTime(
  context: Context,
  { since, until }: Pick<ListFilter, "since" | "until">,
): number[] {
  const now = context.clock.now();
  const from = since ? parseTime(since, now) : -Infinity;
  const to = until ? parseEndTime(until, now) : Infinity;
  return [...recordTimes(context).checkpoints]
    .filter(([, { atMs }]) => atMs >= from && atMs <= to)
    .map(([number]) => number);
}

export function getCheckpoint(context: Context, ref: string): CheckpointDetail {
  const checkpoint = resolveCheckpoint(context, ref);
  return { ...checkpoint, filesChanged: changesOf(context, checkpoint) };
}

/** The paths that a point changed, compared with the previous checkpoint. */
export function changesAt(context: Context, ref: string): ChangePaths {
  const { checkpoint, moment } = resolvePoint(context, ref);
  if (checkpoint) return changesOf(context, checkpoint);
  return pathsBetween(context, moment - 1, moment);
}

export function pathsBetween(
  context: Context,
  from: number,
  to: number,
): ChangePaths {
  const paths: ChangePaths = { added: [], modified: [], deleted: [] };
  for (const change of changesBetween(context.store.index, from, to)) {
    if (change.layer !== "disk") continue;
    if (!change.before) paths.added.push(change.path);
    else if (change.after) paths.modified.push(change.path);
    else if (!change.released) paths.deleted.push(change.path);
  }
  return paths;
}

export function editCheckpoint(
  context: Context,
  ref: string,
  set: Omit<EditRecord, "t" | "id">,
): Checkpoint {
  const checkpoint = asWriter(context, undefined, () => {
    const { id } = resolveCheckpoint(context, ref);
    context.store.append([{ t: "edit", id, ...set }]);
    return checkpointById(context.store.index, id)!;
  });
  context.emit({ type: "edited", checkpoint });
  return checkpoint;
}

export function deleteCheckpoints(
  context: Context,
  refs: readonly string[],
  force = false,
): { deleted: number[] } {
  const deleted = asWriter(context, undefined, () => {
    // All references are resolved before anything is deleted, so `latest` means one
    // checkpoint.
    const found = refs.map((ref) => resolveCheckpoint(context, ref));
    const kept = found.find((c) => c.pinned || c.kind === "feature");
    if (kept && !force)
      throw problem("checkpoint-protected", {
        number: kept.number,
        why: kept.pinned ? "pinned" : "feature",
      });
    const ids = [...new Set(found.map((c) => c.id))];
    if (ids.length > 0) context.store.append([{ t: "drop", ids }]);
    return [...new Set(found.map((c) => c.number))];
  });
  if (deleted.length > 0) context.emit({ type: "deleted", numbers: deleted });
  return { deleted };
}

export function limitOf(limit: number | undefined, usual: number): number {
  if (limit === undefined) return usual;
  if (Number.isInteger(limit) && limit > 0) return Math.min(limit, 100_000);
  throw problem("bad-limit");
}

function changesOf(context: Context, checkpoint: Checkpoint): ChangePaths {
  const before = momentBefore(context.store.index, checkpoint);
  return pathsBetween(context, before, checkpoint.moment);
}

/**
 * Branch and commit from `.git`, and the paths that changed since this history
 * first saw that commit: an approximation of git's dirty files.
 */
function gitStateNow(context: Context): GitState | null {
  const head = readGitState(context.disk, context.root);
  if (!head) return null;
  const { index } = context.store;
  if (index.meta("commit") !== (head.commit ?? ""))
    return { ...head, dirtyFiles: [], dirtyCount: 0 };
  const dirty = context.dirty.since(index, index.metaNumber("commitSince"));
  return {
    ...head,
    dirtyFiles: dirty.slice(0, DIRTY_KEPT),
    dirtyCount: dirty.length,
  };
}
