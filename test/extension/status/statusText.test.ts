import assert from "node:assert/strict";
import {
  statusLook,
  type StatusFacts,
} from "../../../src/extension/status/statusText";

describe("the status bar", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");
  const look = (facts: Partial<StatusFacts> = {}) =>
    statusLook(
      {
        checkpoints: 37,
        lastAt: now - 125_000,
        lastTitle: "Edited a.ts",
        baselines: [],
        isBusy: false,
        isStarting: false,
        isPaused: false,
        isRecording: true,
        failing: [],
        problems: [],
        ...facts,
      },
      now,
    );

  it("shows the last checkpoint's age in words a stranger understands", () => {
    const { text, label, isWarning } = look();
    assert.equal(text, "$(history) Checkpoint: 2 min ago");
    assert.equal(
      label,
      "Checkpoint. Last checkpoint: Edited a.ts, 2 min ago. Total checkpoints: 37.",
    );
    assert.equal(isWarning, false);
  });

  it("says which checks fail, without a warning", () => {
    const sentence = "npm test has been failing since 14:02.";
    const { text, tooltip, label, isWarning } = look({ failing: [sentence] });
    assert.equal(text, "$(history) Checkpoint: 2 min ago");
    assert.ok(tooltip.startsWith(sentence));
    assert.match(label, /failing since 14:02/);
    assert.equal(isWarning, false);
  });

  it("names the baseline that the gutter compares with", () => {
    const { text, label } = look({ baselines: [12] });
    assert.equal(text, "$(history) Checkpoint: 2 min ago $(diff) #12");
    assert.match(label, /changes since #12, the baseline/);
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

  it("says that a folder is not recorded, without a warning if that was chosen", () => {
    const { text, tooltip, label, isWarning } = look({
      ...{ checkpoints: 0, lastAt: null, isRecording: false },
      problems: [
        {
          folder: null,
          problem: {
            code: "refused",
            message: "Checkpoint is turned off in your settings.",
            hint: null,
            data: {},
          },
        },
      ],
    });
    assert.equal(text, "$(circle-slash) Checkpoint");
    assert.equal(tooltip, "Checkpoint is turned off in your settings.");
    assert.match(label, /turned off/);
    assert.equal(isWarning, false);
  });

  it("shows no age once recording is turned off", () => {
    const { text } = look({ isRecording: false });
    assert.equal(text, "$(circle-slash) Checkpoint");
  });

  it("shows a warning first, with what to do, and in which of several folders", () => {
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
