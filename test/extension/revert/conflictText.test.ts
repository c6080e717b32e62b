import assert from "node:assert/strict";
import type { Conflict } from "../../../src/engine/api";
import { exactText } from "../../../src/engine/model/exactText";
import { merge3 } from "../../../src/engine/model/merge";
import {
  canBeMerged,
  hasMarkers,
  startText,
  withoutMark,
} from "../../../src/extension/revert/conflictText";

const MARK = "\uFEFF";

function conflict(given: Partial<Conflict>): Conflict {
  const none = { base: null, ours: null, theirs: null, merged: null };
  return { path: "a.txt", binary: false, ...none, ...given };
}

/** What the engine makes of three texts that conflict. */
function merging(base: string, ours: string, theirs: string): Conflict {
  const merged = merge3({
    base: Buffer.from(base),
    ours: Buffer.from(ours),
    theirs: Buffer.from(theirs),
    labels: { ours: "now", theirs: "before" },
  });
  assert.ok(!merged.ok && merged.merged);
  return conflict({ base, ours, theirs, merged: exactText(merged.merged) });
}

describe("conflict markers", () => {
  it("are seen at the start of a line only", () => {
    assert.ok(hasMarkers("a\n<<<<<<< now\nb"));
    assert.ok(hasMarkers("a\r\n>>>>>>>\r\nb"));
    assert.ok(!hasMarkers("a <<<<<<< b"));
    assert.ok(!hasMarkers("<<<<<<<<"));
    assert.ok(!hasMarkers(""));
  });

  it("are not seen in the underline of a heading", () => {
    assert.ok(!hasMarkers("Heading\n=======\ntext\n"));
    assert.ok(!hasMarkers("|||||||\n"));
  });
});

describe("the merge editor", () => {
  it("is not for bytes that no editor would save as they were", () => {
    const latin1 = exactText(Buffer.from("caf\u00e9\n", "latin1"));
    for (const side of ["base", "ours", "theirs", "merged"])
      assert.ok(!canBeMerged(conflict({ ours: "a", [side]: latin1 })), side);
    assert.ok(!canBeMerged(conflict({ binary: true })));
  });

  it("is for any UTF-8, also with characters that stand for lost ones", () => {
    const text = exactText(Buffer.from(`${MARK}caf\uFFFD 😀\n`));
    assert.ok(canBeMerged(conflict({ ours: text, theirs: text, base: null })));
  });

  it("begins with the text with markers, else with what is there now", () => {
    assert.equal(startText(conflict({ merged: "m", ours: "o" })), "m");
    assert.equal(startText(conflict({ ours: "o", theirs: "t" })), "o");
    assert.equal(startText(conflict({ theirs: "t" })), "");
  });

  it("finds the mark of the encoding first, and only there", () => {
    const first = merging(`${MARK}a\nb\n`, `${MARK}x\nb\n`, `${MARK}y\nb\n`);
    assert.match(first.merged ?? "", /^<{7}/);
    assert.equal(
      startText(first),
      `${MARK}<<<<<<< now\nx\n=======\ny\n>>>>>>> before\nb\n`,
    );
    const ends = (text: string) => text.replaceAll("\n", "\r\n");
    assert.equal(
      startText(
        merging(
          ends(`${MARK}a\nb\n`),
          ends(`${MARK}x\nb\n`),
          ends(`${MARK}y\nb\n`),
        ),
      ),
      ends(`${MARK}<<<<<<< now\nx\n=======\ny\n>>>>>>> before\nb\n`),
    );
    const later = merging(`${MARK}a\nb\n`, `${MARK}a\nx\n`, `${MARK}a\ny\n`);
    assert.equal(startText(later), later.merged);
  });

  it("has the mark also for a file that is gone by now", () => {
    assert.equal(startText(conflict({ theirs: `${MARK}a\n` })), MARK);
  });

  it("does not bring a mark back that the merge has taken away", () => {
    const made = merging(`${MARK}a\n1\nb\n`, `${MARK}a\n1\nx\n`, "a\n1\ny\n");
    assert.match(made.merged ?? "", /^a\n1\n<{7}/);
    assert.equal(startText(made), made.merged);
  });

  it("shows a text without the mark", () => {
    assert.equal(withoutMark(`${MARK}a${MARK}`), `a${MARK}`);
    assert.equal(withoutMark("a"), "a");
  });
});
