import assert from "node:assert/strict";
import {
  changeSides,
  rowsBesideNow,
} from "../../../src/extension/compare/changeSides";
import type { ChangeRow } from "../../../src/extension/timeline/changeRows";

const row = (status: ChangeRow["status"], given: Partial<ChangeRow> = {}) => ({
  ...{ path: "a", from: null, status, isUnsaved: false },
  ...{ linesAdded: null, linesRemoved: null },
  ...given,
});
const unsaved = (status: ChangeRow["status"], path = "a") =>
  row(status, { path, isUnsaved: true });

/** For instance “left a”, “right a unsaved”, or “nothing”. */
function sides(change: ChangeRow, isNow: boolean): string[] {
  return changeSides(change, { isNow }).map((shown) =>
    shown
      ? `${shown.side} ${shown.path}${shown.layer === "disk" ? "" : " unsaved"}`
      : "nothing",
  );
}

describe("the two sides of a changed file", () => {
  it("are the file before and after, wherever it was", () => {
    assert.deepEqual(sides(row("modified"), true), ["left a", "right a"]);
    assert.deepEqual(sides(row("added"), true), ["nothing", "right a"]);
    assert.deepEqual(sides(row("deleted"), true), ["left a", "nothing"]);
    const renamed = row("renamed", { from: "old" });
    assert.deepEqual(sides(renamed, false), ["left old", "right a"]);
  });

  it("distinguish an unsaved text from its file, also from an older file", () => {
    for (const status of ["added", "modified"] as const) {
      const text = unsaved(status);
      assert.deepEqual(sides(text, false), ["right a", "right a unsaved"]);
      assert.deepEqual(sides(text, true), ["left a", "right a unsaved"]);
    }
  });

  it("show a discarded unsaved text next to the file", () => {
    assert.deepEqual(sides(unsaved("deleted"), true), [
      "left a unsaved",
      "right a",
    ]);
  });
});

describe("changes compared with the current files", () => {
  it("list a changed file once, even if its editor has unsaved text", () => {
    for (const status of ["added", "modified"] as const) {
      const file = row(status);
      for (const text of [unsaved("added"), unsaved("modified")])
        assert.deepEqual(rowsBesideNow([text, file]), [file]);
    }
  });

  it("list an unsaved text whose file did not change", () => {
    const rows = [unsaved("added"), row("modified", { path: "b" })];
    assert.deepEqual(rowsBesideNow(rows), rows);
  });

  it("list a discarded unsaved text, unless its file is gone too", () => {
    const gone = unsaved("deleted");
    const saved = row("modified");
    assert.deepEqual(rowsBesideNow([saved, gone]), [saved, gone]);
    const deleted = row("deleted");
    assert.deepEqual(rowsBesideNow([deleted, gone]), [deleted]);
    const moved = row("renamed", { path: "b", from: "a" });
    assert.deepEqual(rowsBesideNow([moved, gone]), [moved]);
  });
});
