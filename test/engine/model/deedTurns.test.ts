import assert from "node:assert/strict";
import type { DeedPrompt } from "../../../src/engine/model/deedFacts";
import { DeedList } from "../../../src/engine/model/deedList";
import { DeedTurns } from "../../../src/engine/model/deedTurns";

describe("turns", () => {
  const prompts = [
    prompt("a", 1, "codex"),
    prompt("b", 3, "claude-code"),
    prompt("c", 5, "codex"),
  ];
  let turns: DeedTurns;
  let settled: number;

  beforeEach(() => {
    settled = 0;
    turns = new DeedTurns(prompts, new DeedList(), () => settled++);
  });

  const owner = (source: string, thread: string | null = null) =>
    turns.of({ n: 9, atMs: 0, source, thread })?.id;

  it("get a change without a thread if their agent has no other turn", () => {
    turns.beginBefore(4);
    assert.equal(owner("codex"), "a/1");
    turns.beginBefore(9);
    assert.equal(owner("codex"), undefined);
    assert.equal(owner("codex", "c"), "c/5");
    assert.equal(owner("claude-code"), "b/3");
  });

  it("get no change of the user or of an unknown author", () => {
    turns.beginBefore(9);
    for (const source of ["editor", "outside", "git"])
      assert.equal(owner(source), undefined);
  });

  it("begin once, at their checkpoint or before the next change", () => {
    turns.beginBefore(2);
    const [first] = turns.open;
    assert.equal(turns.begin(turns.prompt("a", "1")!), first);
    assert.equal(settled, 1);
    assert.equal(turns.prompt("a", "2"), undefined);
    assert.equal(turns.inThread(null), undefined);
  });
});

function prompt(thread: string, moment: number, source: string): DeedPrompt {
  return { thread, id: String(moment), moment, atMs: 0, source };
}
