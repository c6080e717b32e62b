import type { Disk } from "./disk";
import { sleepSync } from "./processes";

/**
 * On Windows a file that a scanner, an indexer or an editor has open cannot be
 * replaced, removed or opened, and a file that is removed while open keeps its name
 * until it is closed. Both conditions are temporary, so such a call is retried,
 * with growing pauses, for a limited time.
 */

/** What a call does to a file, which decides how long it is retried. */
export type Access = "read" | "change";

/** How long one call may be retried, and all calls within a minute together. */
export const PATIENCE: Readonly<
  Record<Access, { callMs: number; minuteMs: number }>
> = {
  change: { callMs: 5_000, minuteMs: 20_000 },
  // Short, because a file that cannot be read is skipped and read later.
  read: { callMs: 1_500, minuteMs: 3_000 },
};

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 100;

/**
 * True for a failure that may be temporary. EBUSY is a sharing violation. EPERM and
 * EACCES mean either a file that is about to vanish or a missing permission: worth
 * waiting for before a change, but not before a read.
 */
export function mayPass(
  platform: NodeJS.Platform,
  access: Access,
  code: unknown,
): boolean {
  if (platform !== "win32") return false;
  if (code === "EBUSY") return true;
  return access === "change" && (code === "EPERM" || code === "EACCES");
}

/** The clock and the pauses, passed in for tests. */
export interface Waiting {
  platform: NodeJS.Platform;
  now: () => number;
  sleep: (ms: number) => void;
}

/** Returns the disk with retries on platforms that need them. */
export function patientDisk(
  disk: Disk,
  waiting: Waiting = {
    platform: process.platform,
    now: Date.now,
    sleep: sleepSync,
  },
): Disk {
  if (waiting.platform !== "win32") return disk;
  const read = patienceFor("read", waiting);
  const change = patienceFor("change", waiting);
  return {
    ...disk,
    readFile: (path) => read(() => disk.readFile(path)),
    open: (path, flags, mode) =>
      (isForReading(flags) ? read : change)(() => disk.open(path, flags, mode)),
    truncate: (path, size) => change(() => disk.truncate(path, size)),
    rename: (from, to) => change(() => disk.rename(from, to)),
    unlink: (path) => change(() => disk.unlink(path)),
    makeFolder: (path, mode) => change(() => disk.makeFolder(path, mode)),
  };
}

/** Returns a function that runs a call of one kind and retries it while its failure may be temporary. */
function patienceFor(
  access: Access,
  { platform, now, sleep }: Waiting,
): <T>(call: () => T) => T {
  const { callMs, minuteMs } = PATIENCE[access];
  let minuteFrom = -Infinity;
  let spentMs = 0;
  return (call) => {
    let waitedMs = 0;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        return call();
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (!mayPass(platform, access, code)) throw error;
        if (Math.abs(now() - minuteFrom) > MINUTE_MS) {
          minuteFrom = now();
          spentMs = 0;
        }
        if (waitedMs >= callMs || spentMs >= minuteMs) throw error;
        sleep(pauseMs);
        waitedMs += pauseMs;
        spentMs += pauseMs;
      }
    }
  };
}

function isForReading(flags: string | number): boolean {
  return typeof flags === "number" ? (flags & 3) === 0 : flags === "r";
}
