import assert from "node:assert/strict";
import { parseReference } from "../../../src/engine/model/reference";
import {
  choicesFor,
  momentChoices,
} from "../../../src/extension/restore/momentChoices";
import { inTimeZone } from "../../helpers/timeZone";

const now = new Date(2026, 10, 16, 12, 0).getTime();

describe("times to go back to", () => {
  it("are offered from the newest on, and none before the history began", () => {
    const choices = momentChoices(now, now - 20 * 60_000);
    assert.deepEqual(
      choices.map(({ label }) => label),
      [
        ...["1 minute ago", "5 minutes ago", "15 minutes ago"],
        "When recording began",
      ],
    );
  });

  it("are never none: the history began some time", () => {
    assert.deepEqual(momentChoices(now, now - 20_000), [
      { label: "When recording began", at: now - 20_000, ref: "@1" },
    ]);
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

  it("give way to a reference that is typed, but not to a word", () => {
    const choices = momentChoices(now, 0);
    for (const typed of ["3m", "1", "10:30", "#12", "@40", "latest~2"])
      assert.deepEqual(choicesFor(choices, typed), [], typed);
    assert.deepEqual(choicesFor(choices, "today"), choices);
  });

  it("stay when their own words are typed", () => {
    const labels = (typed: string) =>
      choicesFor(momentChoices(now, 0), typed).map(({ label }) => label);
    assert.deepEqual(labels("30 Min"), ["30 minutes ago"]);
    assert.deepEqual(labels("3m ago"), []);
  });
});

describe("times to go back to where today has no midnight", () => {
  inTimeZone("Africa/Cairo");

  it("begin when each day began", () => {
    const starts = momentChoices(Date.parse("2026-04-24T09:00Z"), 0)
      .filter(({ label }) => label.startsWith("Start of"))
      .map(({ at }) => new Date(at).toISOString());
    assert.deepEqual(starts, [
      "2026-04-23T22:00:00.000Z",
      "2026-04-22T22:00:00.000Z",
    ]);
  });
});
