import assert from "node:assert/strict";
import fc from "../../helpers/generated";
import { decideRevert } from "../../../src/engine/model/revertRules";
import { workspacePath } from "../../../src/engine/model/workspacePath";
import { apply, decide, revertCase, shown, type Tree } from "./revertTrees";

describe("revert", () => {
  // Description; the trees before | after the change | now; the steps.
  const cases: [string, string, string][] = [
    ["an unchanged file is left", "a=T | a=T | a=X", ""],
    ["an added file goes", " | a=T | a=T", "a=-"],
    ["an added file that is gone stays gone", " | a=T | ", ""],
    ["an added file edited since conflicts", " | a=T | a=X", "a=!edited-since"],
    [
      "an added file made executable since conflicts",
      " | a=T | a=T*",
      "a=!edited-since",
    ],
    [
      "an added file renamed since conflicts",
      " | a=T | a>b=T",
      "b=!edited-since",
    ],
    ["a deleted file comes back", "a=T | | ", "a=T"],
    ["a deleted executable comes back as one", "a=T* | | ", "a=T*"],
    ["a deleted file that is back is left", "a=T | | a=T", ""],
    [
      "a deleted file conflicts with another in its place",
      "a=T | | a=X",
      "a=!occupied",
    ],
    ["a modified file goes back", "a=T | a=X | a=X", "a=T"],
    ["a modified file that is back already is left", "a=T | a=X | a=T", ""],
    ["a modified file is merged with edits since", "a=T | a=X | a=XY", "a=Y"],
    ["the same lines edited since conflict", "a=T | a=X | a=Z", "a=!content"],
    [
      "a modified file deleted since conflicts",
      "a=T | a=X | ",
      "a=!deleted-since",
    ],
    ["a binary file untouched since goes back", "a=B1 | a=B2 | a=B2", "a=B1"],
    [
      "a binary file edited since conflicts",
      "a=B1 | a=B2 | a=B3",
      "a=!content",
    ],
    ["a mode alone goes back and edits stay", "a=T | a=T* | a=X*", "a=X"],
    ["a mode changed since stays", "a=T | a=X | a=X*", "a=T*"],
    ["a link goes back", "a=->x | a=->y | a=->y", "a=->x"],
    ["a link changed since conflicts", "a=->x | a=->y | a=->z", "a=!content"],
    [
      "a file that was a link and was made executable since conflicts",
      "a=->x | a=T | a=T*",
      "a=!content",
    ],
    [
      "a link that was a file becomes one again",
      "a=T* | a=->y | a=->y",
      "a=T*",
    ],
    [
      "a file that became a link since conflicts",
      "a=T | a=X | a=->y",
      "a=!content",
    ],
    [
      "a file renamed since is reverted under its new name",
      "a=T | a=X | a>b=XY",
      "b=Y",
    ],
    ["a renamed file gets its name back", "a=T | a>b=T | b=T", "a=T b=-"],
    ["a renamed file keeps edits since", "a=T | a>b=T | b=Y", "a=Y b=-"],
    [
      "a file renamed and edited by the change is merged",
      "a=T | a>b=X | b=XY",
      "a=Y b=-",
    ],
    [
      "a rename whose merge conflicts says so at the old name",
      "a=T | a>b=X | b=Z",
      "a=!content b=-",
    ],
    [
      "a renamed file stays when another has its old place",
      "a=T | a>b=T | a=X b=T",
      "a=!occupied",
    ],
    [
      "a renamed file stays when what took its place was edited since",
      "a=T | a>b=T a=X | a=Z b=T",
      "a=!occupied",
    ],
    [
      "a renamed file deleted since conflicts",
      "a=T | a>b=T | ",
      "a=!deleted-since",
    ],
    [
      "a renamed file deleted since stays so for another in its old place",
      "a=T | a>b=T | a=X",
      "a=!occupied",
    ],
    [
      "a file renamed by the change and back since is left",
      "a=T | a>b=T | b>a=T",
      "",
    ],
    [
      "a file renamed by the change and again since conflicts",
      "a=T | a>b=T | b>c=T",
      "c=!renamed-apart",
    ],
    [
      "two files that swapped names swap back",
      "a=T b=X | b>a=X a>b=T | a=X b=Y",
      "a=Y b=X",
    ],
    [
      "a file comes back where the change put another",
      "a=X c=T | c>a=T | a=T",
      "a=X c=T",
    ],
  ];
  for (const [what, given, expected] of cases)
    it(what, () => {
      assert.equal(shown(decide(revertCase(given))), expected);
    });

  it("merges each permission bit separately", () => {
    const [step] = decideModes(0o644, 0o755, 0o750);
    assert.ok(step?.action === "write");
    assert.equal(step.mode, 0o640);
  });

  it("returns a conflict's three sides and the text with markers", () => {
    const [step] = decide(revertCase("a=T | a=X | a=Z*"));
    assert.ok(step?.action === "conflict");
    assert.equal(step.base?.hash, "X");
    assert.equal(step.ours?.hash, "Z");
    assert.equal(step.theirs?.hash, "T");
    assert.equal(step.mode, 0o755);
    assert.equal(
      Buffer.from(step.merged!).toString(),
      "<<<<<<< now\nz\n=======\n1\n>>>>>>> before\n2\n3\n4\n5\n",
    );
  });

  it("returns as ours the file now at the path to which a deleted file would come back", () => {
    const [step] = decide(revertCase("a=T | a>b=T | a=X*"));
    assert.ok(step?.action === "conflict");
    assert.equal(step.ours?.hash, "X");
    assert.equal(step.theirs?.hash, "T");
    assert.equal(step.mode, 0o755);
  });

  it("of the latest change results in the tree before it", () => {
    fc.assert(
      fc.property(tree, tree, renames, (before, after, wanted) => {
        const renamed = validRenames(before, after, wanted);
        const steps = decide({ before, after, now: after, renamed, since: {} });
        assert.deepEqual(apply(after, steps), before);
      }),
      { numRuns: 2000 },
    );
  });

  it("of a change that was already reverted does nothing", () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        const one = { before, after, now: before, renamed: {}, since: {} };
        assert.deepEqual(decide(one), []);
      }),
      { numRuns: 500 },
    );
  });

  it("does not touch any path outside the change", () => {
    fc.assert(
      fc.property(tree, tree, tree, (before, after, now) => {
        const one = { before, after, now, renamed: {}, since: {} };
        for (const { path } of decide(one))
          assert.notEqual(before[path], after[path]);
      }),
      { numRuns: 500 },
    );
  });
});

function decideModes(before: number, after: number, now: number) {
  const at = (mode: number) => ({
    path: workspacePath("a"),
    hash: "T",
    mode,
    sizeBytes: 10,
  });
  return decideRevert([{ before: at(before), after: at(after) }], {
    now: () => at(now),
    read: () => assert.fail("the content is the same"),
  });
}

const names = ["a", "b", "c", "d"];
const tree: fc.Arbitrary<Tree> = fc
  .dictionary(
    fc.constantFrom(...names),
    fc.constantFrom("T", "X", "XY", "T*", "X*", "E", "B1", "->x", "->y"),
  )
  .map((found) => ({ ...found }));
const renames = fc.array(
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)),
  { maxLength: 3 },
);

function validRenames(before: Tree, after: Tree, wanted: [string, string][]) {
  const renamed: Record<string, string> = {};
  for (const [from, to] of wanted)
    if (
      from !== to &&
      from in before &&
      to in after &&
      !(from in renamed) &&
      !Object.values(renamed).includes(to)
    )
      renamed[from] = to;
  return renamed;
}
