import assert from "node:assert/strict";
import { offerOf } from "../../../src/extension/agents/mcpOffer";

describe("the MCP server in the editor's chat", () => {
  const editors = {
    knowsTools: { hasTools: true, isCursor: false },
    knowsNone: { hasTools: false, isCursor: false },
    cursor: { hasTools: true, isCursor: true },
  };
  const offered = (setting: unknown) =>
    Object.values(editors).map((abilities) => offerOf(setting, abilities));

  it("provides tools the chat does not have, and duplicates none", () => {
    for (const setting of ["auto", undefined, "nonsense", true])
      assert.deepEqual(offered(setting), ["without-tools", "whole", "whole"]);
  });

  it("is offered always or never if the user chooses so", () => {
    assert.deepEqual(offered("on"), ["whole", "whole", "whole"]);
    assert.deepEqual(offered("off"), ["none", "none", "none"]);
  });
});
