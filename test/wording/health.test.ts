import assert from "node:assert/strict";
import { problem } from "../../src/engine/model/errors";
import {
  damagedText,
  recoveredText,
  unendedText,
} from "../../src/wording/health";
import { plain } from "../../src/wording/voice";

describe("messages about the health of a history", () => {
  it("name the damage, what is safe and what to do", () => {
    const { message, hint } = damagedText(
      "app",
      { kind: "files-deleted" },
      plain,
    );
    assert.equal(
      message,
      "The history of app is damaged: its files were deleted while it was open.",
    );
    assert.match(hint, /Your files are untouched.* Use verify to see/);
  });

  it("say what happens next to a restore that is only partly done", () => {
    const { message, hint } = unendedText(
      "app",
      problem("file-unreadable", { path: "a" }).toJSON(),
      plain,
    );
    assert.equal(
      message,
      "A restore in app is only partly done. a cannot be read.",
    );
    assert.match(hint, /Checkpoint will finish or roll it back as soon as/);
  });

  const description = "restore to #1 first";
  it("say how an interrupted restore ended", () => {
    assert.equal(
      recoveredText({ state: "recovered", description, leftAlone: [] }, plain),
      "“restore to #1 first” was interrupted and has now been finished. To undo it, use undo.",
    );
    assert.equal(
      recoveredText(
        { state: "rolled-back", description, leftAlone: [] },
        plain,
      ),
      "“restore to #1 first” was interrupted and has been rolled back. Your files are unchanged.",
    );
  });

  it("name a few of the files that were left alone, as the host shows them", () => {
    const leftAlone = ["a", "b", "c", "d", "e", "f", "g"];
    assert.match(
      recoveredText(
        { state: "recovered", description, leftAlone },
        plain,
        (path) => path.toUpperCase(),
      ),
      / Changed since, and left alone: A, B, C, D, E, and 2 more\.$/,
    );
  });
});
