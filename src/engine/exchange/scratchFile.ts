import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { CheckpointError } from "../model/errors";
import { megabytes } from "../model/megabytes";

/** Left free for everybody else. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/** What an import may unpack at most. */
export interface Room {
  /** What the history may take at all. */
  quotaBytes: number;
  freeBytes: number;
  /** Where it is unpacked. */
  folder: string;
}

/** Gives a temporary file to `use`; nothing is left of it, however that ends. */
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
      // It lives as long as it is open: killed, the process leaves nothing.
      removeQuietly(folder);
      return await use(fd, { quotaBytes, freeBytes, folder: temp });
    } finally {
      fs.closeSync(fd);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws when what was unpacked so far is more than there is room for. */
export function mustFit(bytes: number, room: Room, what: string): void {
  const { quotaBytes, freeBytes, folder } = room;
  if (bytes > quotaBytes)
    throw new CheckpointError(
      "quota",
      `${what} unpacks to more than ${megabytes(quotaBytes)} MB, which is all that the history of this folder may take. Nothing was imported.`,
      {
        hint: "If you know where it comes from, raise the limit: checkpoint.maxStoreSize in the editor, maxStoreSizeBytes in config.json.",
        data: { quotaBytes },
      },
    );
  if (bytes > freeBytes)
    throw new CheckpointError(
      "disk-full",
      `${what} unpacks to more than the ${megabytes(freeBytes)} MB that can be used in ${folder}. Nothing was imported.`,
      {
        hint: "Free some space there, or name a temporary folder on another disk (TMPDIR; TEMP on Windows).",
        data: { path: folder, freeBytes },
      },
    );
}

function removeQuietly(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch {
    // Some systems keep an open file's name: it is removed once it is closed.
  }
}
