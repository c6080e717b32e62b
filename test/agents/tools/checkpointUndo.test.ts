import assert from "node:assert/strict";
import type { RestoredFiles, ToolContext } from "../../../src/agents/tool";
import { checkpointRestore } from "../../../src/agents/tools/checkpointRestore";
import { checkpointUndo } from "../../../src/agents/tools/checkpointUndo";
import type { Engine } from "../../../src/engine/api";
import type { UnsavedText } from "../../../src/engine/model/restorePlan";
import type { EngineClient } from "../../../src/worker/client";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("an agent's undo of a restore over unsaved text", () => {
  let workspace: TempWorkspace;
  let engine: Engine;
  let shown: RestoredFiles[];
  let typed: UnsavedText[];

  beforeEach(async () => {
    workspace = new TempWorkspace({ a: "one" });
    engine = await workspace.open();
    engine.checkpoint({ name: "then" });
    workspace.write("a", "two");
    shown = [];
    typed = [{ path: "a", text: "typed, never saved" }];
  });
  afterEach(() => workspace.dispose());

  /** A fake editor, which has nothing unsaved once it shows what was restored. */
  function editor(): ToolContext["showRestored"] {
    return (changed) => {
      shown.push(changed);
      typed = [{ path: "a", text: null }];
      return Promise.resolve();
    };
  }

  function around(showRestored: ToolContext["showRestored"]): ToolContext {
    return {
      // Synchronous results can be awaited too.
      engine: engine as unknown as EngineClient,
      source: "copilot",
      call: {},
      editors: () => (showRestored ? typed : []),
      whileWriting: (work) => work(),
      showRestored,
    };
  }

  function textsShown(): (string | null)[] {
    return (shown.at(-1)?.unsaved ?? []).map(({ hash }) =>
      hash === null ? null : Buffer.from(engine.readContent(hash)).toString(),
    );
  }

  it("brings the text back to the editor, and a redo removes it again", async () => {
    const context = around(editor());
    await checkpointRestore.run({ to: "then", everything: true }, context);
    assert.equal(workspace.text("a"), "one");
    await checkpointUndo.run({}, context);
    assert.equal(workspace.text("a"), "two");
    assert.deepEqual(textsShown(), ["typed, never saved"]);
    typed = [{ path: "a", text: "typed, never saved" }];
    await checkpointUndo.run({ redo: true }, context);
    assert.equal(workspace.text("a"), "one");
    assert.deepEqual(textsShown(), [null]);
  });

  it("tells the agent what was changed since the restore", async () => {
    const all = { to: "then", everything: true } as const;
    await checkpointRestore.run(all, around(null));
    workspace.write("a", "worked on");
    const { text } = await checkpointUndo.run({}, around(null));
    assert.match(
      text,
      /These newer changes were replaced:\n {2}\(outside the editor\) a$/m,
    );
    const redone = await checkpointUndo.run({ redo: true }, around(null));
    assert.doesNotMatch(redone.text, /newer changes/);
  });

  it("does not claim to restore text if there is no editor to show it", async () => {
    const all = { to: "then", everything: true } as const;
    await checkpointRestore.run(all, around(editor()));
    const planned: unknown[] = [];
    engine.onDidChange((event) => {
      if (event.type === "restored") planned.push(event.report.plan.unsaved);
    });
    await checkpointUndo.run({}, around(null));
    assert.equal(workspace.text("a"), "two");
    assert.deepEqual(planned, [[]]);
  });
});
