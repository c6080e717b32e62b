import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { realDisk } from "../base/disk";

/**
 * Writes a small file that only this account can read, all of it or nothing:
 * whoever reads meanwhile sees the old one or the new one, and of two writers
 * the later wins.
 */
export function writePrivateFile(file: string, text: string): void {
  const folder = path.dirname(file);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temp = `${file}.${process.pid}-${randomBytes(4).toString("hex")}.tmp`;
  try {
    const fd = fs.openSync(temp, "wx", 0o600);
    try {
      fs.writeFileSync(fd, text);
      // Before the rename: after a power cut the name must not point at a hole.
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(temp, file);
    realDisk.syncFolder(folder);
  } catch (error) {
    fs.rmSync(temp, { force: true });
    throw error;
  }
}

/** Returns the text, or null when there is no such file. */
export function readSmallFile(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw error;
  }
}
