import path from "node:path";

/** The bundle of workerMain.ts, beside that of the command, which is ten times as large. */
export const WORKER_BUNDLE = "hookWorker.js";

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
