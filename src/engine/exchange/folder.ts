import fs from "node:fs";
import path from "node:path";
import type { Run } from "../api";
import { diskError } from "../model/diskError";
import { CheckpointError } from "../model/errors";
import { SYMLINK, isSymlink } from "../model/version";
import { isVcsName } from "../model/workspacePath";
import { withProgress, type Entry, type Export } from "./entries";
import { place } from "./place";
import { utf8Name } from "./utf8Name";

/** Writes a state into a new folder, all of it or nothing. */
export async function exportFolder(
  state: Export,
  folder: string,
  run?: Run,
): Promise<void> {
  await place(folder, async (temp) => {
    fs.mkdirSync(temp);
    const made = new Set([temp]);
    // Links last: then nothing can be written through one, whatever the file
    // system takes for the same name.
    const files = state.entries.filter((entry) => !isSymlink(entry.mode));
    const links = state.entries.filter((entry) => isSymlink(entry.mode));
    for (const entry of withProgress([...files, ...links], "write", run)) {
      const full = path.join(temp, ...entry.path.split("/"));
      makeFolders(path.dirname(full), made);
      try {
        writeEntry(full, entry);
      } catch (error) {
        throw diskError(error, "write", full);
      }
    }
  });
}

/** Returns the files of any folder as entries, read when they are asked for. */
export function folderEntries(folder: string): {
  entries: Entry[];
  skipped: string[];
} {
  const entries: Entry[] = [];
  const skipped: string[] = [];
  const walk = (below: string) => {
    const found = fs.readdirSync(path.join(folder, below), {
      withFileTypes: true,
      encoding: "buffer",
    });
    for (const one of found) {
      const name = utf8Name(one.name);
      const shown = name ?? one.name.toString("utf8");
      const at = below === "" ? shown : `${below}/${shown}`;
      const full = path.join(folder, at);
      // A folder under version control is imported without it.
      if (name === null || isVcsName(name)) skipped.push(at);
      else if (one.isDirectory()) walk(at);
      else if (one.isSymbolicLink())
        entries.push({
          path: at,
          mode: SYMLINK,
          read: () => fs.readlinkSync(full, { encoding: "buffer" }),
        });
      else if (one.isFile()) {
        const { mode, size: sizeBytes } = fs.lstatSync(full);
        const read = () => readFile(full);
        entries.push({ path: at, mode: mode & 0o777, sizeBytes, read });
      } else skipped.push(at);
    }
  };
  try {
    walk("");
  } catch (error) {
    throw diskError(error, "read", folder);
  }
  return { entries, skipped };
}

function writeEntry(full: string, entry: Entry): void {
  const bytes = entry.read();
  if (isSymlink(entry.mode)) return fs.symlinkSync(Buffer.from(bytes), full);
  fs.writeFileSync(full, bytes, { flag: "wx", mode: entry.mode });
  // The mask of the process would take bits away; read-only files need it too.
  fs.chmodSync(full, entry.mode);
}

function makeFolders(folder: string, made: Set<string>): void {
  if (made.has(folder)) return;
  makeFolders(path.dirname(folder), made);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // On a file system that takes A for a, the other may have made it.
    if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw diskError(error, "make the folder", folder);
  }
  made.add(folder);
}

function readFile(full: string): Buffer {
  const fd = fs.openSync(
    full,
    fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0),
  );
  try {
    if (!fs.fstatSync(fd).isFile())
      throw new CheckpointError("io", `${full} is no longer a file.`, {
        hint: "It changed while it was being imported; try again.",
      });
    return fs.readFileSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}
