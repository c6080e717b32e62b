import assert from "node:assert/strict";
import { problem } from "../../../src/engine/model/errors";
import type { ToolContext } from "../../../src/agents/tool";
import { threadEdit } from "../../../src/agents/tools/threadEdit";
import type { ThreadEdit } from "../../../src/engine/model/thread";
import type { EngineClient } from "../../../src/worker/client";

describe("an agent's answer about going back to a message", () => {
  const edit: ThreadEdit = {
    thread: "t",
    message: "m1",
    requiresConfirmation: true,
    restorations: [{ path: "a.txt", action: "replace" }],
    changedByOthers: [],
    leftToOthers: [],
    deletedMessages: ["m2"],
    planId: "p",
    applied: true,
    guard: { id: "g", number: 7 },
    failures: [],
  };

  function told(answer: ThreadEdit) {
    const { applied, guard, failures } = answer;
    const engine = {
      editMessage: () =>
        Promise.resolve({
          ...answer,
          ...{ applied: false, guard: null, failures: [] },
        }),
      applyRestore: (planId: string) => {
        assert.equal(planId, answer.planId);
        return Promise.resolve({ applied, guard, failures });
      },
    };
    const context: ToolContext = {
      engine: engine as unknown as EngineClient,
      source: "codex",
      call: {},
      editors: () => [],
      whileWriting: (work) => work(),
      showRestored: null,
    };
    const input = { thread: "t", message: "m1", apply: true };
    return threadEdit.run(input, context);
  }

  it("says what failed, and does not suggest trying again", async () => {
    const { text } = await told({
      ...edit,
      applied: false,
      guard: null,
      failures: [
        {
          path: "a.txt",
          ...problem("file-unreadable", { path: "a.txt" }).toJSON(),
        },
      ],
    });
    assert.match(text, /was rolled back\./);
    assert.match(text, /^  a\.txt cannot be read\.$/m);
    assert.doesNotMatch(text, /apply: true/);
  });

  it("says what is left alone, who changed it, and how to include it", async () => {
    const left = [{ path: "b.txt", sources: ["gemini"] }];
    const { text, value } = await told({ ...edit, leftToOthers: left });
    assert.deepEqual(value.leftToOthers, left);
    assert.match(
      text,
      /Left alone, .*\n *\(Gemini\) b\.txt\n.*includeOthers: true/,
    );
  });

  it("is a sentence, and names where the files are kept", async () => {
    const { text } = await told(edit);
    assert.match(
      text,
      /^1 file replaced\. 1 later message marked as deleted\./,
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
    assert.match(text, /^5,000 files deleted\./);
    threadEdit.output.parse(value);
    const whole = await told(edit);
    assert.equal(whole.value.truncated, false);
  });
});
