import assert from "node:assert/strict";
import { restoreAnswer } from "../../../src/agents/tools/restoreAnswer";
import { briefReport } from "../../../src/answers/brief";
import { problem } from "../../../src/engine/model/errors";
import type { RestoreReport } from "../../../src/engine/model/restorePlan";

describe("an agent's answer about a failed restore", () => {
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
    failures: [
      { path: "a", ...problem("file-unreadable", { path: "a" }).toJSON() },
    ],
    restoreId: null,
  };

  it("says that the files are unchanged if it was rolled back", () => {
    assert.match(
      restoreAnswer(failed).text,
      /was rolled back\. .* unchanged\./,
    );
  });

  it("says to read the files again if it could not be rolled back yet", () => {
    const { text, value } = restoreAnswer({ ...failed, isHalfDone: true });
    assert.equal(briefReport.parse(value).isHalfDone, true);
    assert.equal(restoreAnswer(failed).value.isHalfDone, false);
    assert.match(
      text,
      /could not be rolled back yet: .*\nRead these files again/,
    );
    assert.match(text, /^  a cannot be read\.$/m);
  });
});
