import type { Engine } from "../engine/api";

/** The engine's verbs: everything a host may call from afar. An import reads its files by functions, which cannot cross. */
export type Method = {
  [K in keyof Engine]: Engine[K] extends (...args: never[]) => unknown
    ? K extends "onDidChange" | "importState"
      ? never
      : K
    : never;
}[keyof Engine];

/**
 * Each verb with the position of its `Run` argument, or null when it has none.
 * A function cannot cross to the worker, so the host of the engine puts one
 * there that reports and asks through messages and a shared flag.
 */
export const runPosition: Readonly<Record<Method, number | null>> = {
  capture: 1,
  checkpoint: 1,
  list: null,
  get: null,
  resolve: null,
  files: null,
  read: null,
  readContent: null,
  history: null,
  deleted: null,
  diff: 3,
  changes: null,
  planRestore: 1,
  planUndo: 1,
  planRedo: 1,
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
  refresh: null,
  configure: null,
  close: null,
};

export const methods = Object.keys(runPosition) as Method[];
