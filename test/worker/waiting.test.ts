import assert from "node:assert/strict";
import type { CheckpointError } from "../../src/engine/model/errors";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { EngineEvent, Progress } from "../../src/engine/api";
import type { EngineClient } from "../../src/worker/client";
import { startWorker, type EngineWorker } from "../../src/worker/startWorker";
import { assetsDir, repository } from "../helpers/repository";
import { TempWorkspace } from "../helpers/tempWorkspace";

/** While another process holds the lock, a window must still be able to read. */
describe("a worker while another process holds the lock", function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  let worker: EngineWorker;
  let holder: ChildProcess | undefined;
  beforeEach(async () => {
    workspace = new TempWorkspace({ a: "0" });
    const engine = await workspace.open();
    engine.checkpoint({ name: "before" });
    engine.close();
    worker = startWorker({ script: path.join(assetsDir, "worker.js") });
  });
  afterEach(async () => {
    holder?.kill("SIGKILL");
    await worker.close();
    workspace.dispose();
  });

  async function hold(): Promise<number> {
    holder = spawn(
      process.execPath,
      [
        path.join(repository, "out/test/worker/lockHolder.entry.js"),
        path.join(workspace.storeDir, "lock"),
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await once(holder.stdout!, "data");
    return holder.pid!;
  }

  async function letGo(): Promise<void> {
    const ended = once(holder!, "exit");
    holder!.kill("SIGKILL");
    await ended;
  }

  const open = (waitMs?: number): Promise<EngineClient> =>
    worker.open({
      root: workspace.root,
      home: workspace.base,
      isHomeChosen: true,
      location: {
        root: workspace.root,
        storeDir: workspace.storeDir,
        home: workspace.base,
        dataDir: path.join(workspace.base, "data"),
        isExplicit: true,
        settings: null,
      },
      assetsDir,
      settings: {},
      waitMs,
    });

  const waitingEvent = (engine: EngineClient) =>
    new Promise<Extract<EngineEvent, { type: "waiting" }>>((resolve) =>
      engine.onDidChange((event) => {
        if (event.type === "waiting") resolve(event);
      }),
    );

  it("opens, reads, reports which process it waits for, and records once that has gone", async () => {
    const pid = await hold();
    const engine = await open();
    const told = waitingEvent(engine);
    const steps: Progress[] = [];
    workspace.write("a", "1");
    let isDone = false;
    const making = engine
      .checkpoint({ name: "waits" }, { onProgress: (step) => steps.push(step) })
      .finally(() => (isDone = true));
    const behind = engine.rename("before", "renamed");
    const { checkpoints } = await engine.list();
    assert.deepEqual(
      checkpoints.map(({ name }) => name),
      ["before"],
    );
    assert.equal((await engine.history("a")).length, 1);
    assert.equal(Buffer.from(await engine.read("0", "a")).toString(), "0");
    assert.ok(!isDone, "and the change still waits");
    const event = await told;
    assert.equal(event.holder?.pid, pid);
    assert.ok(Math.abs(event.holder.sinceMs - Date.now()) < 60_000);
    assert.ok(steps.some((step) => step.holder?.pid === pid));
    const over = waitingEvent(engine);
    await letGo();
    assert.equal((await making).name, "waits");
    assert.equal((await behind).name, "renamed");
    assert.ok((await over).isOver);
    assert.equal(Buffer.from(await engine.read("1", "a")).toString(), "1");
  });

  it("lets a waiting change be cancelled, and continues with the next ones", async () => {
    const engine = await open();
    await hold();
    const controller = new AbortController();
    const { signal } = controller;
    const making = engine.checkpoint({ name: "never" }, { signal });
    const behind = engine.checkpoint({ name: "later" });
    const told = waitingEvent(engine);
    await told;
    controller.abort();
    await assert.rejects(making, { code: "cancelled" });
    await letGo();
    assert.equal((await behind).name, "later");
    assert.equal((await engine.list()).total, 2);
  });

  it("fails a change after the maximum wait, and reports which process was writing", async () => {
    const engine = await open(500);
    const pid = await hold();
    await assert.rejects(engine.checkpoint(), (error: CheckpointError) => {
      assert.equal(error.data["pid"], pid);
      return true;
    });
    assert.equal((await engine.list()).total, 1);
  });

  it("closes immediately even if changes are waiting", async () => {
    const engine = await open();
    await hold();
    const making = engine.checkpoint();
    const told = waitingEvent(engine);
    await told;
    const rejected = assert.rejects(making, { code: "cancelled" });
    await engine.close();
    await rejected;
  });
});
