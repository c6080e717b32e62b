import fs from "node:fs";
import path from "node:path";
import { CheckpointError } from "../engine/model/errors";
import { inboxDir } from "./hooks/places";
import { launcherPath, launcherText, type Program } from "./launcherText";

/** Writes the launcher, unless it is there as it should be; returns its path. Throws `io`. */
export function writeLauncher(dataDir: string, program: Program): string {
  const file = launcherPath(dataDir);
  try {
    write(file, launcherText(dataDir, program), inboxDir(dataDir));
  } catch (error) {
    throw new CheckpointError("io", `${file} could not be written.`, {
      hint: "Agents start Checkpoint by it: check the permissions of that folder. Nothing was changed.",
      data: { file },
      cause: error,
    });
  }
  return file;
}

function write(file: string, text: string, inbox: string): void {
  // The launcher puts events there only if there is such a folder.
  fs.mkdirSync(inbox, { recursive: true, mode: 0o700 });
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (readText(file) === text) return;
  // A rename: an agent that is just starting it must not read half of it.
  const temp = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(temp, text, { mode: 0o755 });
  fs.chmodSync(temp, 0o755);
  fs.renameSync(temp, file);
}

function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return null; // Not there yet.
  }
}
