import path from "node:path";

/** Returns the folder for the hooks' files, in the data folder. */
export function hooksDir(dataDir: string): string {
  return path.join(dataDir, "hooks");
}

/** Returns the worker's lock, which exists while agents report what they do. */
export function workerLock(dataDir: string): string {
  return path.join(hooksDir(dataDir), "worker.pid");
}

/** Returns the folder of events waiting to be recorded. */
export function inboxDir(dataDir: string): string {
  return path.join(hooksDir(dataDir), "inbox");
}
