import assert from "node:assert/strict";
import { plain } from "../../../src/wording/voice";
import { allTools } from "../../../src/agents/allTools";

describe("the confirmation before an agent's tool runs", () => {
  const question = (name: string, input: object) => {
    const tool = allTools.find((one) => one.name === name)!;
    return tool.confirm?.(tool.input.parse(input), plain) ?? null;
  };

  it("is not needed for a call that only previews", () => {
    const edit = { thread: "t", message: "m" };
    assert.equal(question("thread_edit", edit), null);
    assert.equal(question("thread_edit", { ...edit, apply: false }), null);
    const revert = { ref: "#3" };
    assert.equal(
      question("checkpoint_revert", { ...revert, dryRun: true }),
      null,
    );
  });

  const writing: [tool: string, input: object][] = [
    ["thread_edit", { thread: "t", message: "m", apply: true }],
    ["checkpoint_revert", { ref: "#3" }],
    ["checkpoint_revert", { ref: "#3", dryRun: false }],
    ["checkpoint_restore", { plan: "p" }],
    ["checkpoint_undo", {}],
    ["checkpoint_delete", { refs: ["3"] }],
  ];
  for (const [tool, input] of writing)
    it(`is needed for ${tool} with ${JSON.stringify(input)}`, () => {
      const { title, message } = question(tool, input) ?? {};
      assert.match(title ?? "", /\?$/);
      assert.match(message ?? "", /overwritten|cannot be undone/);
    });
});
