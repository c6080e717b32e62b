import type { Engine } from "../../src/engine/api";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import type { OpenOptions } from "../../src/engine/openEngine";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";

/** One durable operation and its preconditions. */
export interface Scenario {
  name: string;
  /**
   * Creates a history and leaves the folder as the operation expects it. The disk
   * works.
   */
  prepare: (workspace: TempWorkspace, engine: Engine) => void;
  /** Changes the store's files once the engine is closed. */
  afterwards?: (workspace: TempWorkspace) => void | Promise<void>;
  options?: Partial<OpenOptions>;
  /** True if opening is part of the operation. */
  isOpening?: boolean;
  /** Returns the checkpoint that it created, if it creates one. */
  act: (engine: Engine) => Checkpoint | void;
  /** The point whose state that one has; default: the folder's. */
  stateOf?: string;
  /** Checkpoints that the operation may remove. */
  mayRemove?: (name: string | null) => boolean;
  /** True if it starts in the middle of a restore, which it has to end. */
  isCutOff?: boolean;
  /** True if a disk that never frees space may leave the store over its quota. */
  mayBeOver?: boolean;
  /** What the rules of that folder record; default: everything except logs. */
  isRecorded?: (path: string, tree: Tree) => boolean;
  /** The store is damaged first, and must be repaired before it is checked. */
  isDamaged?: boolean;
  /** True if the operation is `close` itself. */
  isClosing?: boolean;
  /** It ends with nothing that could be lost. */
  isSettled?: boolean;
  /** Further conditions after the store is opened following a power cut. */
  check?: (engine: Engine, isDone: boolean, isReported: boolean) => void;
}

/** Files of every kind, in every situation that a restore has to handle. */
export function layOut(workspace: TempWorkspace): void {
  workspace.write("a", "first a\n");
  workspace.write("b", Buffer.from([0, 1, 2, 255]));
  workspace.write("sub/c", "c\n");
  workspace.write("swap", "a file here");
  workspace.write("run.sh", "#!/bin/sh\n", 0o755);
  workspace.write(".gitignore", "*.log\n");
  workspace.write("x.log", "never recorded");
  workspace.link("link", "a");
}

/** Changes them so that restoring needs writes, deletions and swaps. */
export function rework(workspace: TempWorkspace): void {
  workspace.write("a", "second a\n");
  workspace.remove("sub");
  workspace.remove("swap");
  workspace.write("swap/inner", "a folder now");
  workspace.write("new/n1", "new one");
  workspace.write("new/n2", "new two");
  workspace.remove("link");
  workspace.link("link", "b");
}

/**
 * Two checkpoints with different folders, and a change that is not recorded yet.
 */
export function twoCheckpoints(workspace: TempWorkspace, engine: Engine): void {
  layOut(workspace);
  engine.checkpoint({ name: "one" });
  rework(workspace);
  engine.checkpoint({ name: "two" });
  workspace.write("b", "changed b");
  engine.capture({ paths: ["b"], source: "agent" });
}

/** Moments without a checkpoint after those: @4 is the one to name. */
export function momentsBetween(workspace: TempWorkspace, engine: Engine): void {
  twoCheckpoints(workspace, engine);
  for (const text of ["third", "fourth", "fifth"]) {
    workspace.write("a", `${text} a, long enough to fill a record ${text}`);
    workspace.write(`sub/${text}`, text);
    engine.capture({ paths: ["a", "sub"] });
  }
  engine.checkpoint({ name: "three" });
}
