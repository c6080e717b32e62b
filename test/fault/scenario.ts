import type { Engine } from "../../src/engine/api";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import type { OpenOptions } from "../../src/engine/openEngine";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";

/** One durable operation, with what comes before it. */
export interface Scenario {
  name: string;
  /** Makes history and leaves the folder as the operation finds it. Sound disk. */
  prepare: (workspace: TempWorkspace, engine: Engine) => void;
  /** Changes the store's files once the engine is closed. */
  afterwards?: (workspace: TempWorkspace) => void | Promise<void>;
  options?: Partial<OpenOptions>;
  /** True when opening is part of the operation. */
  isOpening?: boolean;
  /** Returns the checkpoint it made, if it is to make one. */
  act: (engine: Engine) => Checkpoint | void;
  /** Checkpoints that the operation may remove. */
  mayRemove?: (name: string | null) => boolean;
  /** True when it begins in the middle of a restore, which it has to end. */
  isCutOff?: boolean;
  /** True when a disk that gives no room back may leave it over its quota. */
  mayBeOver?: boolean;
  /** What the rules of that folder record; default all but logs. */
  isRecorded?: (path: string, tree: Tree) => boolean;
  /** The store is damaged before, and is to be mended before it is looked at. */
  isDamaged?: boolean;
  /** True when the operation is close itself. */
  isClosing?: boolean;
}

/** Files of every kind, in every place that a restore has to deal with. */
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

/** Changes them so that going back needs writes, deletions and swaps. */
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

/** Two checkpoints with different folders, and a change that has none yet. */
export function twoCheckpoints(workspace: TempWorkspace, engine: Engine): void {
  layOut(workspace);
  engine.checkpoint({ name: "one" });
  rework(workspace);
  engine.checkpoint({ name: "two" });
  workspace.write("b", "changed b");
  engine.capture({ paths: ["b"], source: "agent" });
}
