import assert from "node:assert/strict";
import fc from "../../helpers/generated";
import {
  findRenames,
  type RenameCandidate,
} from "../../../src/engine/model/renames";
import {
  similarityBy,
  similarityOf,
} from "../../../src/engine/model/similarity";
import { SYMLINK } from "../../../src/engine/model/version";

type Tree = Record<string, string>;

function candidates(tree: Tree): RenameCandidate[] {
  return Object.entries(tree).map(([path, text]) => ({
    path,
    hash: `hash of ${text}`,
    sizeBytes: text.length,
  }));
}

function check(deleted: Tree, added: Tree, expected: Record<string, string>) {
  const bytes = (tree: Tree) => (path: string) => Buffer.from(tree[path]!);
  const renames = findRenames(
    candidates(added),
    candidates(deleted),
    similarityBy(bytes(added), bytes(deleted)),
  );
  assert.deepEqual(
    Object.fromEntries(renames.map(({ from, to }) => [from, to])),
    expected,
  );
}

const TEXT = Array.from({ length: 20 }, (_, i) => `line ${i}\n`).join("");
const EDITED = TEXT.replace("line 3\n", "another line\n");

describe("renames", () => {
  it("finds a file that moved to another folder", () => {
    check({ "a/x.ts": TEXT }, { "b/x.ts": TEXT }, { "a/x.ts": "b/x.ts" });
  });

  it("finds a file with a new name", () => {
    check({ "a.ts": TEXT }, { "b.ts": TEXT }, { "a.ts": "b.ts" });
  });

  it("prefers the same file name among equal contents", () => {
    check(
      { "a/x.ts": TEXT, "a/y.ts": TEXT },
      { "b/y.ts": TEXT, "b/x.ts": TEXT },
      { "a/x.ts": "b/x.ts", "a/y.ts": "b/y.ts" },
    );
  });

  it("prefers the nearest folder among equal contents and names", () => {
    check(
      { "old/1/x": TEXT, "old/2/x": TEXT },
      { "new/2/x": TEXT, "new/1/x": TEXT },
      { "old/1/x": "new/1/x", "old/2/x": "new/2/x" },
    );
  });

  it("finds a file that was renamed and edited", () => {
    check({ "a.ts": TEXT }, { "b.ts": EDITED }, { "a.ts": "b.ts" });
  });

  it("prefers equal content over similar content", () => {
    check(
      { "a.ts": TEXT },
      { "z.ts": TEXT, "b.ts": EDITED },
      { "a.ts": "z.ts" },
    );
  });

  it("does not pair files that are not similar", () => {
    check({ "a.ts": TEXT }, { "a2.ts": TEXT.toUpperCase() }, {});
  });

  it("pairs empty files only under the same name", () => {
    check({ "a/e": "", "a/f": "" }, { "b/e": "", "b/g": "" }, { "a/e": "b/e" });
  });

  it("never pairs a symlink with a file", () => {
    const file = { path: "a", hash: "h", sizeBytes: 5, mode: 0o644 };
    const link = { path: "b", hash: "h", sizeBytes: 5, mode: SYMLINK };
    assert.deepEqual(
      findRenames([link], [file], () => 1),
      [],
    );
  });

  it("compares a bounded number of contents", () => {
    const many = (folder: string) =>
      Array.from({ length: 1000 }, (_, i) => ({
        path: `${folder}/${i}`,
        hash: folder + i,
        sizeBytes: 100,
      }));
    let compared = 0;
    const renames = findRenames(many("new"), many("old"), () => {
      compared++;
      return 0.9;
    });
    assert.ok(compared <= 40_000, `${compared} comparisons`);
    assert.equal(renames.length, 1000);
    assert.ok(renames.every(({ from, to }) => from.slice(3) === to.slice(3)));
  });

  it("pairs thousands of equal files quickly", () => {
    const many = (folder: string) =>
      Array.from({ length: 5000 }, (_, i) => ({
        path: `${folder}/${i}.${folder}`,
        hash: "same",
        sizeBytes: 100,
      }));
    const renames = findRenames(many("new"), many("old"), () => 0);
    assert.equal(renames.length, 5000);
  });

  it("uses each path once and ignores the order of the input", () => {
    const tree = fc.dictionary(
      fc.constantFrom("a", "b", "c/a", "c/b", "d/e/a", "d/e/f"),
      fc.constantFrom("", TEXT, EDITED, TEXT + TEXT, "other\n"),
    );
    fc.assert(
      fc.property(tree, tree, fc.nat(), (deleted, added, turn) => {
        const alike = (a: string, b: string) =>
          similarityOf(Buffer.from(added[a]!), Buffer.from(deleted[b]!));
        const rotate = <T>(list: T[]) => {
          const at = list.length ? turn % list.length : 0;
          return [...list.slice(at), ...list.slice(0, at)];
        };
        const one = findRenames(candidates(added), candidates(deleted), alike);
        const two = findRenames(
          rotate(candidates(added)).reverse(),
          rotate(candidates(deleted)),
          alike,
        );
        assert.deepEqual(one, two);
        assert.equal(new Set(one.map((r) => r.from)).size, one.length);
        assert.equal(new Set(one.map((r) => r.to)).size, one.length);
        for (const { from, to } of one)
          assert.ok(from in deleted && to in added);
      }),
    );
  });
});

describe("similarity", () => {
  const cases: [string, string, string, number, number][] = [
    ["equal texts", TEXT, TEXT, 1, 1],
    ["nothing in common", TEXT, "x\ny\n", 0, 0],
    ["one line of twenty", TEXT, EDITED, 0.9, 0.99],
    ["half", TEXT, TEXT + TEXT, 0.5, 0.5],
    ["another order", "a\nb\nc\n", "c\na\nb\n", 1, 1],
    ["other line ends", "a\nb\n", "a\r\nb\r\n", 1, 1],
    ["both empty", "", "", 1, 1],
    ["one empty", "", "a\n", 0, 0],
    ["one long line", "ab".repeat(500), "ab".repeat(500) + "c", 0.9, 1],
  ];
  for (const [what, a, b, low, high] of cases)
    it(`of ${what} is between ${low} and ${high}`, () => {
      const value = similarityOf(Buffer.from(a), Buffer.from(b));
      assert.ok(value >= low && value <= high, String(value));
      assert.equal(similarityOf(Buffer.from(b), Buffer.from(a)), value);
    });
});
