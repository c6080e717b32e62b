import assert from "node:assert/strict";
import {
  restoreAnswer,
  restoreOut,
} from "../../../src/agents/tools/restoreAnswer";
import type { RestoreReport } from "../../../src/engine/model/restorePlan";

describe("what an agent is told of a restore that failed", () => {
  const failed: RestoreReport = {
    plan: {
      id: "p",
      verb: "restore",
      target: { label: "#3", moment: 3, checkpoint: null },
      scope: { paths: [], source: null },
      base: 4,
      createdAt: "2026-11-16T10:00:00.000Z",
      ...{ writes: [], deletes: [], leftAlone: [], unsaved: [] },
      changedByOthers: [],
    },
    applied: false,
    guard: { id: "g", number: 5 },
    moment: 4,
    failures: [{ path: "a", code: "io", message: "The disk is away." }],
    restoreId: null,
  };

  it("its files are as before, once it was rolled back", () => {
    assert.match(restoreAnswer(failed).text, /rolled back: .* as before\./);
  });

  it("its files are to be read again, while it could not be rolled back", () => {
    const { text, value } = restoreAnswer({ ...failed, isHalfDone: true });
    assert.equal(restoreOut.parse(value).isHalfDone, true);
    assert.equal(restoreAnswer(failed).value.isHalfDone, false);
    assert.match(text, /could not be rolled back yet: .*Read them again/);
    assert.match(text, /a: The disk is away\./);
  });
});
