import assert from "node:assert/strict";
import fs from "node:fs";
import type { RestoreReport } from "../../src/engine/model/restorePlan";
import { assertSameTree } from "../helpers/tree";
import { cliForEach, type CliWorkspace } from "./runCli";

type Answer = Pick<RestoreReport, "plan" | "applied" | "guard" | "failures">;

describe("checkpoint restore, undo, redo", function () {
  this.timeout(60_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  beforeEach(async () => {
    work = workspace({ "a.txt": "a", "dir/b.txt": "b", "c.txt": "c" });
    await work.prints("create", "-m", "start");
    work.write("a.txt", "changed");
    work.write("dir/b.txt", "changed");
    work.write("new.txt", "new");
    work.remove("c.txt");
  });

  it("shows what it would do and does nothing with --dry-run", async () => {
    const before = work.tree();
    const answer = await work.json<Answer>("restore", "0", "--dry-run");
    assert.deepEqual(
      answer.plan.writes.map((w) => [w.action, w.path]),
      [
        ["replace", "a.txt"],
        ["create", "c.txt"],
        ["replace", "dir/b.txt"],
      ],
    );
    assert.deepEqual(
      answer.plan.deletes.map((d) => d.path),
      ["new.txt"],
    );
    assert.deepEqual(answer.plan.leftAlone, []);
    assert.equal(answer.applied, false);
    assert.equal(answer.guard, null);
    assert.deepEqual(answer.failures, []);
    const text = await work.prints("restore", "0", "-n");
    assert.match(
      text,
      /^3 files to write, 1 to delete; nothing was changed yet\.\n/,
    );
    assert.match(text, /^ {2}create {2}c\.txt$/m);
    assert.match(text, /^ {2}delete {2}new\.txt$/m);
    assertSameTree(work.tree(), before);
  });

  it("names the sources there are when one is misspelt", async () => {
    await work.prints("create", "--source", "codex");
    for (const line of [
      ["restore", "0", "--only-source", "codx"],
      ["revert", "--source", "codx"],
      ["revert", "--source", "codx", "--since", "0"],
    ]) {
      const { exit, code, message, hint } = await work.problem(...line);
      assert.deepEqual([exit, code], [1, "not-found"]);
      assert.equal(message, "This history knows no source “codx”.");
      assert.match(hint!, /^It knows codex, cli, outside\./);
    }
  });

  it("says what was changed since the restore that is undone", async () => {
    await work.prints("restore", "0", "--yes");
    assert.doesNotMatch(await work.prints("undo", "-n"), /Changed since/);
    work.write("a.txt", "worked on");
    work.write("new.txt", "made again");
    const text = await work.prints("undo", "-n");
    assert.match(
      text,
      /^Changed since that restore, and kept in the guard:\n {2}a\.txt\n {2}new\.txt$/m,
    );
    const { plan } = await work.json<Answer>("undo", "-n");
    assert.deepEqual(plan.changedSince, ["a.txt", "new.txt"]);
  });

  it("tells of others' changes in files that one source changed, not of its own", async () => {
    work.write("b.txt", "1\n2\n3\n4\n5\n");
    await work.prints("create", "-m", "base");
    work.write("b.txt", "bot\n2\n3\n4\n5\n");
    await work.prints("create", "-m", "by bot", "--source", "bot");
    const revert = ["revert", "by bot", "-n"];
    const restore = ["restore", "base", "--only-source", "bot", "-n"];
    for (const verb of [revert, restore])
      assert.doesNotMatch(await work.prints(...verb), /thers/);
    work.write("b.txt", "bot\n2\n3\n4\nmine\n");
    await work.prints("create", "-m", "mine");
    assert.doesNotMatch(await work.prints(...revert), /thers/);
    assert.match(
      await work.prints(...restore),
      /^Changes of others in these files go too:\n {2}b\.txt \(.+\)\nTo keep them: checkpoint revert --source bot$/m,
    );
  });

  it("does not count what it did as changes that status tells of", async () => {
    await work.prints("create", "-m", "later");
    await work.prints("restore", "start", "--yes");
    await work.prints("undo", "--yes");
    const status = await work.json<{
      last: { name: string };
      changed: Record<string, unknown[]>;
    }>("status");
    assert.equal(status.last.name, "later");
    assert.deepEqual(Object.values(status.changed).flat(), []);
  });

  it("refuses without a terminal and without --yes, and changes nothing", async () => {
    const before = work.tree();
    for (const verb of [
      ["restore", "0"],
      ["restore", "0", "--json"],
    ]) {
      const result = await work.run(verb, { input: "y\n" });
      assert.equal(result.code, 2);
      assert.match(result.stdout + result.stderr, /needs your word/);
      assert.match(result.stdout + result.stderr, /--yes/);
    }
    assertSameTree(work.tree(), before);
  });

  it("puts everything back, and undo and redo go to and fro", async () => {
    const changed = work.tree();
    const answer = await work.json<Answer>("restore", "0", "--yes");
    assert.equal(answer.applied, true);
    assert.deepEqual(answer.failures, []);
    assert.equal(typeof answer.guard?.number, "number");
    assert.equal(typeof answer.guard?.id, "string");
    const start = work.tree();
    assert.deepEqual([...start.keys()].sort(), ["a.txt", "c.txt", "dir/b.txt"]);
    assert.equal(work.text("a.txt"), "a");

    const undone = await work.json<Answer>("undo", "--yes");
    assert.equal(undone.applied, true);
    assertSameTree(work.tree(), changed);
    await work.prints("redo", "--yes");
    assertSameTree(work.tree(), start);
    const said = await work.prints("undo", "-y");
    assert.match(
      said,
      /^Done: 2 files? written, 1 deleted\.|^Done: 3 files written, 1 deleted\./,
    );
    assertSameTree(work.tree(), changed);
  });

  it("keeps to the paths it is given", async () => {
    await work.prints("restore", "0", "--yes", "--", "dir", "c.txt");
    assert.equal(work.text("dir/b.txt"), "b");
    assert.equal(work.text("c.txt"), "c");
    assert.equal(work.text("a.txt"), "changed");
    assert.equal(work.text("new.txt"), "new");
  });

  it("takes back only what one source changed", async () => {
    await work.prints("create");
    work.write("agent.txt", "by the agent");
    work.write("a.txt", "by the agent");
    await work.prints("create", "--source", "codex");
    await work.prints("restore", "1", "--only-source", "codex", "--yes");
    assert.equal(work.exists("agent.txt"), false);
    assert.equal(work.text("a.txt"), "changed");
    assert.equal(work.text("new.txt"), "new");
  });

  it("goes back to a moment that nobody named, and to a time", async () => {
    const { moment } = await work
      .json<{ moment: number }>("status")
      .then(async () => ({
        moment: (await work.json<{ moments: number }>("status")).moments,
      }));
    work.write("a.txt", "later");
    await work.prints("create");
    await work.prints("restore", `@${moment}`, "--yes", "--", "a.txt");
    assert.equal(work.text("a.txt"), "changed");
    const long = await work.problem("restore", "3w", "--yes");
    assert.deepEqual([long.exit, long.code], [1, "not-found"]);
  });

  it("says so when there is nothing to do", async () => {
    await work.prints("restore", "0", "--yes");
    const dry = await work.json<Answer>("restore", "0", "--dry-run");
    assert.deepEqual([dry.plan.writes, dry.plan.deletes], [[], []]);
    assert.match(await work.prints("restore", "0"), /^Nothing to change/);
    await work.prints("create", "--source", "codex");
    work.write("a.txt", "mine");
    assert.match(
      await work.prints("restore", "0", "--only-source", "codex"),
      /^Nothing to change: nothing that codex changed since #0.* is left in the files\.\n$/,
    );
  });

  it("says so when there is nothing to undo", async () => {
    const { exit, code } = await work.problem("undo", "--yes");
    assert.deepEqual([exit, code], [1, "nothing-to-undo"]);
  });

  it("writes a line into restore.log", async () => {
    await work.prints("restore", "0", "--yes");
    const { store } = await work.json<{ store: string }>("status");
    const log = fs.readFileSync(`${store}/restore.log`, "utf8");
    assert.equal(log.trimEnd().split("\n").length, 1);
    assert.match(log, /restore/);
  });
});
