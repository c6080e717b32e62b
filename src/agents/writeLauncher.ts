import fs from "node:fs";
import path from "node:path";
import { inboxDir } from "./hooks/places";
import { launcherPath, launcherText, type Program } from "./launcherText";

/** Writes the launcher, unless it is there as it should be; returns its path. */
export function writeLauncher(dataDir: string, program: Program): string {
  const file = launcherPath(dataDir);
  const text = launcherText(dataDir, program);
  // The launcher puts events there only if there is such a folder.
  fs.mkdirSync(inboxDir(dataDir), { recursive: true, mode: 0o700 });
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  if (readText(file) === text) return file;
  // A rename: an agent that is just starting it must not read half of it.
  const temp = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(temp, text, { mode: 0o755 });
  fs.chmodSync(temp, 0o755);
  fs.renameSync(temp, file);
  return file;
}

function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return null; // Not there yet.
  }
}
