import assert from "node:assert/strict";
import type {
  Thread,
  ThreadDetail,
  ThreadEdit,
  ThreadMessage,
} from "../../src/engine/model/thread";
import { assertSameTree } from "../helpers/tree";
import { cliForEach, type CliWorkspace } from "./runCli";

describe("checkpoint thread", function () {
  this.timeout(120_000);
  const workspace = cliForEach();
  let work: CliWorkspace;

  const say = (id: string, role: string, text: string) =>
    work.json<{ message: ThreadMessage }>(
      "thread",
      "record",
      "chat",
      "--message",
      id,
      "--role",
      role,
      "--text",
      text,
      "--source",
      "codex",
    );

  beforeEach(async () => {
    work = workspace({ "a.txt": "start" });
    const { message } = await say("m1", "user", "please\nchange a");
    assert.deepEqual(
      [message.id, message.role, message.thread],
      ["m1", "user", "chat"],
    );
    work.write("a.txt", "changed");
    await say("m2", "agent", "done");
    work.write("b.txt", "more");
    await say("m3", "user", "and more");
  });

  it("lists conversations and shows their messages", async () => {
    const { threads } = await work.json<{ threads: Thread[] }>(
      "thread",
      "list",
    );
    assert.deepEqual(
      threads.map((t) => [t.id, t.source, t.messages]),
      [["chat", "codex", 3]],
    );
    const { thread } = await work.json<{ thread: ThreadDetail }>(
      "thread",
      "show",
      "chat",
    );
    assert.deepEqual(
      thread.messages.map((m) => m.id),
      ["m1", "m2", "m3"],
    );
    const text = await work.prints("thread", "show", "chat");
    assert.match(text, /^m1 {2}.* user {3}@\d+ {2}please$/m);
    assert.match(
      await work.prints("thread", "list"),
      /^chat {2}.* 3 messages {2}codex {2}/,
    );
  });

  it("reports that there was nothing to undo", async () => {
    const edit = ["thread", "edit", "chat", "m3"] as const;
    assert.match(
      await work.prints(...edit),
      /^Nothing to change: .*no later messages\.$/m,
    );
    assert.match((await work.run(["undo", "--yes"])).stderr, /no restore/);
  });

  it("lists what it leaves alone because of others, and restores it on request", async () => {
    work.write("theirs.txt", "theirs");
    await work.prints("create", "--source", "gemini");
    const edit = ["thread", "edit", "chat", "m1"];
    const left = [{ path: "theirs.txt", sources: ["gemini"] }];
    assert.deepEqual((await work.json<ThreadEdit>(...edit)).leftToOthers, left);
    const all = [...edit, "--include-others"];
    const whole = await work.json<ThreadEdit>(...all);
    assert.deepEqual(whole.leftToOthers, []);
    assert.match(
      await work.prints(...edit, "--dry-run"),
      /^Left alone, .*\n {2}theirs\.txt \(Gemini\)\n.*--include-others\.$/m,
    );
    assert.match(await work.prints(...edit, "--yes"), /^Left alone/m);
    assert.equal(work.text("theirs.txt"), "theirs");
    await work.prints("undo", "--yes");
    await work.prints(...all, "--yes");
    assert.equal(work.exists("theirs.txt"), false);
  });

  it("goes back to a message: asks, applies, undoes", async () => {
    const before = work.tree();
    const asked = await work.json<ThreadEdit>("thread", "edit", "chat", "m1");
    assert.equal(asked.requiresConfirmation, true);
    assert.equal(asked.applied, false);
    assert.deepEqual(asked.restorations, [
      { path: "a.txt", action: "replace" },
      { path: "b.txt", action: "delete" },
    ]);
    assert.ok(Array.isArray(asked.changedByOthers));
    assertSameTree(work.tree(), before);
    const dry = await work.prints("thread", "edit", "chat", "m1", "--dry-run");
    assert.match(
      dry,
      /^1 file will be replaced, 1 file will be deleted\. \d later messages will be marked as deleted\. Nothing has been changed yet\.$/m,
    );
    assert.equal((await work.run(["thread", "edit", "chat", "m1"])).code, 2);
    assertSameTree(work.tree(), before);

    const done = await work.json<ThreadEdit>(
      "thread",
      "edit",
      "chat",
      "m1",
      "--yes",
    );
    assert.equal(done.applied, true);
    assert.equal(work.text("a.txt"), "start");
    assert.equal(work.exists("b.txt"), false);
    const after = await work.json<{ thread: ThreadDetail }>(
      "thread",
      "show",
      "chat",
    );
    const live = after.thread.messages
      .filter((m) => !m.deleted)
      .map((m) => m.id);
    assert.ok(!live.includes("m2") && !live.includes("m3"), live.join());

    await work.prints("undo", "--yes");
    assertSameTree(work.tree(), before);
    const back = await work.json<{ thread: ThreadDetail }>(
      "thread",
      "show",
      "chat",
    );
    assert.ok(back.thread.messages.every((m) => !m.deleted));
    // A completed edit is reported on a separate line.
    const said = await work.prints("thread", "edit", "chat", "m1", "--yes");
    assert.match(
      said,
      /^Done: 1 file replaced, 1 file deleted\. \d later messages marked as deleted\. To undo it, use “checkpoint undo”\.\n$/,
    );
  });

  it("refuses to edit an agent's message", async () => {
    const { exit, code } = await work.problem(
      "thread",
      "edit",
      "chat",
      "m2",
      "--yes",
    );
    assert.deepEqual([exit, code], [1, "not-allowed"]);
  });
});
