import assert from "node:assert/strict";
import {
  planText,
  type Planned,
} from "../../../src/extension/restore/planText";
import { plan, write } from "../../wording/plans";

function planned(
  given: Partial<Planned["plan"]> = {},
  editors: string[] = [],
): Planned {
  return { folderName: "work", editors, plan: plan(given) };
}

describe("the dialog before a restore", () => {
  const full = planned(
    {
      writes: [write("a", "replace"), write("c", "create")],
      deletes: [
        { path: "d", before: { hash: "h", mode: 0o644, sizeBytes: 1 } },
      ],
      leftAlone: [{ path: "big.bin", reason: "too-large" }],
      changedByOthers: [{ path: "a", sources: ["codex"] }],
    },
    ["a"],
  );

  it("has a paragraph for each thing to know", () => {
    const { question, detail } = planText("Restore?", [full]);
    assert.equal(question, "Restore?");
    assert.deepEqual(
      detail.split("\n\n").map((paragraph) => paragraph.split("\n")),
      [
        ["These newer changes will be replaced:", "  a (Codex)"],
        [
          "1 file will be replaced, 1 file will be recreated, 1 file will be deleted.",
        ],
        ["Will be deleted:", "  d"],
        ["Unsaved changes, kept in the guard checkpoint:", "  a"],
        ["Left alone:", "  big.bin (larger than checkpoint.maxFileSize)"],
        [
          "The current state is kept in a guard checkpoint first, so this can be undone.",
        ],
      ],
    );
  });

  it("names a few of many and says how many more", () => {
    const leftAlone = Array.from({ length: 30 }, (_, i) => ({
      path: `f${i}`,
      reason: "special" as const,
    }));
    const { detail } = planText("?", [planned({ leftAlone })]);
    assert.match(detail, /f3/);
    assert.doesNotMatch(detail, /f4/);
    assert.match(detail, /and 26 more/);
  });

  it("names the folder when there are several", () => {
    const other = { ...full, folderName: "other" };
    const { detail } = planText("?", [full, other]);
    assert.match(detail, /^2 files will be replaced, 2 files/m);
    assert.match(detail, /work\/a/);
    assert.match(detail, /other\/a/);
  });
});
