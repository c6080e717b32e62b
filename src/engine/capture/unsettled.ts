import type { Context } from "../context";
import type { WorkspacePath } from "../model/workspacePath";
import type { CurrentRow } from "../store/index/currentStateCache";
import { isSameTimes } from "../store/index/currentState";
import { recordedAtMs, unsettledFiles } from "../store/index/queries/versions";
import type { BornVersion } from "../store/journal/records";
import { quietMs } from "../workspace/settled";

/** Maximum number read by a capture of given paths, because the caller is waiting. */
const AT_ONCE = 500;

/**
 * Maximum difference between our clock and the time of a file we just wrote, if the
 * disk uses our clock.
 */
const CLOSE_MS = 2_000;

/**
 * True if the timestamps of the workspace's files come from this machine's clock:
 * because of the type of disk, or because a file we wrote there has our time.
 */
export function hasOurClock(context: Context): boolean {
  context.hasOurClock ??= isOurClock(context) || undefined;
  return context.hasOurClock === true;
}

function isOurClock({ disk, root, store }: Context): boolean {
  try {
    if (disk.hasOurClock(root)) return true;
    const lock = disk.lstat(store.layout.lock);
    if (!lock || lock.dev !== disk.lstat(root)?.dev) return false;
    return Math.abs(Date.now() - lock.mtimeMs) < CLOSE_MS;
  } catch {
    return false; // the operation that needs the folder reports why
  }
}

/**
 * Files that have not changed for a while since they were recorded and should be
 * read again.
 */
export function dueUnsettled({ store, clock }: Context): WorkspacePath[] {
  const now = clock.now();
  return unsettledFiles(store.index, 4 * AT_ONCE)
    .filter(({ atMs, sizeBytes }) => atMs <= now - quietMs(sizeBytes))
    .slice(0, AT_ONCE)
    .map(({ path }) => path);
}

/**
 * True if a file that was read with unsettled timestamps had been recorded with the
 * same ones, longer ago than a write takes or the clock's resolution. The two reads
 * are then far enough apart, whatever the disk's clock says.
 */
export function isSeenTwice(
  { store, clock }: Context,
  row: CurrentRow,
  read: BornVersion,
): boolean {
  if (!isSameTimes(row, read)) return false;
  const atMs = recordedAtMs(store.index, row.version);
  return clock.now() - atMs >= quietMs(read.sizeBytes);
}
