import assert from "node:assert/strict";
import { Automatic } from "../../src/recorder/automatic";

describe("an automatic checkpoint", () => {
  const rules = {
    enabled: true,
    quietMs: 8000,
    minIntervalMs: 30_000,
    afterFiles: 50,
  };
  let automatic: Automatic;
  let moment: number;
  beforeEach(() => {
    automatic = new Automatic({ ...rules });
    moment = 0;
  });
  const change = (now: number, files = 1, source = "editor") =>
    automatic.note(
      {
        moment: ++moment,
        source,
        paths: Array.from({ length: files }, (_, n) => `f${n}`),
        unsaved: [],
        git: null,
      },
      now,
    );

  it("is due after the quiet period", () => {
    change(1000);
    change(5000);
    assert.equal(automatic.dueAt(), 13_000);
  });

  it("is not due if nothing was recorded", () => {
    assert.equal(automatic.dueAt(), null);
    assert.equal(automatic.dueAt(1000), null);
  });

  it("does not mistake noticed but unrecorded changes for a pause", () => {
    change(1000);
    assert.equal(automatic.dueAt(8900), 16_900);
    assert.equal(automatic.dueAt(60_900), 61_000);
  });

  it("is created after the configured time for somebody who never pauses", () => {
    automatic.rules = { ...rules, maxWaitMs: 20_000 };
    for (let now = 0; now <= 50_000; now += 5000) change(now);
    assert.equal(automatic.dueAt(), 20_000);
  });

  it("waits again if it could not be created", () => {
    change(1000);
    automatic.postpone(9000);
    assert.equal(automatic.dueAt(), 17_000);
    assert.notEqual(automatic.pending, null);
  });

  it("is created for somebody who never pauses", () => {
    for (let now = 0; now <= 300_000; now += 5000) change(now);
    assert.equal(automatic.dueAt(), 60_000);
  });

  it("keeps the minimum interval", () => {
    automatic.made(0);
    change(1000);
    assert.equal(automatic.dueAt(), 30_000);
  });

  it("waits only briefly once many files changed", () => {
    change(1000, 49);
    assert.equal(automatic.dueAt(), 9000);
    change(1000, 50);
    assert.equal(automatic.dueAt(), 2000);
  });

  it("is due immediately when a commit ends the work", () => {
    change(1000);
    automatic.hurry("git commit");
    assert.equal(automatic.dueAt(), 1000);
    assert.equal(automatic.pending?.changed.git, "git commit");
  });

  it("is not created for a commit alone", () => {
    automatic.hurry("git commit");
    assert.equal(automatic.dueAt(), null);
  });

  it("is not created while automatic checkpoints are off, but afterwards", () => {
    automatic.rules = { ...rules, enabled: false };
    change(1000);
    assert.equal(automatic.dueAt(), null);
    automatic.rules = rules;
    assert.equal(automatic.dueAt(), 9000);
  });

  it("is not needed if another checkpoint has the same changes", () => {
    change(1000);
    change(2000);
    automatic.covered(1);
    assert.notEqual(automatic.dueAt(), null);
    automatic.covered(2);
    assert.equal(automatic.dueAt(), null);
    assert.equal(automatic.pending, null);
  });

  it("names its source if there is one, or the one that the user did not see", () => {
    change(0, 1, "editor");
    assert.equal(automatic.pending?.source, "editor");
    change(0, 2, "outside");
    assert.equal(automatic.pending?.source, "outside");
    change(0, 2, "git");
    assert.equal(automatic.pending?.source, "git");
  });

  it("names the agent if there was only one besides the user", () => {
    change(0, 1, "editor");
    change(0, 2, "claude-code");
    assert.equal(automatic.pending?.source, "claude-code");
    assert.equal(automatic.pending?.changed.agent, "claude-code");
    change(0, 2, "outside");
    assert.equal(automatic.pending?.source, "outside");
    assert.equal(automatic.pending?.changed.agent, null);
  });

  it("counts a file once over several moments", () => {
    change(0, 3, "outside");
    change(1, 3, "outside");
    assert.equal(automatic.pending?.changed.outside.length, 3);
    assert.equal(automatic.pending?.lastMoment, 2);
  });
});
