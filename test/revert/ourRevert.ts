import fs from "node:fs";
import type { Engine } from "../../src/engine/api";
import { TempWorkspace } from "../helpers/tempWorkspace";
import type { Tree } from "../helpers/tree";
import { assertSameTree } from "../helpers/tree";
import type { Outcome } from "./gitRepository";
import type { History } from "./histories";

/** Creates the same history in a folder with a store, and reverts the same step. */
export async function ourRevert(history: History): Promise<Outcome> {
  const workspace = new TempWorkspace();
  try {
    const engine = await workspace.open();
    for (const [n, state] of history.states.entries()) {
      become(workspace, state);
      engine.checkpoint({ name: `commit ${n}` });
    }
    return revert(workspace, engine, `commit ${history.reverted}`);
  } finally {
    workspace.dispose();
  }
}

function revert(
  workspace: TempWorkspace,
  engine: Engine,
  ref: string,
): Outcome {
  const before = workspace.tree();
  const { plan, conflicts } = engine.planRevert({ ref });
  assertSameTree(workspace.tree(), before, "the folder after planning");
  if (conflicts.length > 0) {
    const paths = conflicts.map((one) => one.path).sort();
    return { conflict: true, paths, said: paths.join(", ") };
  }
  const report = engine.applyRestore(plan.id);
  if (!report.applied)
    throw new Error(`not applied: ${JSON.stringify(report.failures)}`);
  const { leftAlone } = report.plan;
  if (leftAlone.length > 0)
    throw new Error(`left alone: ${JSON.stringify(leftAlone)}`);
  const tree = workspace.tree();
  if (report.restoreId !== null) {
    engine.applyRestore(engine.planUndo().id);
    assertSameTree(workspace.tree(), before, "the folder after the undo");
  }
  return { conflict: false, tree };
}

function become(workspace: TempWorkspace, tree: Tree): void {
  for (const name of fs.readdirSync(workspace.root)) workspace.remove(name);
  for (const [name, { mode, bytes }] of tree)
    if (mode === "link") workspace.link(name, bytes.toString());
    else workspace.write(name, bytes, parseInt(mode, 8));
}
