import assert from "node:assert/strict";
import { changeLines, reportLines } from "../../src/cli/planText";
import { plain } from "../../src/cli/text";
import type {
  RestorePlan,
  RestoreReport,
} from "../../src/engine/model/restorePlan";

const plan = (given: Partial<RestorePlan> = {}): RestorePlan => ({
  id: "p",
  verb: "restore",
  target: { label: "#3 before", moment: 3, checkpoint: null },
  scope: { paths: [], source: null },
  base: 4,
  createdAt: "2026-11-16T10:00:00.000Z",
  writes: [],
  deletes: [],
  leftAlone: [],
  unsaved: [],
  changedByOthers: [],
  ...given,
});

const report = (given: Partial<RestoreReport>): RestoreReport => ({
  plan: plan(),
  applied: true,
  guard: null,
  moment: 4,
  failures: [],
  restoreId: null,
  ...given,
});

const text = (given: Partial<RestoreReport>) =>
  reportLines(report(given), plain).join("\n");

describe("what is shown of a plan", () => {
  const rows = (limit: number, writes: number, deletes: number) =>
    changeLines(
      [
        ...Array.from({ length: writes }, (_, i) => ({
          path: `w${i}`,
          action: "replace" as const,
        })),
        ...Array.from({ length: deletes }, (_, i) => ({
          path: `d${i}`,
          action: "delete" as const,
        })),
      ],
      plain,
      limit,
    );

  it("is all of it where that fits", () => {
    assert.deepEqual(rows(4, 3, 1), [
      "  replace w0",
      "  replace w1",
      "  replace w2",
      "  delete  d0",
    ]);
  });

  it("has deletions in it however much is written", () => {
    assert.deepEqual(rows(4, 1000, 1), [
      "  replace w0",
      "  replace w1",
      "  replace w2",
      "  and 997 more to write; --dry-run --json lists all",
      "  delete  d0",
    ]);
    assert.deepEqual(rows(4, 1000, 2000), [
      "  replace w0",
      "  replace w1",
      "  and 998 more to write; --dry-run --json lists all",
      "  delete  d0",
      "  delete  d1",
      "  and 1,998 more to delete; --dry-run --json lists all",
    ]);
    assert.deepEqual(rows(4, 1, 4), [
      "  replace w0",
      "  delete  d0",
      "  delete  d1",
      "  delete  d2",
      "  and 1 more to delete; --dry-run --json lists all",
    ]);
  });
});

describe("what is said of a restore", () => {
  it("that failed: what it left, and why", () => {
    const failures = [
      {
        path: "a\x1b",
        code: "disk-full" as const,
        message: "The disk is full.",
      },
    ];
    assert.equal(
      text({ applied: false, failures }),
      "error: The restore failed and was taken back: the files are as before.\n" +
        "  a\\x1b: The disk is full.",
    );
  });

  it("that failed and is half done: no word of its being taken back", () => {
    const failures = [
      { path: "a", code: "io" as const, message: "The disk is away." },
    ];
    assert.equal(
      text({ applied: false, failures, isHalfDone: true }),
      "error: The restore failed and could not be taken back yet: some files are as before, some are not.\n" +
        "  a: The disk is away.",
    );
  });

  it("that had nothing to do: why, for each kind", () => {
    const why = (given: Partial<RestorePlan>) =>
      text({ plan: plan(given) }).replace("Nothing to change: ", "");
    assert.equal(why({}), "the files are as they were at #3 before.");
    assert.equal(
      why({ scope: { paths: [], source: "codex" } }),
      "nothing that codex changed since #3 before is left in the files.",
    );
    assert.equal(
      why({
        verb: "revert",
        target: { label: "#3", moment: null, checkpoint: null },
      }),
      "nothing of #3 is left in the files.",
    );
    assert.equal(why({ verb: "undo" }), "the files are so already.");
  });
});
