import assert from "node:assert/strict";
import { hunkLines, newerText, willDoToFile } from "../../src/wording/review";
import { plain } from "../../src/wording/voice";

describe("the rows of a review in words", () => {
  it("say what happens to a file", () => {
    assert.deepEqual(
      (["replace", "create", "delete", "unsaved"] as const).map((action) =>
        willDoToFile(action, plain),
      ),
      [
        "will be replaced",
        "will be recreated",
        "will be deleted",
        "only its unsaved text changes",
      ],
    );
  });

  it("say whose newer work would be replaced", () => {
    const newer = ["codex", "outside"];
    assert.equal(
      newerText({ newer, isChangedSince: true }, plain),
      "newer changes by Codex, outside the editor",
    );
    assert.equal(
      newerText({ newer: [], isChangedSince: true }, plain),
      "newer changes",
    );
    assert.equal(newerText({ newer: [], isChangedSince: false }, plain), "");
  });

  it("say where a change is and how large", () => {
    const hunk = { line: 12, removed: 1, added: 3, text: "x" };
    assert.equal(hunkLines(hunk, plain), "line 12, +3 −1");
    assert.equal(hunkLines({ ...hunk, added: 0 }, plain), "line 12, −1");
  });
});
