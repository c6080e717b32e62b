import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type * as api from "../../src/library/checkpoint";
import {
  captured,
  checkpointDiff,
  savedCheckpoint,
  savedCheckpointDetail,
  savedVerdict,
} from "../../src/answers/library";
import { restoreResult } from "../../src/answers/restore";
import { checkSeries } from "../../src/answers/verdict";
import { assetsDir } from "../helpers/repository";
import { cliForEach } from "../cli/runCli";

// These tests use the built library, as a program that requires it does.
const library = createRequire(__filename)(
  path.join(assetsDir, "library.js"),
) as typeof api;

describe("CheckpointService", function () {
  this.timeout(20_000);
  const services: api.CheckpointService[] = [];
  // Before the workspace is removed.
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close();
  });
  const workspace = cliForEach();

  const stage = (
    files: Record<string, string> = { "a.txt": "one\n" },
    options: Partial<api.CheckpointServiceOptions> = {},
  ) => {
    const made = workspace(files);
    const storageDir = path.join(made.base, "own");
    const start = () => {
      const service = new library.CheckpointService({
        workspaceDir: made.root,
        storageDir,
        autoCheckpoint: false,
        ...options,
      });
      services.push(service);
      return service;
    };
    return { made, storageDir, start, service: start() };
  };
  const rejects = (code: string, work: Promise<unknown>) =>
    assert.rejects(work, (error: api.CheckpointError) => {
      assert.ok(error instanceof library.CheckpointError);
      assert.equal(error.code, code);
      assert.match(error.message, / .*\.$/s);
      return true;
    });

  it("records verdicts, lists them, and knows the last good state", async () => {
    const { made, service } = stage();
    await rejects("not-found", service.restore("good"));
    assert.deepEqual(await service.verdicts.list(), []);
    const { moment } = await service.save();
    const run = { label: "npm test", exitCode: 0, source: "my-agent" };
    const passed = await service.verdicts.record({
      ...{ ...run, passed: true, since: moment },
    });
    savedVerdict.strict().parse(passed);
    assert.equal(passed.verdict.exact, true);
    made.write("a.txt", "two\n");
    const failed = await service.verdicts.record({
      ...{ ...run, exitCode: 1, passed: false },
    });
    assert.equal(failed.lastGood?.moment, moment);
    const [series, ...more] = await service.verdicts.list();
    checkSeries.strict().parse(series);
    assert.deepEqual(more, []);
    assert.equal(series?.last.exitCode, 1);
    assert.equal(series?.lastGood?.files, 1);
    await service.verdicts.record({ ...run, passed: true, id: "bad" });
    await rejects("not-found", service.get("bad")); // It is mixed now.
    await service.restore("good:npm test");
    assert.equal(String(made.read("a.txt")), "one\n");
    await rejects(
      "bad-input",
      service.verdicts.record({ label: " ", passed: true }),
    );
  });

  it("saves a checkpoint with its message, time, counts and metadata", async () => {
    const { service } = stage();
    const from = new Date().toISOString();
    const saved = await service.save("First", { metadata: { ticket: 12 } });
    savedCheckpoint.strict().parse(saved);
    assert.equal(saved.message, "First");
    assert.equal(saved.number, 0);
    assert.ok(saved.timestamp >= from);
    assert.deepEqual(saved.filesChanged, { added: 1, modified: 0, deleted: 0 });
    assert.deepEqual(saved.metadata, { ticket: 12 });
    const detail = await service.get(saved.id);
    savedCheckpointDetail.strict().parse(detail);
    assert.deepEqual(detail.filesChanged.added, ["a.txt"]);
  });

  it("saves a checkpoint of an earlier point, and lists it there", async () => {
    const { made, service } = stage();
    const first = await service.save("First");
    made.write("a.txt", "changed\n");
    const second = await service.save("Second");
    const past = await service.save("Past", { at: first.id });
    savedCheckpoint.strict().parse(past);
    assert.deepEqual([past.number, past.moment], [2, first.moment]);
    assert.ok(past.stateAt! <= first.timestamp);
    assert.deepEqual(
      (await service.list()).map(({ id }) => id),
      [second.id, past.id, first.id],
    );
    await assert.rejects(
      service.save("Wrong", { at: first.id, thread: "t" }),
      (error: api.CheckpointError) => error.code === "bad-input",
    );
  });

  it("compares two checkpoints, or one with the folder, by path and as a patch", async () => {
    const { made, service } = stage({
      "a.txt": "one\n",
      "b.txt": "b\n",
      "old.txt": "a long enough text\nto be recognised\n",
    });
    const first = await service.save("First");
    made.write("a.txt", "two\n");
    made.write("c.txt", "c\n");
    made.write("new.txt", "a long enough text\nto be recognised\n");
    fs.rmSync(made.at("b.txt"));
    fs.rmSync(made.at("old.txt"));
    const diff = await service.diff(first.id);
    checkpointDiff.strict().parse(diff);
    assert.equal(diff.fromId, first.id);
    assert.equal(diff.toId, "workspace");
    assert.deepEqual(diff.addedFiles, ["c.txt", "new.txt"]);
    assert.deepEqual(diff.modifiedFiles, ["a.txt"]);
    assert.deepEqual(diff.deletedFiles, ["b.txt", "old.txt"]);
    assert.deepEqual(diff.renamedFiles, [{ from: "old.txt", to: "new.txt" }]);
    assert.match(diff.diffContent, /^-one\n\+two$/m);
    const second = await service.save("Second");
    const between = await service.diff(first.id, second.id);
    assert.equal(between.toId, second.id);
    assert.deepEqual(between.addedFiles, diff.addedFiles);
    assert.equal(
      between.diffContent.split("\n")[0],
      diff.diffContent.split("\n")[0],
    );
  });

  it("restores everything or some paths, previews, and undoes", async () => {
    const { made, service } = stage({ "a.txt": "a\n", "b.txt": "b\n" });
    const first = await service.save("First");
    made.write("a.txt", "A\n");
    made.write("b.txt", "B\n");
    made.write("c.txt", "C\n");
    const before = made.tree();
    const preview = await service.restore(first.id, { preview: true });
    assert.equal(preview.applied, false);
    assert.deepEqual(preview.written, ["a.txt", "b.txt"]);
    assert.deepEqual(preview.deleted, ["c.txt"]);
    assert.deepEqual(made.tree(), before);
    const some = await service.restore(first.id, { paths: ["a.txt"] });
    restoreResult.strict().parse(some);
    assert.deepEqual(some.written, ["a.txt"]);
    await service.undo();
    assert.deepEqual(made.tree(), before);
    const all = await service.restore(first.id);
    assert.equal(all.applied, true);
    assert.ok(all.guard);
    assert.deepEqual(fs.readdirSync(made.root), ["a.txt", "b.txt"]);
    await service.undo();
    assert.deepEqual(made.tree(), before);
  });

  it("lists newest first, in pages and filtered, and deletes", async () => {
    const { made, service } = stage();
    for (const text of ["one", "two", "three"]) {
      made.write("a.txt", text);
      await service.save(text, { kind: text === "two" ? "feature" : "manual" });
    }
    const messages = async (filter?: api.ListFilter) =>
      (await service.list(filter)).map(({ message }) => message);
    assert.deepEqual(await messages(), ["three", "two", "one"]);
    assert.deepEqual(await messages({ limit: 1 }), ["three"]);
    assert.deepEqual(await messages({ before: 2 }), ["two", "one"]);
    assert.deepEqual(await messages({ text: "ONE" }), ["one"]);
    assert.deepEqual(await messages({ kinds: ["feature"] }), ["two"]);
    await rejects("protected", service.delete("two"));
    await assert.rejects(service.delete("two"), { hint: /force: true/ });
    assert.deepEqual(await service.delete("one"), { deleted: [0] });
    await service.delete(["two"], { force: true });
    assert.deepEqual(await messages(), ["three"]);
  });

  it("reports what happens to its listeners", async () => {
    const { made, service } = stage();
    const heard: [string, unknown][] = [];
    for (const name of ["created", "restored", "deleted", "captured"] as const)
      service.on(name, (value) => heard.push([name, value]));
    const removed = () => assert.fail("it was removed");
    service.on("created", removed).off("created", removed);
    let times = 0;
    service.once("captured", () => times++);
    const saved = await service.save("First");
    made.write("a.txt", "two\n");
    const result = await service.restore(saved.id);
    await service.delete(saved.id);
    const names = heard.map(([name]) => name);
    assert.deepEqual([...new Set(names)].sort(), [
      "captured",
      "created",
      "deleted",
      "restored",
    ]);
    assert.equal(times, 1);
    const valuesOf = (name: string) =>
      heard.filter(([one]) => one === name).map(([, value]) => value);
    assert.deepEqual(valuesOf("created")[0], saved);
    assert.deepEqual(valuesOf("restored"), [result]);
    assert.deepEqual(valuesOf("deleted"), [{ deleted: [0] }]);
    captured.strict().parse(valuesOf("captured")[0]);
  });

  it("reports damage found while opening", async () => {
    const { service, start } = stage();
    await service.save("First");
    const { storeDir } = await service.initialize();
    await service.close();
    fs.rmSync(path.join(storeDir, "format.json"));
    const again = start();
    const damage: api.DamageFound[] = [];
    again.on("damaged", (found) => damage.push(found));
    assert.equal((await again.list()).length, 1);
    assert.deepEqual(damage, [
      {
        kind: "format-rewritten",
        message: "format.json was missing and has been rewritten",
      },
    ]);
  });

  it("records conversations and rewinds them", async () => {
    const { made, service } = stage();
    const { threads } = service;
    await threads.record({
      thread: "t",
      role: "user",
      text: "Hi",
      message: "m",
    });
    made.write("a.txt", "two\n");
    await threads.record({ thread: "t", role: "agent", text: "Done" });
    assert.deepEqual(
      (await threads.list()).map(({ id, messages }) => [id, messages]),
      [["t", 2]],
    );
    const preview = await threads.rewind("t", "m", { preview: true });
    assert.equal(preview.applied, false);
    assert.deepEqual(preview.restorations, [
      { path: "a.txt", action: "replace" },
    ]);
    await threads.rewind("t", "m", { includeOthers: true });
    assert.equal(made.text("a.txt"), "one\n");
    const { messages } = await threads.get("t");
    assert.deepEqual(
      messages.map(({ deleted }) => deleted),
      [false, true],
    );
  });

  it("rejects with the codes, data and words of every host", async () => {
    const { made, service } = stage();
    await service.save("First");
    await rejects("not-found", service.get("nothing"));
    await rejects("not-found", service.restore("latest", { paths: ["x"] }));
    await rejects("bad-path", service.restore("latest", { paths: ["../x"] }));
    await rejects("nothing-to-undo", service.undo());
    await rejects("bad-input", service.list({ limit: -1 }));
    const signal = AbortSignal.abort();
    await rejects("cancelled", service.save("Never", { signal }));
    const error: api.CheckpointError = await service.get("nothing").then(
      () => assert.fail("there is none"),
      (thrown) => thrown as api.CheckpointError,
    );
    const { message, data } = await made.problem("show", "nothing");
    assert.equal(error.message, message);
    assert.deepEqual(error.data, data);
  });

  it("refuses options that it does not know or that are wrong", () => {
    const make = (options: object) =>
      new library.CheckpointService(options as api.CheckpointServiceOptions);
    const bad: [object, string][] = [
      [{}, "workspaceDir"],
      [{ workspaceDir: "" }, "workspaceDir"],
      [{ workspaceDir: "x", maxCheckpoints: -1 }, "maxCheckpoints"],
      [{ workspaceDir: "x", excludePatterns: "*.log" }, "excludePatterns"],
      [{ workspaceDir: "x", exclude: [] }, "exclude"],
    ];
    for (const [options, option] of bad)
      assert.throws(
        () => make(options),
        (error: api.CheckpointError) => {
          assert.equal(error.code, "bad-input");
          assert.equal(error.data["option"], option);
          assert.match(error.message, new RegExp(`\\b${option}\\b.*[.]$`));
          return true;
        },
      );
  });

  it("can be used again after the folder was missing, and not after close", async () => {
    const { made, service } = stage();
    fs.renameSync(made.root, `${made.root}-away`);
    await rejects("not-found", service.initialize());
    fs.renameSync(`${made.root}-away`, made.root);
    assert.equal((await service.initialize()).workspaceDir, made.root);
    await service[Symbol.asyncDispose]();
    await rejects("internal", service.list());
    await service.close();
  });

  it("leaves out what the patterns name, in this run alone", async () => {
    const files = { "a.txt": "a", "b.log": "b", "sub/c.log": "c" };
    const { service, made, storageDir } = stage(files, {
      excludePatterns: ["**/*.log"],
    });
    const saved = await service.get((await service.save("First")).id);
    assert.deepEqual(saved.filesChanged.added, ["a.txt"]);
    await service.close();
    const other = new library.CheckpointService({
      workspaceDir: made.root,
      storageDir,
      autoCheckpoint: false,
    });
    services.push(other);
    const all = await other.get((await other.save("Second")).id);
    assert.deepEqual(all.filesChanged.added, ["b.log", "sub/c.log"]);
  });

  it("keeps as many automatic checkpoints as asked for", async () => {
    const { made, service } = stage({}, { maxCheckpoints: 3 });
    for (let i = 0; i < 8; i++) {
      made.write("a.txt", `${i}`);
      await service.save(`${i}`, { kind: "automatic" });
    }
    const kept = await service.list({ kinds: ["automatic"] });
    assert.ok(kept.length < 8, `${kept.length} are kept`);
    assert.ok(kept.length >= 3);
  });

  it("records the folder while it changes, and names it when closed", async () => {
    const { made, service, start } = stage(
      { "a.txt": "one\n" },
      {
        autoCheckpoint: true,
      },
    );
    await service.initialize();
    const recorded = new Promise<api.Captured>((resolve) => {
      service.on("captured", (value) => {
        if (value.filesChanged.modified.includes("a.txt")) resolve(value);
      });
    });
    made.write("a.txt", "two\n");
    assert.deepEqual((await recorded).filesChanged.modified, ["a.txt"]);
    // Written right before: no event can have arrived.
    made.write("b.txt", "last\n");
    await service.close();
    const again = start();
    const [last] = await again.list({ kinds: ["automatic"] });
    made.write("b.txt", "lost\n");
    await again.restore(last!.id);
    assert.equal(made.text("a.txt"), "two\n");
    assert.equal(made.text("b.txt"), "last\n");
  });

  it("creates an automatic checkpoint after a pause, unless one was saved", async () => {
    const { made, service, start } = stage(
      { "a.txt": "one\n" },
      {
        autoCheckpoint: true,
      },
    );
    const first = new Promise<api.Checkpoint>((resolve) => {
      service.once("created", resolve);
    });
    await service.initialize();
    assert.equal((await first).kind, "automatic");
    made.write("a.txt", "two\n");
    await service.save("By hand");
    await service.close();
    const kinds = (await start().list()).map(({ kind }) => kind);
    assert.deepEqual(kinds, ["manual", "automatic"]);
  });
});
