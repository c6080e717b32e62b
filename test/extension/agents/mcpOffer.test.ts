import assert from "node:assert/strict";
import { isServerOffered } from "../../../src/extension/agents/mcpOffer";

describe("the MCP server in the editor's chat", () => {
  const editors = {
    "an editor that knows extensions' tools": {
      hasTools: true,
      isCursor: false,
    },
    "an editor that does not": { hasTools: false, isCursor: false },
    Cursor: { hasTools: true, isCursor: true },
  };
  const offered = (setting: unknown) =>
    Object.entries(editors)
      .filter(([, abilities]) => isServerOffered(setting, abilities))
      .map(([name]) => name);

  it("stands in for tools that are not known, and doubles none", () => {
    const standIn = ["an editor that does not", "Cursor"];
    for (const setting of ["auto", undefined, "nonsense", true])
      assert.deepEqual(offered(setting), standIn);
  });

  it("is offered everywhere, or nowhere, when the person says so", () => {
    assert.deepEqual(offered("on"), Object.keys(editors));
    assert.deepEqual(offered("off"), []);
  });
});
