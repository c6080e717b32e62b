import assert from "node:assert/strict";
import type { Conflict } from "../../../src/engine/api";
import { KeptDecisions } from "../../../src/extension/revert/keptDecisions";

describe("the kept decisions of a revert", () => {
  const conflict = {
    ...{ path: "a.txt", binary: false },
    ...{ base: "base", ours: "ours", theirs: "theirs" },
  } as Conflict;
  const changed = { ...conflict, ours: "ours, later" };
  let kept: Map<string, unknown>;
  const decisions = (ref = "#1") =>
    new KeptDecisions(
      {
        get: <T>(key: string) => kept.get(key) as T | undefined,
        update: async (key, value) => void kept.set(key, value),
      },
      ["/folder", { ref }],
    );
  beforeEach(() => (kept = new Map()));

  it("outlive the window, for this revert alone", () => {
    decisions().keep(conflict, { text: "merged" });
    assert.deepEqual(decisions().of(conflict), { text: "merged" });
    assert.equal(decisions().count, 1);
    assert.equal(decisions("#2").of(conflict), undefined);
  });

  it("count for the conflict that was resolved, and for no other", () => {
    decisions().keep(conflict, "ours");
    const other = { ...conflict, path: "b.txt" };
    decisions().keep(other, "theirs");
    assert.equal(decisions().of(changed), undefined);
    assert.deepEqual(
      [conflict, changed].map((one) => decisions().isStale(one)),
      [false, true],
    );
    assert.equal(decisions().of(other), "theirs");
  });

  it("are dropped together", () => {
    decisions().keep(conflict, "ours");
    decisions().drop();
    assert.equal(decisions().count, 0);
    assert.equal(decisions().of(conflict), undefined);
  });
});
