import assert from "node:assert/strict";
import { isOfferDue } from "../../../src/extension/agents/isOfferDue";

describe("the offer to connect VS Code's own agents", () => {
  const chat = {
    hasChat: true,
    hasSessions: false,
    isConnected: false,
    wasOffered: false,
  };

  it("is made where there is a chat, or a session outside the editor", () => {
    assert.equal(isOfferDue(chat), true);
    const sessions = { ...chat, hasChat: false, hasSessions: true };
    assert.equal(isOfferDue(sessions), true);
    assert.equal(isOfferDue({ ...chat, hasChat: false }), false);
  });

  it("is not made twice, nor if the hooks are there", () => {
    assert.equal(isOfferDue({ ...chat, wasOffered: true }), false);
    assert.equal(isOfferDue({ ...chat, isConnected: true }), false);
  });
});
