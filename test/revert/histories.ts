import type { Random } from "../helpers/random";
import type { Tree } from "../helpers/tree";
import { CHANGES, newText } from "./changes";
import { freePath } from "./freePath";

/** A generated history, and which of its steps is reverted. */
export interface History {
  /** The folder at each commit, including the first. */
  states: Tree[];
  /** What each commit after the first did, for messages. */
  steps: string[][];
  /** The commit that is reverted, from 1. */
  reverted: number;
}

/** Initial files, then commits of one to four changes each. */
export function generateHistory(random: Random): History {
  let tree: Tree = new Map();
  const count = random.between(1, 7);
  for (let i = 0; i < count; i++)
    tree.set(freePath(tree, random), newText(random));
  const states = [tree];
  const steps: string[][] = [];
  const commits = random.between(1, 5);
  for (let n = 0; n < commits; n++) {
    tree = new Map(tree);
    const done: string[] = [];
    for (let i = random.between(1, 4); i > 0; i--) {
      const said = CHANGES[random.below(CHANGES.length)]!(tree, random);
      if (said) done.push(said);
    }
    states.push(tree);
    steps.push(done);
  }
  return { states, steps, reverted: random.between(1, commits) };
}

export function described(history: History): string {
  const lines = history.steps.map((step, i) => {
    const mark = i + 1 === history.reverted ? " (reverted)" : "";
    return `commit ${i + 1}${mark}: ${step.join("; ") || "nothing"}`;
  });
  return lines.join("\n");
}
