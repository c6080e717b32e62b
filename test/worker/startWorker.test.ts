import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Progress } from "../../src/engine/api";
import { CheckpointError, isProblem } from "../../src/engine/model/errors";
import type { EngineClient } from "../../src/worker/client";
import { startWorker, type EngineWorker } from "../../src/worker/startWorker";

const script = path.join(__dirname, "fakeHost.entry.js");

describe("the worker's client", () => {
  let worker: EngineWorker;
  beforeEach(() => {
    worker = startWorker({ script });
  });
  afterEach(() => worker.close());

  const open = (root: string): Promise<EngineClient> =>
    worker.open({
      root,
      home: "/home",
      isHomeChosen: false,
      assetsDir: "",
      settings: {},
    });

  it("calls the engine of the right folder", async () => {
    const [a, b] = await Promise.all([open("/a"), open("/b")]);
    assert.equal(a.storeDir, "/home/a");
    assert.equal(b.storeDir, "/home/b");
    assert.equal((await a.list({ limit: 7 })).total, 7);
  });

  it("may be started before a folder is opened, and ended without any", async () => {
    worker.warmUp();
    worker.warmUp();
    const engine = await open("/a");
    assert.equal((await engine.list({ limit: 7 })).total, 7);
    const unused = startWorker({ script });
    unused.warmUp();
    await unused.close();
    unused.warmUp();
    await assert.rejects(
      unused.open({
        ...{ root: "/a", home: "/home", isHomeChosen: false },
        ...{ assetsDir: "", settings: {} },
      }),
      { code: "cancelled" },
    );
  });

  it("carries an error's code, problem and data across", async () => {
    await assert.rejects(open("/refused"), (error: unknown) => {
      assert(CheckpointError.is(error, "refused"));
      assert(isProblem(error, "folder-refused"));
      assert.equal(error.data.why, "home");
      return true;
    });
    const engine = await open("/a");
    await assert.rejects(engine.rename("x", "y"), (error: unknown) => {
      assert(CheckpointError.is(error, "ambiguous"));
      assert.deepEqual(error.data["numbers"], [1, 2]);
      return true;
    });
  });

  it("keeps the stack of an internal error", async () => {
    const engine = await open("/a");
    await assert.rejects(engine.describe("x", "y"), (error: unknown) => {
      assert(CheckpointError.is(error, "internal"));
      assert.match(error.stack ?? "", /fakeHost/);
      return true;
    });
  });

  it("passes on an error whose data cannot be cloned", async () => {
    const engine = await open("/a");
    await assert.rejects(engine.usage(), {
      code: "io",
      data: { path: "p" },
    });
  });

  it("returns bytes without detaching the engine's buffer", async () => {
    const engine = await open("/a");
    for (let time = 0; time < 2; time++)
      assert.deepEqual([...(await engine.readContent("h"))], [1, 2, 3]);
  });

  it("forwards events before the answer", async () => {
    const engine = await open("/a");
    const seen: string[] = [];
    engine.onDidChange((event) => seen.push(event.type));
    await engine.refresh();
    assert.deepEqual(seen, ["refreshed"]);
  });

  it("reports progress and stops when the signal is aborted", async () => {
    const engine = await open("/a");
    const stop = new AbortController();
    const steps: Progress[] = [];
    const call = {
      signal: stop.signal,
      onProgress(step: Progress) {
        steps.push(step);
        if (step.done === 2) stop.abort();
      },
    };
    await assert.rejects(engine.verify({}, call), { code: "cancelled" });
    assert.deepEqual(
      steps.map(({ done }) => done),
      [0, 1, 2],
    );
  });

  it("does not start a call that was cancelled while queued", async () => {
    const engine = await open("/a");
    const stop = new AbortController();
    stop.abort();
    await assert.rejects(engine.verify({}, { signal: stop.signal }), {
      code: "cancelled",
    });
  });

  it("rejects calls in progress when the thread stops, and reopens the folders", async () => {
    const engine = await open("/a");
    const restarted = new Promise<void>((done) => worker.onDidRestart(done));
    const waiting = engine.list();
    const crash = engine.pin("1", true);
    const after = engine.list();
    await waiting;
    await assert.rejects(crash, { code: "internal" });
    await assert.rejects(after, { code: "internal" });
    await restarted;
    assert.equal((await engine.list({ limit: 3 })).total, 3);
    const seen: string[] = [];
    engine.onDidChange((event) => seen.push(event.type));
    await engine.refresh();
    assert.deepEqual(seen, ["refreshed"]);
  });

  it("reopens a folder with its latest settings", async () => {
    const engine = await worker.open({
      root: "/a",
      home: "/home",
      isHomeChosen: false,
      assetsDir: "",
      settings: { maxCheckpoints: 100, exclude: [] },
    });
    await engine.configure({ exclude: ["secret"] });
    const restarted = new Promise<void>((done) => worker.onDidRestart(done));
    await assert.rejects(engine.pin("1", true), { code: "internal" });
    await restarted;
    assert.deepEqual(await engine.status(), {
      maxCheckpoints: 100,
      exclude: ["secret"],
    });
  });

  describe("of a folder that is missing when the thread restarts", () => {
    let now = 0;
    let file: string;
    let engine: EngineClient;
    beforeEach(async () => {
      await worker.close();
      worker = startWorker({ script, now: () => now });
      file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "ct-")), "disk");
      fs.writeFileSync(file, "");
      engine = await open(`/away:${file}`);
      const restarted = new Promise<void>((done) => worker.onDidRestart(done));
      fs.renameSync(file, file + " away");
      await assert.rejects(engine.pin("1", true), { code: "internal" });
      await restarted;
    });
    afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }));

    it("reports the reason, and works again once the folder is back", async () => {
      const gone = { code: "not-found" };
      await assert.rejects(engine.list(), gone);
      now += 5000;
      await assert.rejects(engine.list(), gone);
      fs.renameSync(file + " away", file);
      // The last attempt was only a moment ago.
      await assert.rejects(engine.list(), gone);
      now += 5000;
      const totals = await Promise.all([
        engine.list({ limit: 3 }),
        engine.list({ limit: 4 }),
      ]);
      assert.deepEqual(
        totals.map(({ total }) => total),
        [3, 4],
      );
    });

    it("closes without an error, and is not reopened by the next thread", async () => {
      await engine.close();
      fs.renameSync(file + " away", file);
      now += 5000;
      await assert.rejects(engine.list(), { code: "cancelled" });
    });
  });

  it("rejects an open that stops the thread, and opens the next folder", async () => {
    await assert.rejects(open("/crash"), { code: "internal" });
    assert.equal((await open("/a")).root, "/a");
  });

  it("gives up when the thread keeps stopping", async () => {
    for (let time = 0; time < 4; time++)
      await assert.rejects(open("/crash"), { problem: "worker-stopped" });
    await assert.rejects(open("/a"), { problem: "worker-keeps-stopping" });
  });

  it("closes during a long call", async () => {
    const engine = await open("/a");
    const long = engine.verify({});
    const ended = assert.rejects(long, { code: "cancelled" });
    await worker.close();
    await ended;
    await assert.rejects(engine.list(), { code: "cancelled" });
  });

  it("rejects calls for a closed folder", async () => {
    const engine = await open("/a");
    await engine.close();
    await assert.rejects(engine.list(), { code: "cancelled" });
  });
});
