import os from "node:os";
import path from "node:path";

/**
 * Returns the account's home folder. An empty or relative HOME is ignored: it
 * would mean the current folder.
 */
export function homeDir(): string {
  const said = os.homedir();
  return path.isAbsolute(said) ? said : os.userInfo().homedir;
}

/**
 * Expands a leading `~` to the home folder. A shell does that only at
 * the beginning of a word, not in `--store=~/x`, and no shell reads the settings
 * in which an agent keeps our environment.
 */
export function withHome(given: string): string {
  return given.replace(/^~(?=$|[/\\])/, () => homeDir());
}
