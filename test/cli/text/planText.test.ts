import assert from "node:assert/strict";
import { problem } from "../../../src/engine/model/errors";
import { changeLines, reportLines } from "../../../src/cli/text/planText";
import { plain } from "../../../src/cli/text/text";
import type { RestoreReport } from "../../../src/engine/model/restorePlan";
import { plan, write } from "../../wording/plans";

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

describe("the lines of a plan", () => {
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

  it("are complete if they fit", () => {
    assert.deepEqual(rows(4, 3, 1), [
      "  replace w0",
      "  replace w1",
      "  replace w2",
      "  delete  d0",
    ]);
  });

  it("include deletions, however much is written", () => {
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

describe("the text about a restore", () => {
  it("that failed: the state of the files, and the reason", () => {
    const failures = [
      {
        path: "a\x1b",
        ...problem("file-unreadable", { path: "b" }).toJSON(),
      },
    ];
    assert.equal(
      text({ applied: false, failures }),
      "error: The restore failed and was rolled back. Your files are unchanged.\n" +
        "  a\\x1b: b cannot be read.",
    );
  });

  it("that failed and is half done: does not say it was rolled back", () => {
    const failures = [
      { path: "a", ...problem("file-unreadable", { path: "b" }).toJSON() },
    ];
    const said = text({ applied: false, failures, isHalfDone: true });
    assert.match(
      said,
      /^error: The restore failed and could not be rolled back/,
    );
    assert.match(said, /\n {2}a: b cannot be read\.$/);
  });

  it("that had nothing to do: only that", () => {
    assert.equal(text({}), "The workspace already matches #3 before.");
  });

  it("that was applied: what was done, where the previous state is kept, and how to undo it", () => {
    const done = plan({ writes: [write("a", "replace")] });
    assert.equal(
      text({ plan: done, guard: { id: "g", number: 5 } }),
      "Done: 1 file replaced. The previous state is kept in guard checkpoint #5. To undo it, use “checkpoint undo”.",
    );
  });
});
