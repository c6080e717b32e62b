import fs from "node:fs/promises";
import path from "node:path";
import {
  cmdLauncher,
  launcherPath,
  launcherText,
  shLauncher,
  type Program,
} from "../agents/launcherText";

/**
 * Writes the launchers for the integrated terminal to a folder. They name this version's bundle, so
 * each version writes them once.
 */
export async function writeLaunchers(
  folder: string,
  program: Program,
): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  await Promise.all([
    writeIfOther(path.join(folder, "checkpoint"), shLauncher(program)),
    writeIfOther(path.join(folder, "checkpoint.cmd"), cmdLauncher(program)),
  ]);
}

/** Points the launcher for agents' hooks, if there is one, to this version; an earlier one wrote it. */
export async function renewLauncher(
  dataDir: string,
  program: Program,
): Promise<void> {
  const file = launcherPath(dataDir);
  if ((await readText(file)) !== null)
    await writeIfOther(file, launcherText(dataDir, program));
}

async function writeIfOther(file: string, text: string): Promise<void> {
  if ((await readText(file)) === text) return;
  // Replace it by renaming, so that a process starting it now cannot read half of it.
  const temp = `${file}.${process.pid}.tmp`;
  await fs.writeFile(temp, text, { mode: 0o755 });
  await fs.chmod(temp, 0o755);
  await fs.rename(temp, file);
}

function readText(file: string): Promise<string | null> {
  return fs.readFile(file, "utf8").catch(() => null);
}
