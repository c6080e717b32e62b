import assert from "node:assert/strict";
import fs from "node:fs/promises";
import path from "node:path";
import {
  checkpoint,
  checkpointDetail,
  checkpointPage,
  deletedCheckpoints,
  verdictResult,
} from "../../../src/answers/checkpoint";
import * as answers from "../../../src/answers/diff";
import { restoreResult } from "../../../src/answers/restore";
import {
  thread,
  threadDetail,
  threadMessage,
} from "../../../src/answers/thread";
import { checkSeries } from "../../../src/answers/verdict";
import type { CheckpointApi } from "../../../src/extension/checkpoint";
import { makeExports } from "../../../src/extension/exports";
import type { Folders } from "../../../src/extension/session/folders";
import { assertIs } from "../../answers/assertIs";
import { api, reading, root, type, until, write } from "./support";

describe("the API for other extensions", () => {
  let checkpoints: CheckpointApi;
  before(async () => {
    checkpoints = await api();
    await checkpoints.initialize();
  });

  it("has a version", () => assert.equal(checkpoints.version, 1));

  it("records verdicts, lists them, and restores to the last good state", async () => {
    await write("api.txt", "works\n");
    const { moment } = await checkpoints.save();
    const run = { label: "api check", source: "some-agent" };
    const passed = { ...run, passed: true, exitCode: 0, since: moment };
    assertIs(
      verdictResult,
      await checkpoints.verdicts.record(passed),
      "record",
    );
    await write("api.txt", "broken\n");
    const failed = { ...run, passed: false, exitCode: 1 };
    const { lastGood } = await checkpoints.verdicts.record(failed);
    assert.equal(lastGood?.moment, moment);
    const series = await checkpoints.verdicts.list();
    const own = series.find(({ label }) => label === "api check");
    assertIs(checkSeries, own, "list");
    assert.equal(own?.last.passed, false);
    await checkpoints.restore("good:api check", { paths: ["api.txt"] });
    assert.equal(await content("api.txt"), "works\n");
  });

  it("saves, compares, previews, restores and deletes", async () => {
    await write("api.txt", "one\n");
    const first = await checkpoints.save({
      name: "API one",
      source: "some-agent",
      metadata: { step: 1 },
    });
    assert.equal(first.source, "some-agent");
    assert.deepEqual(first.metadata, { step: 1 });
    await write("api.txt", "two\n");
    await write("api2.txt", "new\n");
    const second = await checkpoints.save({ name: "API two" });
    const from = `#${first.number}`;
    const diff = await checkpoints.diff(from, `#${second.number}`, {
      patch: true,
    });
    assert.deepEqual(
      [diff.modified[0]?.path, diff.added[0]?.path],
      ["api.txt", "api2.txt"],
    );
    assert.match(diff.patch ?? "", /-one/);

    const preview = await checkpoints.restore(from, { preview: true });
    assert.equal(preview.applied, false);
    assert.deepEqual(preview.deleted, ["api2.txt"]);
    assert.equal(await content("api.txt"), "two\n");

    const restored = await checkpoints.restore(from, { paths: ["api.txt"] });
    assert.equal(restored.applied, true);
    assert(restored.guard);
    assert.equal(await content("api.txt"), "one\n");
    assert.equal(await content("api2.txt"), "new\n");
    const again = await checkpoints.restore(from, { paths: ["api.txt"] });
    assert.deepEqual([again.applied, again.restoreId], [false, null]);

    const { deleted } = await checkpoints.delete([`#${second.number}`]);
    assert.deepEqual(deleted, [second.number]);
    await assert.rejects(checkpoints.get(second.id), { code: "not-found" });
  });

  it("returns what its declarations say", async () => {
    await write("api4.txt", "one\n");
    const saved = await checkpoints.save({ name: "declared" });
    assertIs(checkpoint, saved, "save");
    const of = `#${saved.number}`;
    assertIs(checkpointDetail, await checkpoints.get(of), "get");
    assertIs(checkpointPage, await checkpoints.list({ limit: 3 }), "list");
    await write("api4.txt", "two\n");
    const diff = await checkpoints.diff(of, "workspace", { patch: true });
    assertIs(answers.diff, diff, "diff");
    const preview = await checkpoints.restore(of, { preview: true });
    assertIs(restoreResult, preview, "preview");
    assertIs(restoreResult, await checkpoints.restore(of), "restore");
    const said = { thread: "t2", role: "agent", text: "Done" } as const;
    assertIs(threadMessage, await checkpoints.threads.record(said), "record");
    assertIs(threadDetail, await checkpoints.threads.get("t2"), "thread");
    for (const one of await checkpoints.threads.list())
      assertIs(thread, one, "threads");
    assertIs(deletedCheckpoints, await checkpoints.delete([of]), "delete");
  });

  it("restores the file of an unsaved editor, whose text is in the guard", async () => {
    await write("api3.txt", "one\n");
    const first = await checkpoints.save({ name: "before typing" });
    await write("api3.txt", "two\n");
    const document = await type("api3.txt", "typed ");
    const text = document.getText();
    const { guard } = await checkpoints.restore(`#${first.number}`, {
      paths: ["api3.txt"],
    });
    assert(guard);
    await until("it shows the file", () => document.getText() === "one\n");
    assert.equal(document.isDirty, false);
    const held = await reading((engine) =>
      engine.read(`#${guard.number}`, "api3.txt", "unsaved"),
    );
    assert.equal(new TextDecoder().decode(held), text);
  });

  it("records a thread with the files at that time", async () => {
    const message = await checkpoints.threads.record({
      thread: "t1",
      role: "user",
      text: "Please",
      source: "some-agent",
    });
    assert.equal(message.index, 0);
    const detail = await checkpoints.threads.get("t1");
    assert.deepEqual(
      detail.messages.map(({ text }) => text),
      ["Please"],
    );
    const all = await checkpoints.threads.list();
    assert(all.some(({ id }) => id === "t1"));
  });

  it("reports errors with a code and a message", async () => {
    await assert.rejects(checkpoints.get("no such thing"), {
      code: "not-found",
    });
  });

  it("reports whether a failed restore is half done", async () => {
    const failures = [{ path: "a.txt", code: "io", message: "no" }];
    const plan = { writes: [], deletes: [], unsaved: [], leftAlone: [] };
    const failed = async (half: object) => {
      const report = { plan, applied: false, failures, restoreId: null };
      const session = {
        flush: async () => {},
        unsavedTexts: () => [],
        whileWriting: (work: () => unknown) => work(),
        engine: {
          planRestore: async () => ({ ...plan, id: "one" }),
          applyRestore: async () => ({ ...report, ...half }),
        },
      };
      const exported = makeExports({
        all: [session],
        of: () => undefined,
        onDidChange: () => ({ dispose: () => {} }),
      } as unknown as Folders);
      const { applied, isHalfDone } = await exported.api.restore("latest");
      exported.dispose();
      return [applied, isHalfDone];
    };
    assert.deepEqual(await failed({ isHalfDone: true }), [false, true]);
    assert.deepEqual(await failed({}), [false, undefined]);
  });
});

function content(file: string): Promise<string> {
  return fs.readFile(path.join(root(), file), "utf8");
}
