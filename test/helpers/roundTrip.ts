import { redo, restore, stateAt, undo } from "./history";
import type { TempWorkspace } from "./tempWorkspace";
import { assertSameTree } from "./tree";

/**
 * Records the workspace, makes the change, then restores, undoes and redoes: each
 * time the folder must match exactly.
 */
export async function roundTrip(
  workspace: TempWorkspace,
  change: () => void,
): Promise<void> {
  let engine = await workspace.open();
  const first = engine.checkpoint({ name: "before" });
  const before = workspace.tree();
  assertSameTree(stateAt(engine, `#${first.number}`), before, "the record");
  change();
  const after = workspace.tree();
  engine = await workspace.reopen(engine);
  restore(engine, { to: "before" });
  assertSameTree(workspace.tree(), before, "the folder after the restore");
  undo(engine);
  assertSameTree(workspace.tree(), after, "the folder after the undo");
  engine = await workspace.reopen(engine);
  redo(engine);
  assertSameTree(workspace.tree(), before, "the folder after the redo");
  undo(engine);
  assertSameTree(workspace.tree(), after, "the folder after the last undo");
  engine.close();
}
