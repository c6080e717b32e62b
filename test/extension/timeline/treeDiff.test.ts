import assert from "node:assert/strict";
import { Drawn, type DrawnRow } from "../../../src/extension/timeline/treeDiff";

describe("which rows of the timeline are redrawn", () => {
  let drawn: Drawn;
  const row = (id: string, look: string, children?: DrawnRow[]): DrawnRow => ({
    id,
    look: () => look,
    ...(children ? { children } : {}),
  });
  const note = (rows: readonly DrawnRow[], parent: string | null = null) => {
    drawn.noteChildren(
      parent,
      rows.map(({ id }) => id),
    );
    for (const { id, look, children } of rows) {
      drawn.noteRow(id, look());
      if (children) note(children, id);
    }
  };
  beforeEach(() => {
    drawn = new Drawn();
    note([
      row("today", "Today 2", [row("b", "you are here"), row("a", "old")]),
      row("more:5", "5 older"),
    ]);
  });

  it("is nothing when nothing looks different", () => {
    const children = [row("b", "you are here"), row("a", "old")];
    const now = [row("today", "Today 2", children), row("more:5", "5 older")];
    assert.deepEqual(drawn.compare(now), []);
  });

  it("is one row when only its mark moved, so that the others stay known", () => {
    const children = [row("b", "here, with changes"), row("a", "old")];
    const now = [row("today", "Today 2", children), row("more:5", "5 older")];
    assert.deepEqual(drawn.compare(now), ["b"]);
  });

  it("is a heading when a row came below it", () => {
    const children = [row("c", ""), row("b", "you are here"), row("a", "old")];
    const now = [row("today", "Today 2", children), row("more:5", "5 older")];
    assert.deepEqual(drawn.compare(now), ["today"]);
  });

  it("is everything when a heading came or went", () => {
    assert.equal(drawn.compare([row("today", "Today 2", [])]), "all");
    const children = [row("b", "you are here"), row("a", "old")];
    assert.equal(
      drawn.compare([
        row("new", "New 1", []),
        row("today", "Today 2", children),
        row("more:5", "5 older"),
      ]),
      "all",
    );
  });

  it("leaves out rows that were never shown", () => {
    drawn = new Drawn();
    drawn.noteChildren(null, ["today"]);
    drawn.noteRow("today", "Today 1");
    const now = [row("today", "Today 1", [row("a", "anything")])];
    assert.deepEqual(drawn.compare(now), []);
  });

  it("asks no hidden row how it would look", () => {
    drawn = new Drawn();
    drawn.noteChildren(null, ["today"]);
    drawn.noteRow("today", "Today 1");
    const hidden = { id: "a", look: () => assert.fail("it was asked") };
    assert.deepEqual(drawn.compare([row("today", "Today 1", [hidden])]), []);
  });
});
