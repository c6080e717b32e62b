import assert from "node:assert/strict";
import { Review, reviewFiles } from "../../../src/extension/restore/review";
import { plan, write } from "../../wording/plans";

const before = { hash: "h", mode: 0o644, sizeBytes: 1 };
const hunk = { line: 1, removed: 1, added: 1, text: "x" };

describe("what is chosen in a review", () => {
  const review = () =>
    new Review(
      reviewFiles("work", {
        ...plan({
          writes: [
            write("a", "replace"),
            write("b", "create"),
            write("z", "replace"),
          ],
          deletes: [{ path: "d", before }],
          unsaved: [
            { path: "z", hash: null },
            { path: "u", hash: "h" },
          ],
          changedByOthers: [{ path: "z", sources: ["codex"] }],
        }),
        id: "p",
      }),
    );
  const fileOf = (of: Review<string>, path: string) =>
    of.files.find((file) => file.path === path)!;

  it("names files whose newer changes are replaced first, each once", () => {
    assert.deepEqual(
      review().files.map(({ path, action, newer }) => [path, action, ...newer]),
      [
        ["z", "replace", "codex"],
        ["a", "replace"],
        ["b", "create"],
        ["d", "delete"],
        ["u", "unsaved"],
      ],
    );
  });

  it("knows a file of an earlier plan that would change in the same way", () => {
    const earlier = (then: ReturnType<typeof write>) =>
      reviewFiles("work", { ...plan({ writes: [then] }), id: "earlier" })[0]!;
    const now = review();
    assert.equal(now.find(earlier(write("a", "replace"))), fileOf(now, "a"));
    assert.equal(now.find(earlier(write("x", "replace"))), undefined);
    assert.equal(now.find(earlier(write("b", "replace"))), undefined);
    const other = write("a", "replace");
    other.after.hash = "another";
    assert.equal(now.find(earlier(other)), undefined);
  });

  it("is everything at first, which needs no part of the plan", () => {
    const all = review();
    all.setHunks(fileOf(all, "a"), [hunk, hunk]);
    assert.equal(all.parts, null);
    all.choose(fileOf(all, "a"), false);
    all.choose(fileOf(all, "a"), true);
    assert.equal(all.parts, null);
  });

  it("leaves out files, and single changes of a file", () => {
    const some = review();
    some.choose(fileOf(some, "d"), false);
    some.choose(fileOf(some, "u"), false);
    const a = fileOf(some, "a");
    some.setHunks(a, [hunk, hunk, hunk]);
    some.chooseHunk(a, 1, false);
    assert.deepEqual(some.partOf(a), [2, 3]);
    assert.deepEqual(some.parts, [
      {
        plan: "p",
        files: [{ path: "z" }, { path: "a", hunks: [0, 2] }, { path: "b" }],
      },
    ]);
  });

  it("takes a file without a chosen change as left out, and back again", () => {
    const some = review();
    const a = fileOf(some, "a");
    some.setHunks(a, [hunk, hunk]);
    some.chooseHunk(a, 0, false);
    some.chooseHunk(a, 1, false);
    assert.equal(some.isChosen(a), false);
    some.chooseHunk(a, 1, true);
    assert.equal(some.isChosen(a), true);
    assert.equal(some.isChosen(a, 0), false);
    some.choose(a, true);
    assert.equal(some.isChosen(a, 0), true);
    assert.equal(some.parts, null);
  });

  it("does not choose the changes of a file that was left out before they were known", () => {
    const some = review();
    const a = fileOf(some, "a");
    some.choose(a, false);
    some.setHunks(a, [hunk]);
    assert.equal(some.isChosen(a, 0), false);
  });
});
