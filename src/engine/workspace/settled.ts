import type { DiskStat } from "../../base/disk";

/** Longer than any write of a small file, and than the resolution of any disk's clock. */
const QUIET_MS = 2_500;
/** Minimum speed of a single large write, which sets the timestamps at its start. */
const BYTES_PER_MS = 4_000;
/** How wrong the clock of a server may be, including a wrong time zone. */
const SKEW_MS = 26 * 3_600_000;

/** How long a file's timestamps must be unchanged before they identify its content. */
export function quietMs(sizeBytes: number): number {
  return QUIET_MS + sizeBytes / BYTES_PER_MS;
}

/**
 * True if a file's timestamps are old enough that no write is still in progress and
 * the next one will change them. With a clock that is not ours, that takes a day;
 * until then the file is read twice.
 */
export function isSettled(
  stat: Pick<DiskStat, "mtimeMs" | "ctimeMs" | "sizeBytes">,
  nowMs: number,
  isOurClock: boolean,
): boolean {
  const ageMs = nowMs - Math.max(stat.mtimeMs, stat.ctimeMs);
  return ageMs >= quietMs(stat.sizeBytes) + (isOurClock ? 0 : SKEW_MS);
}

/**
 * The recorded inode of a file with unsettled timestamps: no real file has it, so
 * the file is read again.
 */
export function unsettledInode(ino: number): number {
  return -1 - ino;
}
