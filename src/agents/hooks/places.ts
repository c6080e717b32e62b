import path from "node:path";

/** Where hooks keep what they need in the data folder. */
export function hooksDir(dataDir: string): string {
  return path.join(dataDir, "hooks");
}

/** Events that wait to be recorded. */
export function inboxDir(dataDir: string): string {
  return path.join(hooksDir(dataDir), "inbox");
}
