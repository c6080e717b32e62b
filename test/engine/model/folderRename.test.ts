import assert from "node:assert/strict";
import { folderRename } from "../../../src/engine/model/folderRename";

describe("a renamed folder", () => {
  /** Deleted and added files as `path=content`. */
  const cases: [what: string, deleted: string, added: string, string | null][] =
    [
      ["a file", "a.js=1", "lib/b.js=1", "a.js lib/b.js"],
      ["a folder of folders", "l/a/x=1 l/b/y=2", "i/a/x=1 i/b/y=2", "l i"],
      ["a folder of one folder", "l/a/x=1 l/a/y=2", "i/a/x=1 i/a/y=2", "l i"],
      ["a folder that moved", "l/x=1 l/y=2", "lib/l/x=1 lib/l/y=2", "l lib/l"],
      ["a file that was edited too", "l/a=1", "i/a=2", null],
      ["files that changed places", "l/x=1 l/y=2", "i/x=2 i/y=1", null],
      ["a folder and an added file", "l/x=1", "i/x=1 new=2", null],
      ["files that left the top level", "x=1 y=2", "i/x=1 i/y=2", null],
      ["nothing", "", "", null],
    ];
  const read = (text: string) =>
    new Map(
      text
        .split(" ")
        .filter(Boolean)
        .map((each) => each.split("=") as [string, string]),
    );
  for (const [what, deleted, added, expected] of cases)
    it(`is ${expected === null ? "not " : ""}seen in ${what}`, () => {
      const rename = folderRename(read(deleted), read(added));
      assert.equal(rename && `${rename.from} ${rename.to}`, expected);
    });
});
