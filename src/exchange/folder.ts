import fs from "node:fs";
import path from "node:path";
import type { Disk } from "../base/disk";
import { realDisk } from "../base/realDisk";
import { placedLink } from "../base/links";
import type { Run } from "../engine/api";
import { diskError } from "../engine/model/diskError";
import { problem } from "../engine/model/errors";
import { SYMLINK, isSymlink } from "../engine/model/version";
import { isVcsName } from "../engine/model/workspacePath";
import { withProgress, type Entry, utf8Name } from "./entries";
import type { Export } from "./exportOf";
import { createAtomically } from "./createAtomically";

/**
 * Writes a state to a new folder. If writing fails, no folder is left behind. Returns the
 * paths that were left out because the system does not allow such a name or such a link.
 */
export async function exportFolder(
  state: Export,
  folder: string,
  run?: Run,
  disk: Pick<Disk, "canBeNamed" | "symlink"> = realDisk,
): Promise<string[]> {
  return createAtomically(folder, async (temp) => {
    fs.mkdirSync(temp);
    const made = new Set([temp]);
    const leftOut: string[] = [];
    // Create symlinks last, so that no file is written through one, even if the
    // file system treats two of the names as equal.
    const files = state.entries.filter((entry) => !isSymlink(entry.mode));
    const links = state.entries.filter((entry) => isSymlink(entry.mode));
    for (const entry of withProgress([...files, ...links], "write", run)) {
      if (!disk.canBeNamed(entry.path)) {
        leftOut.push(entry.path);
        continue;
      }
      const full = path.join(temp, ...entry.path.split("/"));
      makeFolders(path.dirname(full), made);
      try {
        if (!isSymlink(entry.mode)) writeFile(full, entry);
        else if (!placedLink(disk, entry.read(), full))
          leftOut.push(entry.path);
      } catch (error) {
        throw diskError(error, "write", full);
      }
    }
    return leftOut;
  });
}

/** Returns the files of any folder as entries whose contents are read lazily. */
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
      // A repository's .git (or .hg, .svn...) folder is not imported.
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

function writeFile(full: string, entry: Entry): void {
  fs.writeFileSync(full, entry.read(), { flag: "wx", mode: entry.mode });
  // Set the mode explicitly: the umask applied to the one passed at creation.
  fs.chmodSync(full, entry.mode);
}

function makeFolders(folder: string, made: Set<string>): void {
  if (made.has(folder)) return;
  makeFolders(path.dirname(folder), made);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // On a case-insensitive disk, another spelling of the name may have created it already.
    if (!fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw diskError(error, "make-folder", folder);
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
      throw problem("no-longer-a-file", { path: full });
    return fs.readFileSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}
