import assert from "node:assert/strict";
import {
  changeRows,
  changeTree,
  filesBelow,
  inOrder,
  linesOf,
  type ChangeFolder,
  type ChangeRow,
} from "../../../src/extension/timeline/changeRows";
import { linesText } from "../../../src/wording/deeds";

function row(path: string, given: Partial<ChangeRow> = {}): ChangeRow {
  return {
    path,
    from: null,
    status: "modified",
    isUnsaved: false,
    linesAdded: 1,
    linesRemoved: 0,
    ...given,
  };
}

/** The tree as indented names, as a person sees it. */
function drawn(folder: ChangeFolder, indent = ""): string[] {
  return [
    ...folder.folders.flatMap((each) => [
      `${indent}${each.name}/`,
      ...drawn(each, indent + "  "),
    ]),
    ...folder.files.map(({ path }) => indent + path.split("/").at(-1)),
  ];
}

describe("changed files as a tree", () => {
  it("put folders before files and join folders with nothing else in them", () => {
    const tree = changeTree(
      [
        "src/app/core/a.ts",
        "src/app/core/b.ts",
        "z.md",
        "test/x.ts",
        "test/unit/y.ts",
      ].map((path) => row(path)),
    );
    assert.deepEqual(drawn(tree), [
      "src/app/core/",
      "  a.ts",
      "  b.ts",
      "test/",
      "  unit/",
      "    y.ts",
      "  x.ts",
      "z.md",
    ]);
  });

  it("are in the explorer's order, and a folder knows how many it holds", () => {
    const paths = ["d10/x", "d2/f10.txt", "d2/f9.txt", "B.md", "a.md"];
    const tree = changeTree(inOrder(paths.map((path) => row(path))));
    assert.deepEqual(drawn(tree), [
      ...["d2/", "  f9.txt", "  f10.txt", "d10/", "  x"],
      ...["a.md", "B.md"],
    ]);
    assert.deepEqual(tree.folders.map(filesBelow), [2, 1]);
    assert.equal(filesBelow(tree), 5);
  });

  it("are in some steady order when they are very many", () => {
    const many = Array.from({ length: 6000 }, (_, i) => row(`f${i}`));
    const sorted = inOrder(many).map(({ path }) => path);
    assert.deepEqual(sorted, many.map(({ path }) => path).sort());
  });

  it("give a joined folder the path of the innermost", () => {
    const tree = changeTree([row("src/app/a.ts")]);
    assert.deepEqual(
      tree.folders.map(({ path, name }) => ({ path, name })),
      [{ path: "src/app", name: "src/app" }],
    );
  });
});

describe("changed files of a diff", () => {
  it("are in path order with their status, wherever they came from", () => {
    const change = (path: string, from?: string) => ({
      path,
      ...(from === undefined ? {} : { from }),
      layer: "disk" as const,
      binary: false,
      linesAdded: 0,
      linesRemoved: 0,
      oldHash: null,
      newHash: null,
    });
    const rows = changeRows({
      added: [change("c")],
      modified: [change("a")],
      deleted: [change("d")],
      renamed: [change("b", "old")],
    });
    assert.deepEqual(
      rows.map(({ path, status, from }) => [path, status, from]),
      [
        ["a", "modified", null],
        ["b", "renamed", "old"],
        ["c", "added", null],
        ["d", "deleted", null],
      ],
    );
  });

  it("tell their lines, and nothing for a binary file", () => {
    assert.equal(
      linesText(linesOf(row("a", { linesAdded: 3, linesRemoved: 2 }))),
      "+3 −2",
    );
    assert.equal(
      linesText(linesOf(row("a", { linesAdded: 0, linesRemoved: 2 }))),
      "−2",
    );
    assert.equal(
      linesText(linesOf(row("a", { linesAdded: null, linesRemoved: null }))),
      "",
    );
  });
});
