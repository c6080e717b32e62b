import assert from "node:assert/strict";
import { editText } from "../../../src/extension/threads/editText";

describe("the dialog before going back to a message", () => {
  it("says what will happen to files and messages, and how to undo it", () => {
    assert.equal(
      editText(
        {
          restorations: [
            { path: "a", action: "replace" },
            { path: "b", action: "delete" },
            { path: "c", action: "create" },
          ],
          deletedMessages: ["m2"],
          changedByOthers: [{ path: "a", sources: ["codex", "outside"] }],
          leftToOthers: [{ path: "d", sources: ["codex"] }],
        },
        ["a"],
      ),
      [
        "These newer changes will be replaced:\n  a (Codex, outside the editor)",
        "1 file will be replaced, 1 file will be recreated, 1 file will be deleted.",
        "Will be deleted:\n  b",
        "1 later message will be marked as deleted.",
        "Left alone, because only others changed them:\n  d (Codex)\nTo restore them too, use “Include Others' Changes...”.",
        "Unsaved changes, kept in the guard checkpoint:\n  a",
        "To undo it, use “Undo Restore”.",
      ].join("\n\n"),
    );
  });

  it("names a few of many and says how many more", () => {
    const detail = editText(
      {
        restorations: [],
        deletedMessages: ["m2", "m3"],
        changedByOthers: Array.from({ length: 9 }, (_, i) => ({
          ...{ path: `f${i}`, sources: ["codex"] },
        })),
        leftToOthers: [],
      },
      [],
    );
    assert.doesNotMatch(detail, /nsaved/);
    assert.match(detail, /^The files already match\.$/m);
    assert.match(detail, /^2 later messages will be marked/m);
    assert.match(detail, / {2}f3 \(Codex\)\n {2}and 5 more$/m);
  });
});
