import assert from "node:assert/strict";
import { editText } from "../../../src/extension/commands/editText";

describe("the dialog before going back to a message", () => {
  it("says what will happen to files and messages, and how to take it back", () => {
    assert.equal(
      editText({
        restorations: [
          { path: "a", action: "replace" },
          { path: "b", action: "delete" },
          { path: "c", action: "create" },
        ],
        deletedMessages: ["m2"],
        changedByOthers: [{ path: "a", sources: ["codex", "outside"] }],
      }),
      [
        "1 file will be replaced, 1 file will be brought back, 1 file will be deleted.",
        "Will be deleted:\n  b",
        "1 later message will be marked as taken back.",
        "Also changed by others since:\n  a (codex, outside the editor)",
        "Undo Restore takes all of this back.",
      ].join("\n\n"),
    );
  });

  it("names a few of many and says how many more", () => {
    const detail = editText({
      restorations: [],
      deletedMessages: ["m2", "m3"],
      changedByOthers: Array.from({ length: 9 }, (_, i) => ({
        ...{ path: `f${i}`, sources: ["codex"] },
      })),
    });
    assert.match(detail, /^The files are already as they were\.$/m);
    assert.match(detail, /^2 later messages will be marked/m);
    assert.match(detail, / {2}f3 \(codex\)\n {2}and 5 more$/m);
  });
});
