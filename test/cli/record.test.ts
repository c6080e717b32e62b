import assert from "node:assert/strict";
import type { CheckpointPage } from "../../src/engine/api";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import { cliForEach } from "./runCli";

const CHECKPOINT_FIELDS = [
  "createdAt",
  "description",
  "filesChanged",
  "git",
  "id",
  "kind",
  "message",
  "metadata",
  "moment",
  "name",
  "number",
  "pinned",
  "skipped",
  "skippedCount",
  "source",
  "task",
  "thread",
  "unsaved",
  "verdicts",
];

describe("checkpoint create, list, show", function () {
  this.timeout(120_000);
  const workspace = cliForEach();

  it("names an earlier point with --at, and lists it where it was", async () => {
    const work = workspace({ "a.txt": "a" });
    await work.prints("create", "-m", "first");
    work.write("a.txt", "b");
    await work.prints("create", "-m", "second");
    work.write("a.txt", "not recorded");
    const said = await work.prints("create", "-m", "past", "--at", "#0");
    assert.equal(said, "#2 past: nothing changed\n");
    const { checkpoint } = await work.json<{ checkpoint: Checkpoint }>(
      "create",
      "--at",
      "@1",
    );
    assert.deepEqual(
      Object.keys(checkpoint).sort(),
      [...CHECKPOINT_FIELDS, "stateAt"].sort(),
    );
    const { checkpoints } = await work.json<CheckpointPage>("list");
    assert.deepEqual(
      checkpoints.map(({ number }) => number),
      [1, 3, 2, 0],
    );
    assert.match(await work.prints("show", "2"), /^ {2}state of +20/m);
    assert.match(await work.prints("diff", "latest"), /a\.txt/);
    for (const [args, pattern] of [
      [["--at", "#0", "--task", "t"], /cannot be combined with --at/],
      [["--at", "@9"], /no moment @9/],
      [["--at", "#0", "--kind", "guard"], /manual or feature, not guard/],
    ] as const) {
      const { code, stderr } = await work.run(["create", ...args]);
      assert.notEqual(code, 0);
      assert.match(stderr, pattern);
    }
  });

  it("records the folder and counts from 0", async () => {
    const work = workspace({ "a.txt": "a", "src/b.txt": "b" });
    const first = await work.prints("create", "-m", "the first");
    assert.equal(first, "#0 the first: 2 added\n");
    work.write("a.txt", "changed");
    work.remove("src/b.txt");
    const { checkpoint } = await work.json<{ checkpoint: Checkpoint }>(
      "create",
      "--name=second",
      "-d",
      "more about it",
      "--kind",
      "feature",
      "--source",
      "claude-code",
      "--meta",
      '{"ticket": 12, "tags": ["x"]}',
      "--task",
      "login",
      "--completed",
      "signup",
      "--completed",
      "logout",
      "--session",
      "3",
      "--tokens",
      "4500",
      "--thread",
      "chat",
      "--message",
      "m1",
      "--pin",
    );
    assert.deepEqual(Object.keys(checkpoint).sort(), CHECKPOINT_FIELDS);
    const { id, createdAt, moment, ...rest } = checkpoint;
    assert.match(id, /^\w{10,}$/);
    assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000);
    assert.ok(moment > 0);
    assert.deepEqual(rest, {
      number: 1,
      kind: "feature",
      name: "second",
      description: "more about it",
      source: "claude-code",
      filesChanged: { added: 0, modified: 1, deleted: 1 },
      unsaved: 0,
      skipped: [],
      skippedCount: 0,
      git: null,
      metadata: { ticket: 12, tags: ["x"] },
      task: {
        current: "login",
        completed: ["signup", "logout"],
        session: 3,
        tokens: 4500,
      },
      thread: "chat",
      message: "m1",
      pinned: true,
      verdicts: [],
    });
  });

  it("lists what it could not record", async () => {
    const work = workspace({ "small.txt": "s" });
    work.write("large.bin", Buffer.alloc(11 * 1024 * 1024));
    const text = await work.prints("create");
    assert.match(
      text,
      /Not recorded: 1 path\n {2}large.bin \(larger than maxFileSize\)/,
    );
    const { checkpoint } = await work.json<{ checkpoint: Checkpoint }>(
      "create",
    );
    assert.deepEqual(checkpoint.skipped, [
      { path: "large.bin", reason: "too-large" },
    ]);
  });

  it("excludes what --exclude names and includes what --include names", async () => {
    const work = workspace({ "a.txt": "", "b.log": "", "c.tmp": "" });
    work.write(".gitignore", "c.tmp\n");
    await work.prints("create", "--exclude", "*.log", "--include", "c.tmp");
    const { checkpoint } = await work.json<{
      checkpoint: { filesChanged: { added: string[] } };
    }>("show", "0");
    assert.deepEqual(checkpoint.filesChanged.added.sort(), [
      ".gitignore",
      "a.txt",
      "c.tmp",
    ]);
  });

  it("does not release what --exclude names in a verb that only reads", async () => {
    const work = workspace({ a: "1" });
    await work.prints("create");
    for (const verb of ["diff", "status", "list"]) {
      const { code, stderr } = await work.run([verb, "--exclude", "a"]);
      assert.equal(code, 2, verb);
      assert.match(
        stderr,
        /only work with verbs that record: create, watch, guard/,
      );
    }
    work.write("a", "2");
    const text = await work.prints("diff");
    assert.match(text, /a/);
    assert.doesNotMatch(await work.prints("history", "a"), /released/);
  });

  it("lists newest first, with every filter", async () => {
    const work = workspace({ "a.txt": "a" });
    await work.prints("create", "-m", "alpha", "--source", "codex");
    work.write("b.txt", "b");
    await work.prints(
      "create",
      "-m",
      "beta",
      "--kind",
      "feature",
      "-d",
      "the Alphabet",
    );
    work.write("b.txt", "bb");
    await work.prints(
      "create",
      "-m",
      "gamma",
      "--thread",
      "t1",
      "--message",
      "m",
      "--task",
      "job",
    );
    const numbers = async (...args: string[]) => {
      const page = await work.json<{ checkpoints: Checkpoint[] }>(
        "list",
        ...args,
      );
      return page.checkpoints.map((c) => c.number);
    };
    assert.deepEqual(await numbers(), [2, 1, 0]);
    assert.deepEqual(await numbers("--limit", "1"), [2]);
    assert.deepEqual(await numbers("--before", "2"), [1, 0]);
    assert.deepEqual(await numbers("--kind", "feature"), [1]);
    assert.deepEqual(
      await numbers("--kind", "feature", "--kind", "manual"),
      [2, 1, 0],
    );
    assert.deepEqual(await numbers("--source", "codex"), [0]);
    assert.deepEqual(await numbers("--path", "b.txt"), [2, 1]);
    assert.deepEqual(await numbers("--text", "alpha"), [1, 0]);
    assert.deepEqual(await numbers("--since", "1h"), [2, 1, 0]);
    assert.deepEqual(await numbers("--until", "1h"), []);
    assert.deepEqual(await numbers("--thread", "t1"), [2]);
    assert.deepEqual(await numbers("--task", "job"), [2]);
    const page = await work.json<Record<string, unknown>>(
      "list",
      "--limit",
      "2",
    );
    assert.deepEqual(Object.keys(page).sort(), [
      "checkpoints",
      "next",
      "total",
    ]);
    assert.equal(page["next"], 1);
    const [first] = page["checkpoints"] as Checkpoint[];
    assert.deepEqual(Object.keys(first!).sort(), CHECKPOINT_FIELDS);
    const text = await work.prints("list", "--limit", "2");
    const lines = text.trimEnd().split("\n");
    assert.match(
      lines[0]!,
      /^#2 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}manual {3}~1 {2}cli {2}gamma$/,
    );
    assert.match(lines[1]!, /^#1 {2}.* {2}feature {2}\+1 {2}cli {2}beta$/);
    assert.match(lines[2]!, /3 checkpoints in total; next page: --before 1/);
  });

  it("reports that there is nothing to list", async () => {
    assert.match(
      await workspace().prints("list"),
      /No checkpoints yet\. Use “checkpoint create”/,
    );
    const work = workspace({ a: "a" });
    await work.prints("create");
    assert.match(
      await work.prints("list", "--text", "nobody says this"),
      /^No checkpoint matches/,
    );
    for (const before of ["0", "#0"])
      assert.match(
        await work.prints("list", "--before", before),
        /^No checkpoint matches/,
      );
  });

  it("shows one checkpoint in full, with the paths it changed", async () => {
    const work = workspace({ "a.txt": "a", "b.txt": "b" });
    await work.prints("create");
    work.write("a.txt", "aa");
    work.write("c.txt", "c");
    work.remove("b.txt");
    await work.prints(
      "create",
      "-m",
      "named",
      "-d",
      "one\ntwo",
      "--meta",
      '{"kind":"mine"}',
    );
    const { checkpoint } = await work.json<{ checkpoint: Checkpoint }>(
      "show",
      "latest",
    );
    assert.deepEqual(Object.keys(checkpoint).sort(), CHECKPOINT_FIELDS);
    assert.deepEqual(checkpoint.filesChanged, {
      added: ["c.txt"],
      modified: ["a.txt"],
      deleted: ["b.txt"],
    });
    const text = await work.prints("show", "name:named");
    assert.match(text, /^#1 named\n {4}one\n {4}two\n/);
    assert.match(text, /^ {2}kind {6}manual$/m);
    assert.match(text, /^ {2}metadata\n {4}kind {4}"mine"\n/m);
    for (const line of ["  A c.txt", "  M a.txt", "  D b.txt"])
      assert.ok(text.includes(line + "\n"), line);
  });

  it("accepts every form of reference", async () => {
    const work = workspace({ "a.txt": "a" });
    const { checkpoint } = await work.json<{ checkpoint: Checkpoint }>(
      "create",
      "-m",
      "zero",
    );
    await work.prints("create", "-m", "one");
    const number = async (ref: string) =>
      (await work.json<{ checkpoint: Checkpoint }>("show", ref)).checkpoint
        .number;
    for (const ref of [
      "0",
      "#0",
      "snapshot-0",
      checkpoint.id,
      checkpoint.id.slice(0, -1),
      "zero",
      "latest~1",
    ])
      assert.equal(await number(ref), 0, ref);
  });

  it("renames, describes, pins and deletes", async () => {
    const work = workspace({ "a.txt": "a" });
    await work.prints("create");
    const edit = async (...args: string[]) =>
      (await work.json<{ checkpoint: Checkpoint }>(...args)).checkpoint;
    assert.equal((await edit("rename", "0", "new name")).name, "new name");
    assert.equal((await edit("rename", "0", "--", "-odd")).name, "-odd");
    assert.equal((await edit("describe", "0", "text")).description, "text");
    assert.equal((await edit("pin", "0")).pinned, true);
    assert.match(await work.prints("list"), /-odd \(pinned\)/);
    const refused = await work.problem("delete", "0");
    assert.equal(refused.exit, 1);
    assert.equal(refused.code, "protected");
    assert.equal((await edit("unpin", "0")).pinned, false);
    assert.deepEqual(await work.json("delete", "0"), { deleted: [0] });
    const { checkpoint } = await work.json<{ checkpoint: Checkpoint }>(
      "create",
    );
    assert.equal(checkpoint.number, 1, "numbers are never used twice");
  });
});
