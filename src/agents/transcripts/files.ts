import fs from "node:fs";
import path from "node:path";

/** A longer transcript is not read. */
const MOST_BYTES = 200 * 1024 * 1024;

/** Returns the name that agents give to the folder of a project's transcripts. */
export function folderName(root: string): string {
  return root.replace(/[^a-zA-Z0-9]/g, "-");
}

/** Returns the files in a folder whose names match; none if it cannot be read. */
export function filesIn(folder: string, name: RegExp): string[] {
  return namesIn(folder)
    .filter((file) => name.test(file))
    .map((file) => path.join(folder, file));
}

/** Returns the folders in a folder; none if it cannot be read. */
export function foldersIn(folder: string): string[] {
  return namesIn(folder).map((name) => path.join(folder, name));
}

/** Returns a file's text; null if it is too long, or was not written since that time. */
export function readTranscript(
  file: string,
  sinceMs: number,
  mostBytes = MOST_BYTES,
): string | null {
  try {
    const stat = fs.statSync(file);
    // Reading a named pipe would block until something writes to it.
    const isWanted = stat.isFile() && stat.mtimeMs >= sinceMs;
    return isWanted && stat.size <= mostBytes
      ? fs.readFileSync(file, "utf8")
      : null;
  } catch {
    return null; // It was deleted meanwhile, or belongs to somebody else.
  }
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder).sort();
  } catch {
    return []; // The agent was never used here.
  }
}
