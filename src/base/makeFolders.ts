import fs from "node:fs";
import path from "node:path";

/**
 * Creates a folder and its missing parents. Node's own recursive `mkdir` never returns
 * where a folder exists but nothing can be created in it, as in /proc.
 */
export function makeFolders(folder: string, mode = 0o777): void {
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    if (isFolder(folder)) return;
    const parent = path.dirname(folder);
    const { code } = error as NodeJS.ErrnoException;
    // If something is there, even a link to nothing, creating it again cannot help.
    if (code !== "ENOENT" || parent === folder || exists(parent)) throw error;
    makeFolders(parent, mode);
    // Another process may have created it in the meantime.
    makeFolders(folder, mode);
  }
}

function exists(at: string): boolean {
  return fs.lstatSync(at, { throwIfNoEntry: false }) !== undefined;
}

function isFolder(at: string): boolean {
  try {
    return fs.statSync(at).isDirectory();
  } catch {
    return false;
  }
}
