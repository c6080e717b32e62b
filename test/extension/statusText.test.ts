import assert from "node:assert/strict";
import { statusLook, type StatusFacts } from "../../src/extension/statusText";

describe("the status bar", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");
  const look = (facts: Partial<StatusFacts> = {}) =>
    statusLook(
      {
        checkpoints: 37,
        lastAt: now - 125_000,
        lastTitle: "Edited a.ts",
        isBusy: false,
        isStarting: false,
        isPaused: false,
        isRecording: true,
        problems: [],
        ...facts,
      },
      now,
    );

  it("shows the last checkpoint's age and how many there are", () => {
    const { text, label, isWarning } = look();
    assert.equal(text, "$(history) 2m · 37");
    assert.equal(
      label,
      "Checkpoint. Last checkpoint: Edited a.ts, 2 minutes ago. Checkpoints in all: 37.",
    );
    assert.equal(isWarning, false);
  });

  for (const [ageMs, short] of [
    [0, "now"],
    [59_999, "now"],
    [3_600_000, "1h"],
    [172_800_000, "2d"],
  ] as const)
    it(`calls ${ageMs} ms “${short}”`, () => {
      assert.match(
        look({ lastAt: now - ageMs }).text,
        new RegExp(` ${short} ·`),
      );
    });

  it("spins while something is recorded", () => {
    assert.match(look({ isBusy: true }).text, /sync~spin/);
    assert.match(
      look({ isStarting: true, lastAt: null, checkpoints: 0 }).text,
      /sync~spin\) Checkpoint$/,
    );
  });

  it("says that it is paused", () => {
    const { text, tooltip } = look({ isPaused: true });
    assert.match(text, /debug-pause/);
    assert.match(tooltip, /paused/);
  });

  it("says that a folder is not recorded, without alarm when that is by choice", () => {
    const { text, tooltip, label, isWarning } = look({
      ...{ checkpoints: 0, lastAt: null, isRecording: false },
      problems: [
        {
          folder: null,
          problem: {
            code: "refused",
            message: "Checkpoint is turned off for this folder.",
            hint: null,
            data: {},
          },
        },
      ],
    });
    assert.equal(text, "$(circle-slash) Checkpoint");
    assert.equal(tooltip, "Checkpoint is turned off for this folder.");
    assert.match(label, /turned off/);
    assert.equal(isWarning, false);
  });

  it("warns before anything else, with what to do, and where among several folders", () => {
    const { text, tooltip, isWarning } = look({
      isBusy: true,
      problems: [
        {
          folder: "app",
          problem: {
            code: "disk-full",
            message: "The disk is full.",
            hint: "Free some space.",
            data: {},
          },
        },
      ],
    });
    assert.match(text, /warning/);
    assert.match(tooltip, /^app: The disk is full\. Free some space\./);
    assert(isWarning);
  });
});
