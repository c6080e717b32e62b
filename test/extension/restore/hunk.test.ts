import assert from "node:assert/strict";
import { putBack, type LineChange } from "../../../src/extension/restore/hunk";

/** Applies the replacement to whole lines, as the editor does. */
function applied(now: string[], then: string[], change: LineChange): string[] {
  const { from, to, lines } = putBack(then, change);
  return [...now.slice(0, from), ...lines, ...now.slice(to)];
}

const lines = (
  originalStartLineNumber: number,
  originalEndLineNumber: number,
  modifiedStartLineNumber: number,
  modifiedEndLineNumber: number,
): LineChange => ({
  originalStartLineNumber,
  originalEndLineNumber,
  modifiedStartLineNumber,
  modifiedEndLineNumber,
});

describe("putting back one change of the gutter", () => {
  const then = ["a", "b", "c"];

  it("replaces changed lines by what they were", () => {
    assert.deepEqual(
      applied(["a", "B1", "B2", "c"], then, lines(2, 2, 2, 3)),
      then,
    );
  });

  it("takes away added lines", () => {
    assert.deepEqual(
      applied(["a", "new", "b", "c"], then, lines(1, 0, 2, 2)),
      then,
    );
  });

  it("brings back removed lines, also the first and the last", () => {
    assert.deepEqual(applied(["a", "c"], then, lines(2, 2, 1, 0)), then);
    assert.deepEqual(applied(["b", "c"], then, lines(1, 1, 0, 0)), then);
    assert.deepEqual(applied(["a", "b"], then, lines(3, 3, 2, 0)), then);
  });
});
