import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { problem } from "../engine/model/errors";

/** Disk space left free for other programs. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/** How much an import may unpack. */
export interface Room {
  /** Maximum size of the whole history. */
  quotaBytes: number;
  freeBytes: number;
  /** The folder it is unpacked to, for error messages. */
  folder: string;
}

/** Calls `use` with a temporary file, which is removed however `use` ends. */
export async function withScratchFile<T>(
  quotaBytes: number,
  use: (fd: number, room: Room) => Promise<T>,
): Promise<T> {
  const temp = os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(temp);
  const freeBytes = Math.max(0, bavail * bsize - RESERVE_BYTES);
  const folder = fs.mkdtempSync(path.join(temp, "checkpoint-import-"));
  try {
    const fd = fs.openSync(path.join(folder, "contents"), "wx+", 0o600);
    try {
      // Unlink the file while it is open, so that nothing remains even if the process is killed.
      removeQuietly(folder);
      return await use(fd, { quotaBytes, freeBytes, folder: temp });
    } finally {
      fs.closeSync(fd);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws if the bytes unpacked so far exceed the quota or the free space. */
export function mustFit(bytes: number, room: Room, what: string): void {
  const { quotaBytes, freeBytes, folder } = room;
  if (bytes > quotaBytes)
    throw problem("import-over-quota", { what, quotaBytes });
  if (bytes > freeBytes)
    throw problem("import-over-disk", { what, path: folder, freeBytes });
}

function removeQuietly(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch {
    // Windows does not unlink open files; this one is removed after it is closed.
  }
}
