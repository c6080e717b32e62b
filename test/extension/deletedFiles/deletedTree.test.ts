import assert from "node:assert/strict";
import {
  deletedBelow,
  deletedTree,
  latestIn,
  type DeletedFolder,
} from "../../../src/extension/deletedFiles/deletedTree";

interface Row {
  file: { path: string; deletedAt: string };
}
const row = (path: string, hour = 0): Row => ({
  file: { path, deletedAt: `2026-11-16T1${hour}:00:00.000Z` },
});

type Shape = [name: string, files: string[], ...folders: Shape[]];
const shape = ({ name, files, folders }: DeletedFolder<Row>): Shape => [
  name,
  files.map(({ file }) => file.path),
  ...folders.map(shape),
];

describe("deleted files by folder", () => {
  it("join folders that have nothing else in them", () => {
    const tree = deletedTree([row("src/app/a.ts"), row("src/app/b.ts")]);
    assert.deepEqual(shape(tree), [
      "",
      [],
      ["src/app", ["src/app/a.ts", "src/app/b.ts"]],
    ]);
  });

  it("have the folder first whose file was deleted last", () => {
    const tree = deletedTree([
      row("readme.md", 3),
      row("old/x", 1),
      row("new/deep/y", 2),
      row("new/z", 0),
    ]);
    assert.deepEqual(shape(tree), [
      "",
      ["readme.md"],
      ["new", ["new/z"], ["deep", ["new/deep/y"]]],
      ["old", ["old/x"]],
    ]);
    assert.equal(latestIn(tree.folders[0]!), row("", 2).file.deletedAt);
  });

  it("are all brought back with their folder", () => {
    const rows = [row("a/b/c"), row("a/d"), row("e")];
    const [folder] = deletedTree(rows).folders;
    assert.deepEqual(
      deletedBelow(folder!).map(({ file }) => file.path),
      ["a/d", "a/b/c"],
    );
    assert.deepEqual(deletedTree([]), {
      ...{ path: "", name: "", folders: [], files: [] },
    });
  });
});
