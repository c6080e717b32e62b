import assert from "node:assert/strict";
import {
  didEditText,
  leftToOthersSection,
  willEditText,
} from "../../src/wording/threads";
import { plain } from "../../src/wording/voice";

describe("going back to a message, in words", () => {
  const edit = {
    restorations: [
      { path: "a", action: "replace" as const },
      { path: "b", action: "delete" as const },
    ],
    deletedMessages: ["m2"],
  };

  it("counts files and later messages, before and after", () => {
    assert.deepEqual(willEditText(edit, plain), [
      "1 file will be replaced, 1 file will be deleted.",
      "1 later message will be marked as deleted.",
    ]);
    assert.deepEqual(didEditText(edit, plain), [
      "1 file replaced, 1 file deleted.",
      "1 later message marked as deleted.",
    ]);
    assert.deepEqual(
      willEditText({ restorations: [], deletedMessages: ["a", "b"] }, plain),
      [
        "The files already match.",
        "2 later messages will be marked as deleted.",
      ],
    );
  });

  it("lists what only others changed, and how to include it", () => {
    const left = [{ path: "d", sources: ["codex"] }];
    assert.deepEqual(leftToOthersSection(left, plain), [
      {
        title: "Left alone, because only others changed them:",
        rows: [{ path: "d", note: "Codex" }],
        hint: "To restore them too, use include-others.",
      },
    ]);
    assert.deepEqual(leftToOthersSection([], plain), []);
  });
});
