import assert from "node:assert/strict";
import { progressText } from "../../src/wording/progress";
import { plain } from "../../src/wording/voice";

describe("progress in words", () => {
  const clock = (ms: number) => `12:00:0${ms}`;

  it("says what is being done, and how much of it is done", () => {
    assert.equal(
      progressText({ phase: "scan", done: 1234, total: null }, clock, plain),
      "Scanning files: 1,234",
    );
    assert.equal(
      progressText({ phase: "read", done: 1, total: 2 }, clock, plain),
      "Recording files: 1 of 2",
    );
  });

  it("names the process being waited for, if it is known", () => {
    const wait = { phase: "wait", done: 0, total: null } as const;
    const holder = { pid: 12345, host: "here", sinceMs: 7 };
    assert.equal(
      progressText({ ...wait, holder }, clock, plain),
      "Waiting for process 12345 on here, which has been writing to the history since 12:00:07.",
    );
    assert.match(progressText(wait, clock, plain), /^Waiting for another/);
  });
});
