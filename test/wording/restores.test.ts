import assert from "node:assert/strict";
import { deedSentence } from "../../src/wording/restores";
import { plain } from "../../src/wording/voice";

describe("a restore that was done, in words", () => {
  it("says where it went and how many files it changed", () => {
    const entry = { target: "#3 tea", writes: 2, deletes: 1 };
    assert.deepEqual(
      (["restore", "revert", "thread"] as const).map((verb) =>
        deedSentence({ verb, ...entry }, plain),
      ),
      [
        "Restored to #3 tea: 3 files.",
        "Reverted #3 tea: 3 files.",
        "Went back to #3 tea: 3 files.",
      ],
    );
    const undone = { ...entry, target: "restore to #3 tea" };
    assert.equal(
      deedSentence({ verb: "undo", ...undone }, plain),
      "Undid the restore to #3 tea: 3 files.",
    );
  });
});
