import assert from "node:assert/strict";
import { parseReference } from "../../../src/engine/model/reference";
import { momentChoices } from "../../../src/extension/commands/momentChoices";

const now = new Date(2026, 10, 16, 12, 0).getTime();

describe("times to go back to", () => {
  it("are offered from the newest on, and none before the history began", () => {
    const choices = momentChoices(now, now - 20 * 60_000);
    assert.deepEqual(
      choices.map(({ label }) => label),
      ["1 minute ago", "5 minutes ago", "15 minutes ago"],
    );
  });

  it("are references that the engine reads as the time they show", () => {
    for (const { ref, at } of momentChoices(now, 0))
      assert.deepEqual(parseReference(ref, now), { kind: "time", at });
  });

  it("put the start of today among the hours where it belongs", () => {
    const early = new Date(2026, 10, 16, 1, 0).getTime();
    const labels = momentChoices(early, 0).map(({ label }) => label);
    assert.ok(labels.indexOf("Start of today") < labels.indexOf("2 hours ago"));
  });
});
