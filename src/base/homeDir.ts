import os from "node:os";
import path from "node:path";

/**
 * Returns the account's home folder. An empty or relative HOME is not believed:
 * it would mean the folder that one happens to stand in.
 */
export function homeDir(): string {
  const said = os.homedir();
  return path.isAbsolute(said) ? said : os.userInfo().homedir;
}

/**
 * Returns a path whose leading `~` is the home folder. A shell does that only at
 * the beginning of a word, not in `--store=~/x`, and no shell reads the settings
 * in which an agent keeps our environment.
 */
export function withHome(given: string): string {
  return given.replace(/^~(?=$|[/\\])/, () => homeDir());
}
