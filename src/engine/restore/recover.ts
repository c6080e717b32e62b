import type { ErrorJson } from "../model/errors";
import { assertRoot } from "../capture/observe";
import type { Context } from "../context";
import { asWriter } from "../context";
import { CheckpointError, problem } from "../model/errors";
import { end, recordResult } from "./applyRestore";
import type { SkipReason } from "../model/checkpoint";
import type { PlannedState } from "../model/restorePlan";
import { tempName } from "../model/workspacePath";
import type { RestoreRow } from "../store/index/queries/restores";
import {
  hasUnfinishedRestore,
  lastInterruptedPlan,
} from "../store/index/queries/restores";
import { SafeWriter } from "../workspace/safeWrite";
import { withDiskSpelling } from "./caseInsensitive";
import type { FileOnDisk } from "./fileOnDisk";
import { fileOnDisk, isState } from "./fileOnDisk";
import { describePlan } from "../model/names";
import type { Operation } from "./operations";
import { operationsOf, reversed } from "./operations";
import { mayBeTorn, mendTorn, mustCompare } from "./mendTorn";
import { noteRestore } from "./restoreLog";
import { doOrLeave } from "./rollback";
import { unfinishedRestores } from "../history/restores";
import { latestChange } from "./settle";
import { findTemps, sweepTemps } from "./temps";
import { wasUndoneOrTorn } from "./tornFiles";

/**
 * Ends interrupted restores: finishes those that had changed anything, discards
 * those that had not, and rolls back those that were reported as failed. A path in
 * neither its old nor its planned state was changed by somebody since, and is left
 * alone, as is one that a person put back. Also rewrites files of completed
 * restores that a power cut tore.
 */
export function recover(context: Context): void {
  mendTorn(context);
  if (!hasUnfinishedRestore(context.store.index)) return;
  // While we have the lock, no other process is in the middle of a restore.
  asWriter(context, undefined, () => {
    for (const row of unfinishedRestores(context)) {
      if (context.stuck.has(row.id)) continue;
      const why = tryToEnd(context, row);
      if (why === null) continue;
      // Stays recorded as begun, so the next process that opens the history
      // retries.
      context.stuck.add(row.id);
      context.emit({ type: "unended", error: why });
    }
  });
}

/** Ends one restore. Returns the error instead of throwing, so that it blocks nobody. */
function tryToEnd(context: Context, row: RestoreRow): ErrorJson | null {
  try {
    return endOne(context, row);
  } catch (error) {
    return CheckpointError.from(error).toJSON();
  }
}

function endOne(context: Context, row: RestoreRow): ErrorJson | null {
  assertRoot(context);
  // Otherwise what it has written may be mistaken for somebody else's changes.
  const { disk, root, modes } = context;
  new SafeWriter(disk, root, modes).tryModes(tempName(row.id + "m", 0));
  const operations = withDiskSpelling(context, operationsOf(row.plan));
  const { done, torn, open, foreign, unseen } = classify(
    context,
    operations,
    mayBeTorn(context, row),
  );
  if (unseen) return problem("file-unreadable", { path: unseen.path }).toJSON();
  const didAnything = done.length + torn.length > 0;
  const isBack = row.plan.isFailed === true || !didAnything;
  const state = isBack ? "rolled-back" : "recovered";
  sweepTemps(context, operations);
  const todo = isBack
    ? [
        ...reversed(done),
        ...torn.map(({ path, is, from }) => ({ path, from: is, to: from })),
      ]
    : [...open, ...torn.map(({ path, is, to }) => ({ path, from: is, to }))];
  const { left, failures } = doOrLeave(context, row.id + "r", todo);
  if (failures.length > 0)
    return CheckpointError.fromJson(failures[0]!).toJSON();
  if (didAnything)
    recordResult(context, isBack ? reversed(operations) : operations);
  end(context, row.id, state, {
    ...(isBack ? {} : { plan: row.plan }),
    latest: didAnything ? latestChange(context, operations) : null,
  });
  const leftAlone = [...foreign, ...left].map((op) => op.path);
  noteRestore(context, row.plan, state, `kept ${leftAlone.length}`);
  context.emit({
    type: "recovered",
    restoreId: row.id,
    state,
    description: describePlan(row.plan),
    leftAlone,
  });
  return null;
}

/**
 * Like `recover`, when a history is opened, but without waiting for the lock:
 * another process may be in the middle of that restore; otherwise the next change
 * ends it. Also removes temporary files that the last restore could not remove when
 * it failed or was interrupted.
 */
export function recoverAtOpen(context: Context): void {
  if (hasUnfinishedRestore(context.store.index) || mustCompare(context))
    context.store.tryWrite(() => recover(context));
  const left = leftoversOfLast(context);
  if (left.length > 0) context.store.tryWrite(() => sweepTemps(context, left));
}

/** The operations of the last restore if it was interrupted and left temporary files. */
function leftoversOfLast(context: Context): Operation[] {
  const plan = lastInterruptedPlan(context.store.index);
  if (!plan) return [];
  const operations = operationsOf(plan);
  return findTemps(context, operations).length > 0 ? operations : [];
}

/** Reasons that say nothing about a file's content and may be gone next time. */
const UNSEEN: ReadonlySet<SkipReason> = new Set(["unreadable", "changing"]);

/** An operation whose path has what a power cut left of the file. */
type Torn = Operation & { is: PlannedState };

function classify(
  context: Context,
  operations: readonly Operation[],
  mayBeTorn: boolean,
) {
  const done: Operation[] = [];
  const torn: Torn[] = [];
  const open: Operation[] = [];
  const foreign: Operation[] = [];
  let unseen: Operation | undefined;
  for (const op of operations) {
    const current = fileOnDisk(context, op.path, op.from, op.to);
    if (isState(current, op.to)) done.push(op);
    else if (isState(current, op.from)) open.push(op);
    else if (current.kind === "unreadable" && UNSEEN.has(current.reason))
      unseen = op;
    else if (
      mayBeTorn &&
      current.kind === "held" &&
      isTorn(context, op, current)
    )
      torn.push({ ...op, is: current.state });
    else foreign.push(op);
  }
  return { done, torn, ...untouched(context, done, open, foreign), unseen };
}

function isTorn(context: Context, op: Operation, current: FileOnDisk): boolean {
  const stat = context.disk.lstat(context.root + "/" + op.path);
  const contentOf = (hash: string) => context.store.contents.read(hash);
  const isCut = (one: Operation) =>
    wasUndoneOrTorn(one, current, stat, null, contentOf);
  // The file was on its way to the new state or, after a failure, back to the old
  // one.
  return isCut(op) || isCut({ ...op, from: op.to, to: op.from });
}

/**
 * Moves paths that somebody changed since the restore ran to those left alone.
 * Files that it did not get to are older than those it wrote.
 */
function untouched(
  { disk, root }: Context,
  done: readonly Operation[],
  open: readonly Operation[],
  foreign: readonly Operation[],
) {
  const changedAt = ({ path }: Operation) =>
    disk.lstat(root + "/" + path)?.ctimeMs ?? 0;
  const written = done.filter((op) => op.to !== null).map(changedAt);
  const newest = written.reduce((a, b) => Math.max(a, b), 0);
  const isTouched = (op: Operation) =>
    newest > 0 && op.from !== null && changedAt(op) > newest;
  return {
    open: open.filter((op) => !isTouched(op)),
    foreign: [...foreign, ...open.filter(isTouched)],
  };
}
