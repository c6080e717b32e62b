import { constants } from "node:fs";
import type { Disk, DiskStat } from "../../base/disk";
import { isErrno } from "../../base/disk";
import type { SkipReason } from "../model/checkpoint";
import { SYMLINK } from "../model/version";

/** A file as it was read: its bytes and the timestamps that belong to exactly them. */
export interface ReadFile {
  bytes: Uint8Array;
  mode: number;
  stat: DiskStat;
}

export type ReadResult =
  | { kind: "read"; file: ReadFile }
  | { kind: "skipped"; reason: SkipReason }
  | { kind: "gone" };

const TRIES = 3;
const BUFFER_BYTES = 256 * 1024;
// Never follows a symlink that replaced the file, and never blocks on a pipe.
const FLAGS =
  constants.O_RDONLY |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** Reads a file or symlink consistently, or returns why that is not possible. */
export function readStable(
  disk: Disk,
  absolute: string,
  maxBytes: number,
  into?: ReadBuffer,
): ReadResult {
  try {
    for (let i = 0; i < TRIES; i++) {
      const stat = disk.lstat(absolute);
      if (!stat || stat.kind === "folder") return { kind: "gone" };
      if (stat.kind === "other") return { kind: "skipped", reason: "special" };
      if (stat.kind === "symlink") {
        const bytes = disk.readLink(absolute);
        return { kind: "read", file: { bytes, mode: SYMLINK, stat } };
      }
      if (stat.sizeBytes > maxBytes)
        return { kind: "skipped", reason: "too-large" };
      const file = readOnce(disk, absolute, maxBytes, into);
      if (file) return { kind: "read", file };
    }
    return { kind: "skipped", reason: "changing" };
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR", "ELOOP")) return { kind: "gone" };
    return { kind: "skipped", reason: "unreadable" };
  }
}

/**
 * Memory for reading many files one after the other: a result is valid until the
 * next read. Without it every small file would be left to the garbage collector.
 */
export class ReadBuffer {
  private buffer: Buffer | undefined;

  take(sizeBytes: number): Buffer | undefined {
    if (sizeBytes > BUFFER_BYTES) return undefined;
    this.buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES);
    return this.buffer.subarray(0, sizeBytes);
  }
}

/**
 * Like `readStable`, for a file that was just scanned. Most are unchanged regular
 * files, so they are opened without another stat, which saves a tenth of a first
 * capture.
 */
export function readSeen(
  disk: Disk,
  absolute: string,
  maxBytes: number,
  into?: ReadBuffer,
): ReadResult {
  return (
    readAtOnce(disk, absolute, maxBytes, into) ??
    readStable(disk, absolute, maxBytes, into)
  );
}

function readAtOnce(
  disk: Disk,
  absolute: string,
  maxBytes: number,
  into: ReadBuffer | undefined,
): ReadResult | null {
  // If opening would follow a symlink, check first what is there.
  if (constants.O_NOFOLLOW === undefined) return null;
  try {
    const file = readOnce(disk, absolute, maxBytes, into);
    return file && { kind: "read", file };
  } catch {
    return null; // a symlink, or gone: read it the careful way
  }
}

/** Returns null if the file changed while it was being read, or is not a file. */
function readOnce(
  disk: Disk,
  absolute: string,
  maxBytes: number,
  into: ReadBuffer | undefined,
): ReadFile | null {
  const fd = disk.open(absolute, FLAGS);
  try {
    const before = disk.stat(fd);
    if (before.kind !== "file" || before.sizeBytes > maxBytes) return null;
    // One more byte than expected reveals a file that has grown.
    const buffer =
      into?.take(before.sizeBytes + 1) ??
      Buffer.allocUnsafe(before.sizeBytes + 1);
    let length = 0;
    while (length < buffer.length) {
      const wanted = buffer.length - length;
      const got = disk.read(fd, buffer.subarray(length), length);
      length += got;
      // A short read of everything expected is the end of the file.
      if (got === 0 || (got < wanted && length >= before.sizeBytes)) break;
    }
    const after = disk.stat(fd);
    const isStable =
      length === before.sizeBytes &&
      after.mtimeMs === before.mtimeMs &&
      after.ctimeMs === before.ctimeMs &&
      after.sizeBytes === before.sizeBytes;
    if (!isStable) return null;
    return {
      bytes: buffer.subarray(0, length),
      mode: before.mode & 0o777,
      stat: before,
    };
  } finally {
    disk.close(fd);
  }
}

/**
 * True if a file was written so recently that a later write could leave the same
 * timestamps, so they are not trusted. Whole seconds indicate a coarse clock.
 */
export function isRacy(stat: DiskStat, nowMs: number): boolean {
  const newest = Math.max(stat.mtimeMs, stat.ctimeMs);
  const granularityMs = newest % 1000 === 0 ? 2_100 : 25;
  return nowMs - newest < granularityMs;
}
