import fs from "node:fs";
import path from "node:path";
import { makeFolders } from "../base/makeFolders";
import { problem } from "../engine/model/errors";
import { realDisk } from "../base/realDisk";
import { inboxDir } from "./hooks/places";
import { launcherPath, launcherText, type Program } from "./launcherText";

/** Writes the launcher if it is missing or outdated, and returns its path. Throws `io`. */
export function writeLauncher(dataDir: string, program: Program): string {
  const file = launcherPath(dataDir);
  try {
    write(file, launcherText(dataDir, program), inboxDir(dataDir));
  } catch (error) {
    throw problem("launcher-not-written", { file }, error);
  }
  return file;
}

function write(file: string, text: string, inbox: string): void {
  // The launcher handles hooks itself only if this folder exists.
  makeFolders(inbox, 0o700);
  makeFolders(path.dirname(file), 0o700);
  if (readText(file) === text) return;
  // Replace it by renaming, so that an agent starting it now cannot read half of it.
  const temp = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(temp, text, { mode: 0o755 });
  fs.chmodSync(temp, 0o755);
  // Sync before the rename, so that a power cut cannot leave the name pointing to an empty file.
  realDisk.syncFile(temp);
  fs.renameSync(temp, file);
}

function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return null; // it does not exist yet
  }
}
