import assert from "node:assert/strict";
import {
  messageTitle,
  threadTitle,
} from "../../../src/extension/timeline/threadText";

describe("what a conversation and its messages are called", () => {
  it("is how they begin", () => {
    assert.equal(threadTitle({ title: "Make  tea" }, 20), "Make tea");
    const message = { role: "user", text: "Make tea, please" } as const;
    assert.equal(messageTitle(message, 9), "Make tea…");
  });

  it("is never nothing", () => {
    assert.equal(threadTitle({ title: " " }, 20), "Untitled conversation");
    assert.equal(messageTitle({ role: "user", text: "" }, 20), "You");
    assert.equal(messageTitle({ role: "agent", text: "\n" }, 20), "Agent");
  });
});
