import assert from "node:assert/strict";
import fs from "node:fs";
import type { RestoreReport } from "../../../src/engine/model/restorePlan";
import { scanFrames } from "../../../src/engine/store/journal/journal";
import { assertSameTree } from "../../helpers/tree";
import { cliForEach, type CliWorkspace } from "../runCli";

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

  it("only shows what it would do with --dry-run", async () => {
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
      /^2 files will be replaced, 1 file will be recreated, 1 file will be deleted\. Nothing has been changed yet\.\n/,
    );
    assert.match(text, /^ {2}create {2}c\.txt$/m);
    assert.match(text, /^ {2}delete {2}new\.txt$/m);
    assertSameTree(work.tree(), before);
  });

  it("lists the known sources if one is misspelt", async () => {
    await work.prints("create", "--source", "codex");
    for (const line of [
      ["restore", "0", "--only-source", "codx"],
      ["revert", "--source", "codx"],
      ["revert", "--source", "codx", "--since", "0"],
    ]) {
      const { exit, code, message, hint } = await work.problem(...line);
      assert.deepEqual([exit, code], [1, "not-found"]);
      assert.equal(message, "Nothing in this history was changed by “codx”.");
      assert.match(hint!, /^Known sources: codex, cli, outside\./);
    }
  });

  it("lists what changed since the restore being undone", async () => {
    await work.prints("restore", "0", "--yes");
    assert.doesNotMatch(await work.prints("undo", "-n"), /Changed since/);
    work.write("a.txt", "worked on");
    work.write("new.txt", "made again");
    const text = await work.prints("undo", "-n");
    assert.match(
      text,
      /^These newer changes will be replaced:\n {2}a\.txt\n {2}new\.txt$/m,
    );
    const { plan } = await work.json<Answer>("undo", "-n");
    assert.deepEqual(plan.changedSince, ["a.txt", "new.txt"]);
  });

  it("warns of others' changes in the files of one source, not of its own", async () => {
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
      /^These newer changes will be replaced:\n {2}b\.txt \(.+\)\nTo keep their changes, use “checkpoint revert --source bot”\.$/m,
    );
  });

  it("does not show up as changes in status", async () => {
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
      assert.match(result.stdout + result.stderr, /needs confirmation/);
      assert.match(result.stdout + result.stderr, /--yes/);
    }
    assertSameTree(work.tree(), before);
  });

  it("restores everything, and undo and redo switch back and forth", async () => {
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
      /^Done: 2 files replaced, 1 file recreated, 1 file deleted\. .* To redo it, use “checkpoint redo”\.$/m,
    );
    assertSameTree(work.tree(), changed);
  });

  it("is limited to the given paths", async () => {
    await work.prints("restore", "0", "--yes", "--", "dir", "c.txt");
    assert.equal(work.text("dir/b.txt"), "b");
    assert.equal(work.text("c.txt"), "c");
    assert.equal(work.text("a.txt"), "changed");
    assert.equal(work.text("new.txt"), "new");
  });

  it("restores only what one source changed", async () => {
    await work.prints("create");
    work.write("agent.txt", "by the agent");
    work.write("a.txt", "by the agent");
    await work.prints("create", "--source", "codex");
    await work.prints("restore", "1", "--only-source", "codex", "--yes");
    assert.equal(work.exists("agent.txt"), false);
    assert.equal(work.text("a.txt"), "changed");
    assert.equal(work.text("new.txt"), "new");
  });

  it("restores to a moment without a checkpoint, and to a time", async () => {
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

  it("reports that there is nothing to do", async () => {
    await work.prints("restore", "0", "--yes");
    const dry = await work.json<Answer>("restore", "0", "--dry-run");
    assert.deepEqual([dry.plan.writes, dry.plan.deletes], [[], []]);
    assert.match(
      await work.prints("restore", "0"),
      /^The workspace already matches #0/,
    );
    await work.prints("create", "--source", "codex");
    work.write("a.txt", "mine");
    assert.match(
      await work.prints("restore", "0", "--only-source", "codex"),
      /^Nothing that Codex changed since #0.* is left to restore\.\n$/,
    );
  });

  it("reports that there is nothing to undo", async () => {
    const { exit, code } = await work.problem("undo", "--yes");
    assert.deepEqual([exit, code], [1, "nothing-to-undo"]);
  });

  it("writes a line to restore.log", async () => {
    await work.prints("restore", "0", "--yes");
    const { store } = await work.json<{ store: string }>("status");
    const log = fs.readFileSync(`${store}/restore.log`, "utf8");
    assert.equal(log.trimEnd().split("\n").length, 1);
    assert.match(log, /restore/);
  });

  it("has synced its files when it exits, and records that", async () => {
    await work.prints("restore", "0", "--yes");
    const { store } = await work.json<{ store: string }>("status");
    const journal = fs.readFileSync(`${store}/journal/1.log`);
    const kinds = scanFrames(journal).frames.map(({ record }) => record.t);
    assert.deepEqual(kinds.slice(-2), ["end", "settled"]);
  });
});
