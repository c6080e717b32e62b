import type { Context } from "../context";
import { asWriter } from "../context";
import { CheckpointError } from "../model/errors";
import { recordResult } from "./applyRestore";
import { fileOnDisk, isRecordedAs, isState } from "./fileOnDisk";
import { describePlan } from "../model/names";
import type { Operation } from "./operations";
import { noteRestore } from "./restoreLog";
import { doOrLeave } from "./rollback";
import type { RestoreRow } from "../store/index/queries/restores";
import { unsettledSinceBoot } from "../store/index/queries/restores";
import { wasDeletedLast } from "../store/index/queries/versions";
import { performedBy, noteSettled, syncNow, unsettledRestores } from "./settle";
import { sweepTemps } from "./temps";
import { wasUndoneOrTorn } from "./tornFiles";

/**
 * True unless the machine has been running ever since, in which case there was no
 * power cut.
 */
export function mayBeTorn({ boot }: Context, row: RestoreRow): boolean {
  return row.boot === null || row.boot === "" || row.boot !== boot;
}

/**
 * Compares the files of unsettled restores with their plans and repeats what a
 * power cut tore or undid. Costs nothing if the machine has not restarted since.
 */
export function mendTorn(context: Context): void {
  if (!mustCompare(context)) return;
  asWriter(context, undefined, () => {
    const seen = new Set<string>();
    const settled: string[] = [];
    for (const row of unsettledRestores(context)) {
      const operations = performedBy(context, row);
      // The newest restore of a path determines its state.
      const own = operations.filter(({ path }) => !seen.has(path));
      for (const { path } of operations) seen.add(path);
      if (!isDue(context, row)) continue;
      context.compared.add(row.id);
      // What was read after a reboot is on the disk. If the boot is unknown, it has
      // to be synced first.
      if (mend(context, row, own) && row.boot !== "") settled.push(row.id);
    }
    noteSettled(context, settled);
  });
}

/**
 * Called when another folder takes over the history. What an earlier boot, or
 * another machine, restored in the former folder says nothing about this one: a
 * file that is missing here may have been deleted on purpose.
 */
export function forgetUnsettled(context: Context): void {
  const rows = unsettledRestores(context);
  const torn = rows.filter((row) => mayBeTorn(context, row));
  noteSettled(
    context,
    torn.map(({ id }) => id),
  );
}

/** True if there are restores whose files a power cut may have torn. */
export function mustCompare(context: Context): boolean {
  const { store, boot, compared } = context;
  const torn = unsettledSinceBoot(store.index, boot);
  return torn.some((id) => !compared.has(id));
}

function isDue(context: Context, row: RestoreRow): boolean {
  return mayBeTorn(context, row) && !context.compared.has(row.id);
}

/**
 * Returns false if something is left to repair; the next process that opens the
 * history retries.
 */
function mend(
  context: Context,
  row: RestoreRow,
  operations: readonly Operation[],
): boolean {
  try {
    const torn = operations.flatMap((operation) =>
      tornOf(context, row, operation),
    );
    sweepTemps(context, operations);
    if (torn.length === 0) return true;
    const { left, failures } = doOrLeave(context, row.id + "t", torn);
    if (failures.length > 0) throw CheckpointError.fromJson(failures[0]!);
    const mended = torn.filter((op) => !left.includes(op));
    recordResult(context, mended);
    syncNow(context, mended);
    tell(context, row, mended, left);
    return true;
  } catch (error) {
    const why = CheckpointError.from(error).toJSON();
    context.emit({ type: "unended", error: why });
    return false;
  }
}

/** The operation to repeat for a path if a power cut undid or tore it. */
function tornOf(
  context: Context,
  { latest }: RestoreRow,
  operation: Operation,
): Operation[] {
  const { path, to } = operation;
  if (!isLastRecorded(context, operation)) return [];
  const current = fileOnDisk(context, path, operation.from, to);
  if (isState(current, to)) return [];
  const { disk, root, store } = context;
  const stat = disk.lstat(root + "/" + path);
  const contentOf = (hash: string) => store.contents.read(hash);
  if (!wasUndoneOrTorn(operation, current, stat, latest, contentOf)) return [];
  const from = current.kind === "held" ? current.state : null;
  return [{ path, from, to }];
}

/** True if nothing was recorded for a path since that operation. */
function isLastRecorded(context: Context, { path, to }: Operation): boolean {
  const { index } = context.store;
  if (index.current.get(path)) return isRecordedAs(context, path, to);
  // Ignored files are released after being restored, and not deleted.
  return to === null || !wasDeletedLast(index, path);
}

function tell(
  context: Context,
  row: RestoreRow,
  mended: readonly Operation[],
  left: readonly Operation[],
): void {
  noteRestore(context, row.plan, "torn", `rewritten ${mended.length}`);
  context.emit({
    type: "recovered",
    restoreId: row.id,
    state: row.state === "rolled-back" ? "rolled-back" : "recovered",
    description: describePlan(row.plan),
    leftAlone: left.map((op) => op.path),
  });
}
