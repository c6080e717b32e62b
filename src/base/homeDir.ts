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
