import assert from "node:assert/strict";
import {
  SaveWatch,
  type TextChange,
} from "../../../src/extension/recording/saveWatch";

const place = (line: number, character: number) => ({ line, character });
const inserted = (text: string, line = 0, character = 2) => ({
  range: { start: place(line, character), end: place(line, character) },
  text,
});
const deleted = (line: number, from: number, to: number) => ({
  range: { start: place(line, from), end: place(line, to) },
  text: "",
});

describe("a watched save", () => {
  let watch: SaveWatch;
  let version: number;
  beforeEach(() => {
    watch = new SaveWatch("x=1\n", 7, 1000);
    version = 7;
  });

  function change(more: Partial<TextChange> = {}): void {
    version++;
    watch.changed({
      ...{ edits: [inserted(" ")], isUndo: false, isDirty: true, version },
      ...{ cursors: [place(0, 3)], ...more },
    });
  }
  const saved = (text = "x = 1\n", nowMs = 1100) =>
    watch.saved(version, () => text, nowMs);
  const found = { typed: "x=1\n", saved: "x = 1\n" };

  it("finds what changed the text in between", () => {
    change();
    change({ edits: [inserted(" "), inserted("\n", 1, 0)] });
    assert.deepEqual(saved(), found);
  });

  it("does not ask for the text of a save that nothing changed", () => {
    const text = () => assert.fail("asked for the text");
    assert.equal(watch.saved(7, text, 1100), null);
  });

  it("finds nothing if the changes leave the text as it was", () => {
    change();
    change();
    assert.equal(saved("x=1\n"), null);
  });

  it("gives nothing to a formatter that a person may have done", () => {
    for (const act of [
      () => watch.touched(),
      () => change({ isUndo: true }),
      // Delete, delete to the end of the line, delete line.
      () => change({ edits: [deleted(0, 3, 4)] }),
      () => change({ edits: [deleted(0, 3, 9)] }),
      () =>
        change({
          edits: [
            { range: { start: place(0, 0), end: place(1, 0) }, text: "" },
          ],
        }),
    ]) {
      watch = new SaveWatch("x=1\n", 7, 1000);
      change();
      act();
      change();
      assert.equal(saved(), null);
    }
  });

  it("finds white space that was removed before the cursor or in another line", () => {
    change({ edits: [deleted(0, 1, 3), deleted(4, 0, 9)] });
    assert.deepEqual(saved(), found);
  });

  it("finds what changed a document that was clean", () => {
    change({ isDirty: false });
    watch.changed({
      ...{ edits: [], isUndo: false, isDirty: true, version, cursors: [] },
    });
    change();
    assert.deepEqual(saved(), found);
  });

  it("gives nothing to a formatter that was loaded from the disk", () => {
    change({ isDirty: false });
    assert.equal(saved(), null);
    watch = new SaveWatch("x=1\n", 7, 1000);
    change({ isDirty: false });
    change({ isDirty: false });
    watch.changed({
      ...{ edits: [], isUndo: false, isDirty: true, version, cursors: [] },
    });
    assert.equal(saved(), null);
  });

  it("does not believe a save that took long, or a clock that was set back", () => {
    change();
    assert.deepEqual(saved("x = 1\n", 4000), found);
    assert.equal(saved("x = 1\n", 4001), null);
    assert.equal(saved("x = 1\n", 999), null);
  });
});
