import assert from "node:assert/strict";
import {
  changeRows,
  changeTree,
  linesText,
  type ChangeFolder,
  type ChangeRow,
} from "../../../src/extension/views/changeRows";

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
      linesText(row("a", { linesAdded: 3, linesRemoved: 2 })),
      "+3 −2",
    );
    assert.equal(linesText(row("a", { linesAdded: 0, linesRemoved: 2 })), "−2");
    assert.equal(
      linesText(row("a", { linesAdded: null, linesRemoved: null })),
      "",
    );
  });
});
