import fs from "node:fs/promises";
import {
  launcherPath,
  launcherText,
  type Program,
} from "../../agents/launcherText";

/**
 * Lets the launcher of agents' hooks, if one is in use, find this version: it
 * was written by an earlier one.
 */
export async function renewLauncher(
  dataDir: string,
  program: Program,
): Promise<void> {
  const file = launcherPath(dataDir);
  const present = await fs.readFile(file, "utf8").catch(() => null);
  const text = launcherText(dataDir, program);
  if (present === null || present === text) return;
  // A rename: an agent that is just starting it must not read half of it.
  const temp = `${file}.${process.pid}.tmp`;
  await fs.writeFile(temp, text, { mode: 0o755 });
  await fs.chmod(temp, 0o755);
  await fs.rename(temp, file);
}
