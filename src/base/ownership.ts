import fs from "node:fs";
import path from "node:path";
import { makeFolders } from "./makeFolders";

/**
 * Gives a file that root just created to the owner of its folder. Otherwise one
 * command run as root (sudo, a container) would leave files in a person's history
 * that the person cannot write. Does nothing unless run as root.
 */
export function keepOwner(file: string): void {
  if (process.getuid?.() !== 0) return;
  try {
    const { uid, gid } = fs.statSync(path.dirname(file));
    if (uid !== 0) fs.lchownSync(file, uid, gid);
  } catch {
    // The file system has no owners, or does not let root change them.
  }
}

/** Creates a folder and its missing parents, each owned by the owner of the folder above. */
export function makeOwnFolder(folder: string, mode: number): void {
  if (fs.existsSync(folder)) return;
  makeOwnFolder(path.dirname(folder), mode);
  makeFolders(folder, mode);
  keepOwner(folder);
}
