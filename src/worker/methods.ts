import type { CaptureRequest, Engine } from "../engine/api";
import { recordedFirst } from "../engine/model/changes";

/**
 * The verbs a host may call on the worker. `importState` takes functions, which cannot be
 * sent to a thread.
 */
export type Method = {
  [K in keyof Engine]: Engine[K] extends (...args: never[]) => unknown
    ? K extends "onDidChange" | "importState"
      ? never
      : K
    : never;
}[keyof Engine];

/**
 * The position of each verb's `Run` argument, or null if it has none. Functions cannot
 * be sent to the worker, so `hostEngines` inserts a `Run` that reports progress through
 * messages and reads cancellation from a shared flag.
 */
export const runPosition: Readonly<Record<Method, number | null>> = {
  capture: 1,
  checkpoint: 1,
  list: null,
  deeds: null,
  deedGroups: null,
  deedFiles: null,
  timeline: null,
  timelineStop: null,
  timelineFiles: null,
  get: null,
  resolve: null,
  files: null,
  read: null,
  readContent: null,
  why: null,
  history: null,
  blame: 2,
  lineAuthors: 1,
  authors: 1,
  deleted: null,
  diff: 3,
  changes: null,
  verdict: 1,
  checks: null,
  planRestore: 1,
  planUndo: 1,
  planRedo: 1,
  planHunks: null,
  limitPlan: null,
  applyRestore: 2,
  restores: null,
  planRevert: 1,
  rename: null,
  describe: null,
  pin: null,
  delete: null,
  search: 1,
  recordMessage: 1,
  threads: null,
  thread: null,
  editMessage: 1,
  status: null,
  usage: null,
  prune: 1,
  compact: 0,
  verify: 1,
  settle: null,
  refresh: null,
  configure: null,
  close: null,
};

/** Verbs that change the history or capture first, and so wait while another process writes. */
export const changing: ReadonlySet<Method> = new Set([
  "capture",
  "checkpoint",
  "verdict",
  "planRestore",
  "planUndo",
  "planRedo",
  "applyRestore",
  "planRevert",
  "rename",
  "describe",
  "pin",
  "delete",
  "recordMessage",
  "editMessage",
  "prune",
  "compact",
  "verify",
]);

/** Verbs that may capture a whole folder, and then let captures of given paths through. */
export const mayTakeLong: ReadonlySet<Method> = new Set([
  "capture",
  "checkpoint",
]);

/** Reads that take long in a long history or a large folder. */
const long: ReadonlySet<Method> = new Set([
  "search",
  "diff",
  "usage",
  "verify",
  "blame",
  "lineAuthors",
  "authors",
  "timeline",
  "timelineFiles",
]);

/**
 * Null for a verb that must have its turn among the changes. Otherwise it may be answered
 * beside them; `record` is what has to be recorded first.
 */
export function besideWrites(
  method: Method,
  args: readonly unknown[],
): { record: CaptureRequest | null } | null {
  if (!long.has(method)) return null;
  if (method === "verify")
    return (args[0] as { repair?: boolean } | undefined)?.repair
      ? null
      : { record: null };
  if (method !== "diff") return { record: null };
  const [from, to, options] = args as Parameters<Engine["diff"]>;
  // Without contents it reads nothing from the disk, and costs what changed.
  if (options?.content === false && !options.patch) return null;
  return { record: recordedFirst(from, to, options) };
}

export const methods = Object.keys(runPosition) as Method[];
