import { isErrno } from "../../base/disk";
import type { Context } from "../context";
import { isSymlink } from "../model/version";
import { ancestorsOf } from "../model/workspacePath";
import { withDiskSpelling } from "./caseInsensitive";
import type { Operation } from "./operations";
import { operationsOf, reversed } from "./operations";
import type { RestoreRow } from "../store/index/queries/restores";
import { unsettledRestoreRows } from "../store/index/queries/restores";

/** Restores whose files are not known to be on the disk, newest first. */
export function unsettledRestores(context: Context): RestoreRow[] {
  return unsettledRestoreRows(context.store.index);
}

/** What an ended restore did to each path, forwards or in a rollback. */
export function performedBy(context: Context, row: RestoreRow): Operation[] {
  const operations = operationsOf(row.plan);
  const isBack = row.state === "rolled-back";
  return withDiskSpelling(context, isBack ? reversed(operations) : operations);
}

/** See `Engine.settle`. */
export function settleRestores(context: Context, budgetMs = Infinity): boolean {
  const until = performance.now() + budgetMs;
  const settled: string[] = [];
  let isDone = true;
  for (const row of unsettledRestores(context))
    if (syncPerformed(context, row, until)) settled.push(row.id);
    else isDone = false;
  return noteSettled(context, settled) && isDone;
}

/** Syncs what a restore wrote, continuing where it stopped; false if there is more. */
function syncPerformed(
  context: Context,
  row: RestoreRow,
  until: number,
): boolean {
  const { disk, root, synced } = context;
  const operations = performedBy(context, row);
  for (let at = synced.get(row.id) ?? 0; at < operations.length; at++) {
    if (performance.now() > until) return false;
    const { path, to } = operations[at]!;
    const isFile = to !== null && !isSymlink(to.mode);
    if (isFile && !didSync(() => disk.syncFile(root + "/" + path)))
      return false;
    synced.set(row.id, at + 1);
  }
  return syncFolders(context, operations);
}

/** Syncs files that were just written, and their folders. */
export function syncNow(
  context: Context,
  operations: readonly Operation[],
): void {
  const { disk, root } = context;
  for (const { path, to } of operations)
    if (to !== null && !isSymlink(to.mode))
      didSync(() => disk.syncFile(root + "/" + path));
  syncFolders(context, operations);
}

/** Every folder above a path may have gained or lost an entry. */
function syncFolders(
  { disk, root }: Context,
  operations: readonly Operation[],
): boolean {
  const folders = new Set([""]);
  for (const { path } of operations)
    for (const folder of ancestorsOf(path)) folders.add(folder);
  return [...folders].every((folder) =>
    didSync(() => disk.syncFolder(folder === "" ? root : root + "/" + folder)),
  );
}

/** Also true for a file that no longer exists. */
function didSync(sync: () => void): boolean {
  try {
    sync();
    return true;
  } catch (error) {
    return isErrno(error, "ENOENT", "ENOTDIR", "ELOOP");
  }
}

/** Records it unless another process is writing: nothing is lost without the record. */
export function noteSettled(context: Context, ids: string[]): boolean {
  if (ids.length === 0) return true;
  const { store, log } = context;
  try {
    const isNoted = store.tryWrite(() =>
      store.append([{ t: "settled", ids }], "whenever"),
    );
    if (isNoted) for (const id of ids) context.synced.delete(id);
    return isNoted;
  } catch (error) {
    log.warn("a settled restore was not noted", { error: String(error) });
    return false;
  }
}

/**
 * When the last of these operations was done, according to the clock of the
 * workspace's disk; null if none was.
 */
export function latestChange(
  { disk, root }: Context,
  done: readonly Operation[],
): number | null {
  // Writes come before deletions that no write depends on.
  const last = [done.findLast((op) => op.to !== null), done.at(-1)];
  const times = last.flatMap((op) =>
    op === undefined
      ? []
      : [
          "",
          ...ancestorsOf(op.path).map((folder) => "/" + folder),
          "/" + op.path,
        ].map((path) => disk.lstat(root + path)?.ctimeMs ?? 0),
  );
  return times.length === 0 ? null : Math.max(...times);
}
