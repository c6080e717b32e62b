import assert from "node:assert/strict";
import {
  changeSides,
  rowsBesideNow,
} from "../../../src/extension/commands/changeSides";
import type { ChangeRow } from "../../../src/extension/views/changeRows";

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

  it("tell an unsaved text from the file beside it, or of then when it is now", () => {
    for (const status of ["added", "modified"] as const) {
      const text = unsaved(status);
      assert.deepEqual(sides(text, false), ["right a", "right a unsaved"]);
      assert.deepEqual(sides(text, true), ["left a", "right a unsaved"]);
    }
  });

  it("show an unsaved text that is gone beside the file", () => {
    assert.deepEqual(sides(unsaved("deleted"), true), [
      "left a unsaved",
      "right a",
    ]);
  });
});

describe("changes beside the files as they are now", () => {
  it("have a changed file once, though its editor has unsaved text", () => {
    for (const status of ["added", "modified"] as const) {
      const file = row(status);
      for (const text of [unsaved("added"), unsaved("modified")])
        assert.deepEqual(rowsBesideNow([text, file]), [file]);
    }
  });

  it("have an unsaved text whose file did not change", () => {
    const rows = [unsaved("added"), row("modified", { path: "b" })];
    assert.deepEqual(rowsBesideNow(rows), rows);
  });

  it("have an unsaved text that is gone, unless its file is gone too", () => {
    const gone = unsaved("deleted");
    const saved = row("modified");
    assert.deepEqual(rowsBesideNow([saved, gone]), [saved, gone]);
    const deleted = row("deleted");
    assert.deepEqual(rowsBesideNow([deleted, gone]), [deleted]);
    const moved = row("renamed", { path: "b", from: "a" });
    assert.deepEqual(rowsBesideNow([moved, gone]), [moved]);
  });
});
