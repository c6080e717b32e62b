import assert from "node:assert/strict";
import type { Conflict } from "../../../src/engine/api";
import type { RestoreReport } from "../../../src/engine/model/restorePlan";
import { assertSameTree } from "../../helpers/tree";
import { cliForEach, type CliWorkspace } from "../runCli";

type Answer = RestoreReport & { conflicts: Conflict[] };
const lines = (...changed: [number, string][]) => {
  const all = Array.from({ length: 20 }, (_, i) => `line ${i}`);
  for (const [i, text] of changed) all[i] = text;
  return all.join("\n") + "\n";
};

describe("checkpoint revert", function () {
  this.timeout(120_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  beforeEach(async () => {
    work = workspace({ "a.txt": lines(), "keep.txt": "k" });
    await work.prints("create");
    work.write("a.txt", lines([2, "agent"]));
    work.write("agent.txt", "made by the agent");
    await work.prints(
      "create",
      "--source",
      "codex",
      "--thread",
      "t",
      "--message",
      "m",
    );
  });

  it("reverts one checkpoint and keeps what came after it", async () => {
    work.write("a.txt", lines([2, "agent"], [17, "mine"]));
    await work.prints("create");
    const answer = await work.json<Answer>("revert", "1", "--yes");
    assert.equal(answer.applied, true);
    assert.deepEqual(answer.conflicts, []);
    assert.equal(work.text("a.txt"), lines([17, "mine"]));
    assert.equal(work.exists("agent.txt"), false);
    await work.prints("undo", "--yes");
    assert.equal(work.text("a.txt"), lines([2, "agent"], [17, "mine"]));
    assert.equal(work.text("agent.txt"), "made by the agent");
  });

  it("reverts what a source changed, within paths", async () => {
    await work.prints(
      "revert",
      "--source",
      "codex",
      "--yes",
      "--",
      "agent.txt",
    );
    assert.equal(work.exists("agent.txt"), false);
    assert.equal(work.text("a.txt"), lines([2, "agent"]));
    await work.prints("revert", "--source", "codex", "--since", "0", "-y");
    assert.equal(work.text("a.txt"), lines());
  });

  it("stops at conflicts with exit code 3, and writes nothing until each is resolved", async () => {
    work.write("a.txt", lines([2, "mine"]));
    await work.prints("create");
    const before = work.tree();
    const result = await work.run(["revert", "1", "--yes", "--json"]);
    assert.equal(result.code, 3);
    const { conflicts, applied, plan } = JSON.parse(result.stdout) as Answer;
    assert.equal(applied, false);
    assert.ok(plan);
    assert.deepEqual(
      conflicts.map((c) => c.path),
      ["a.txt"],
    );
    const [conflict] = conflicts;
    assert.deepEqual(Object.keys(conflict!).sort(), [
      "base",
      "binary",
      "merged",
      "ours",
      "path",
      "theirs",
    ]);
    assert.equal(conflict!.ours, lines([2, "mine"]));
    assert.match(conflict!.merged ?? "", /<<<<<<</);
    assertSameTree(work.tree(), before);
    const text = await work.run(["revert", "1", "--yes"]);
    assert.equal(text.code, 3);
    assert.match(
      text.stdout,
      /1 conflict; nothing was changed\.\n {2}a\.txt\n/,
    );
    // A resolution is given and listed relative to the current directory.
    work.write("sub/x", "x");
    const below = await work.run(["revert", "1", "--yes"], {
      cwd: work.at("sub"),
    });
    assert.match(below.stdout, /\n {2}\.\.\/a\.txt\n/);

    await work.prints("revert", "1", "--yes", "--resolve", "a.txt=ours");
    assert.equal(work.text("a.txt"), lines([2, "mine"]));
    assert.equal(work.exists("agent.txt"), false);
    await work.prints("undo", "--yes");
    await work.prints("revert", "1", "--yes", "--resolve", "a.txt=theirs");
    assert.equal(work.text("a.txt"), lines());
    await work.prints("undo", "--yes");
    work.write("../decided", "by hand\n");
    await work.prints("revert", "1", "--yes", "--resolve", "a.txt=../decided");
    assert.equal(work.text("a.txt"), "by hand\n");
  });

  it("reports that nothing is left to revert", async () => {
    await work.prints("revert", "1", "--yes");
    assert.equal(
      await work.prints("revert", "1"),
      "Nothing from #1 is left to revert.\n",
    );
  });

  it("needs confirmation as well", async () => {
    const before = work.tree();
    assert.equal((await work.run(["revert", "1"])).code, 2);
    const dry = await work.json<Answer>(
      "revert",
      "--source",
      "codex",
      "--dry-run",
    );
    assert.equal(dry.applied, false);
    assert.deepEqual(
      dry.plan.deletes.map((d) => d.path),
      ["agent.txt"],
    );
    assertSameTree(work.tree(), before);
  });
});
