import assert from "node:assert/strict";
import {
  countsOf,
  isNothingToDo,
  planText,
  touchedBy,
  type Planned,
} from "../../../src/extension/commands/planText";

type Plan = Planned["plan"];
const state = { hash: "h", mode: 0o644, sizeBytes: 1 };

function planned(given: Partial<Plan> = {}, editors: string[] = []): Planned {
  return {
    folderName: "work",
    editors,
    plan: {
      verb: "restore",
      writes: [],
      deletes: [],
      leftAlone: [],
      unsaved: [],
      changedByOthers: [],
      ...given,
    },
  };
}

const write = (
  path: string,
  action: "create" | "replace",
): Plan["writes"][number] => ({
  path,
  action,
  before: action === "create" ? null : state,
  after: state,
});

describe("the dialog before a restore", () => {
  const full = planned(
    {
      writes: [
        write("a", "replace"),
        write("b", "replace"),
        write("c", "create"),
      ],
      deletes: [{ path: "d", before: state }],
      leftAlone: [{ path: "big.bin", reason: "too-large" }],
      changedByOthers: [{ path: "a", sources: ["codex", "outside"] }],
    },
    ["a"],
  );

  it("says what will happen, and names what will be deleted", () => {
    const { detail } = planText("Restore?", [full]);
    assert.match(
      detail,
      /^2 files will be replaced, 1 file will be brought back, 1 file will be deleted\.$/m,
    );
    assert.match(detail, /^Will be deleted:\n {2}d$/m);
    const unsaved = [
      { path: "a", hash: null },
      { path: "b", hash: "h" },
    ];
    const texts = planText("Restore?", [planned({ unsaved })]).detail;
    assert.match(
      texts,
      /^Unsaved text of 1 file will be set aside, unsaved text of 1 file will be brought back\.$/m,
    );
    assert.doesNotMatch(texts, /Will be deleted/);
  });

  it("counts what was replaced, brought back and deleted", () => {
    assert.equal(
      countsOf([full]),
      "2 files replaced, 1 file brought back, 1 file deleted.",
    );
    assert.equal(touchedBy([full]), 4);
  });

  it("tells unsaved text that is set aside from such that comes back", () => {
    const unsaved = [
      { path: "a", hash: null },
      { path: "b", hash: "h" },
    ];
    assert.equal(
      countsOf([planned({ unsaved })]),
      "unsaved text of 1 file set aside, unsaved text of 1 file brought back.",
    );
  });

  it("names what was changed since the restore that is undone", () => {
    const plan = planned({ verb: "undo", changedSince: ["a", "b"] });
    const { detail } = planText("Undo?", [plan]);
    assert.match(detail, /^Changed since that restore:\n\s+a\n\s+b$/m);
    assert.doesNotMatch(planText("Undo?", [full]).detail, /Changed since/);
  });

  it("names what others changed, what is left alone and unsaved editors", () => {
    const { question, detail } = planText("Restore?", [full]);
    assert.equal(question, "Restore?");
    assert.match(
      detail,
      /changed by others since:\n {2}a \(codex, outside the editor\)/,
    );
    assert.match(detail, /Left alone:\n {2}big\.bin \(too large/);
    assert.match(detail, /Unsaved text.*\n {2}a/);
    assert.match(detail, /can be undone/);
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
    assert.match(detail, /work\/a/);
    assert.match(detail, /other\/a/);
  });

  it("is not shown when there is nothing to do", () => {
    assert.ok(isNothingToDo([planned(), planned()]));
    assert.ok(!isNothingToDo([planned(), full]));
    assert.ok(
      !isNothingToDo([planned({ unsaved: [{ path: "a", hash: null }] })]),
    );
  });
});
