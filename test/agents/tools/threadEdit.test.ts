import assert from "node:assert/strict";
import type { ToolContext } from "../../../src/agents/tool";
import { threadEdit } from "../../../src/agents/tools/threadEdit";
import type { ThreadEdit } from "../../../src/engine/model/thread";
import type { EngineClient } from "../../../src/worker/client";

describe("what an agent is told of going back to a message", () => {
  const edit: ThreadEdit = {
    thread: "t",
    message: "m1",
    requiresConfirmation: true,
    restorations: [{ path: "a.txt", action: "replace" }],
    changedByOthers: [],
    deletedMessages: ["m2"],
    planId: "p",
    applied: true,
    guard: { id: "g", number: 7 },
    failures: [],
  };

  function told(answer: ThreadEdit) {
    const engine: Pick<EngineClient, "editMessage"> = {
      editMessage: () => Promise.resolve(answer),
    };
    const context: ToolContext = {
      engine: engine as EngineClient,
      source: "codex",
      call: {},
      editors: () => [],
      whileWriting: (work) => work(),
      showRestored: null,
    };
    const input = { thread: "t", message: "m1", apply: true };
    return threadEdit.run(input, context);
  }

  it("says in words what failed, and does not ask to do it again", async () => {
    const { text } = await told({
      ...edit,
      applied: false,
      guard: null,
      failures: [{ path: "a.txt", code: "io", message: "No room is left." }],
    });
    assert.match(text, /rolled back: the files are as before/);
    assert.match(text, /a\.txt: No room is left\./);
    assert.doesNotMatch(text, /apply: true/);
  });

  it("is a sentence, and names where the files are kept", async () => {
    const { text } = await told(edit);
    assert.match(
      text,
      /^1 file went back, 1 later message is marked deleted\./,
    );
    assert.match(text, /checkpoint #7/);
  });

  it("lists no more files than a model can use, and says so", async () => {
    const restorations: ThreadEdit["restorations"] = Array.from(
      { length: 5000 },
      (_, n) => ({ path: `f${n}`, action: "delete" }),
    );
    const { value, text } = await told({ ...edit, restorations });
    assert.ok(JSON.stringify(value).length < 60_000, "fits a context");
    assert.equal(value.truncated, true);
    assert.match(text, /^5000 files went back/);
    threadEdit.output.parse(value);
    const whole = await told(edit);
    assert.equal(whole.value.truncated, false);
  });
});
