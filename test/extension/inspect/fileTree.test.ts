import assert from "node:assert/strict";
import { FileTree } from "../../../src/extension/inspect/fileTree";

describe("the files of a checkpoint as a tree", () => {
  it("has folders first, then files, each by name", () => {
    const tree = new FileTree(["b.txt", "src/x/y.ts", "src/a.ts", "A.md"]);
    const names = (folder: string) =>
      tree.in(folder).map(({ name, isFolder }) => name + (isFolder ? "/" : ""));
    assert.deepEqual(names(""), ["src/", "A.md", "b.txt"]);
    assert.deepEqual(names("src"), ["x/", "a.ts"]);
    assert.deepEqual(names("src/x"), ["y.ts"]);
    assert.deepEqual(names("nowhere"), []);
  });
});
