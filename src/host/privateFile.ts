import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { realDisk } from "../base/realDisk";
import { keepOwner, makeOwnFolder } from "../base/ownership";

/**
 * Atomically writes a small file that only this account can read. Readers see either
 * the old file or the new one; of two concurrent writers, the later wins.
 */
export function writePrivateFile(file: string, text: string): void {
  const folder = path.dirname(file);
  makeOwnFolder(folder, 0o700);
  const temp = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  try {
    const fd = fs.openSync(temp, "wx", 0o600);
    try {
      fs.writeFileSync(fd, text);
      // Sync before the rename, so that a power cut cannot leave the name pointing to an
      // empty file.
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    keepOwner(temp);
    fs.renameSync(temp, file);
    realDisk.syncFolder(folder);
  } catch (error) {
    fs.rmSync(temp, { force: true });
    throw error;
  }
}

/** Returns the file's text, or null if there is no such file. */
export function readSmallFile(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}
