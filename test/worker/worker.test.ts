import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { EngineEvent } from "../../src/engine/api";
import { openEngine } from "../../src/engine/openEngine";
import { readRegistry } from "../../src/host/registry";
import type { EngineClient } from "../../src/worker/client";
import type { OpenFolder } from "../../src/worker/protocol";
import { startWorker, type EngineWorker } from "../../src/worker/startWorker";
import { assetsDir } from "../helpers/repository";
import { workspaceForEach } from "../helpers/tempWorkspace";

// The built bundle with the real engine, on a real thread.
describe("the worker", function () {
  this.timeout(20_000);
  const workspace = workspaceForEach();
  const { XDG_DATA_HOME } = process.env;
  let worker: EngineWorker;
  beforeEach(() => {
    worker = startWorker({ script: path.join(assetsDir, "worker.js") });
  });
  afterEach(async () => {
    await worker.close();
    restoreVariable();
  });
  const restoreVariable = () => {
    if (XDG_DATA_HOME === undefined) delete process.env["XDG_DATA_HOME"];
    else process.env["XDG_DATA_HOME"] = XDG_DATA_HOME;
  };

  /** A folder with one file, and a home of stores and registry of its own. */
  const prepare = () => {
    const made = workspace({ "a.txt": "one\n" });
    process.env["XDG_DATA_HOME"] = path.join(made.base, "data");
    const home = path.join(made.base, "home");
    const dataDir = path.join(made.base, "data", "checkpoint");
    const open = (more: Partial<OpenFolder> = {}): Promise<EngineClient> =>
      worker.open({
        root: made.root,
        home,
        isHomeChosen: false,
        assetsDir,
        settings: {},
        ...more,
      });
    return { made, home, dataDir, open };
  };

  it("records, compares and restores", async () => {
    const { made, home, open } = prepare();
    const engine = await open();
    assert(engine.storeDir.startsWith(path.join(home, "stores")));
    await engine.checkpoint({ name: "first" });
    made.write("a.txt", "two\n");
    const { recorded, isNew } = await engine.capture({ paths: ["a.txt"] });
    assert(isNew);
    assert.deepEqual(recorded.modified, ["a.txt"]);
    const bytes = await engine.read("first", "a.txt");
    assert.equal(Buffer.from(bytes).toString(), "one\n");
    const plan = await engine.planRestore({ to: "first" });
    await engine.applyRestore(plan.id);
    assert.equal(made.text("a.txt"), "one\n");
  });

  it("tells whoever listens after the opening what happened during it", async () => {
    const { open } = prepare();
    const first = await open();
    await first.checkpoint();
    const format = path.join(first.storeDir, "format.json");
    await first.close();
    fs.rmSync(format);
    const engine = await open();
    const heard = await new Promise<EngineEvent>((resolve) => {
      engine.onDidChange(resolve);
    });
    assert.equal(heard.type, "damaged");
  });

  it("looks at nothing when no path is named, and at all when paths are absent", async () => {
    const { made, open } = prepare();
    const engine = await open();
    await engine.capture();
    made.write("b.txt", "new\n");
    assert.equal((await engine.capture({ paths: [] })).isNew, false);
    assert.equal((await engine.capture()).isNew, true);
  });

  it("stops a capture that nobody wants any more", async () => {
    const { made, open } = prepare();
    for (let n = 0; n < 3000; n++) made.write(`many/f${n}.txt`, `${n}`);
    const engine = await open();
    const stop = new AbortController();
    const capture = engine.capture(
      {},
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    await assert.rejects(capture, { code: "cancelled" });
    assert.equal((await engine.capture()).recorded.added.length, 3001);
  });

  it("tells what another process wrote", async () => {
    const { made, open } = prepare();
    const engine = await open();
    await engine.capture();
    const told = new Promise<EngineEvent>((resolve) =>
      engine.onDidChange((event) => {
        if (event.type === "refreshed") resolve(event);
      }),
    );
    const other = await openEngine({
      root: made.root,
      storeDir: engine.storeDir,
      assetsDir,
    });
    other.checkpoint({ name: "from elsewhere" });
    other.close();
    await told;
    const { checkpoints } = await engine.list();
    assert.equal(checkpoints[0]?.name, "from elsewhere");
  });

  it("tells it too when a request happens to read it first", async () => {
    const { made, open } = prepare();
    const engine = await open();
    await engine.capture();
    const other = await openEngine({
      root: made.root,
      storeDir: engine.storeDir,
      assetsDir,
    });
    const told: string[] = [];
    engine.onDidChange(({ type }) => told.push(type));
    made.write("a.txt", "by another\n");
    other.checkpoint({ name: "from elsewhere" });
    other.close();
    const { isNew } = await engine.capture({ paths: ["a.txt"] });
    assert.equal(isNew, false);
    assert.deepEqual(told, ["refreshed"]);
  });

  it("uses the store that is there, wherever it was begun", async () => {
    const { open } = prepare();
    const first = await open();
    await first.checkpoint({ name: "kept" });
    await first.close();
    const again = await open({ home: path.join(first.root, "..", "other") });
    assert.equal(again.storeDir, first.storeDir);
    assert.equal((await again.list()).total, 1);
  });

  it("goes where the person says, and lets others know", async () => {
    const { made, dataDir, open } = prepare();
    await (await open()).close();
    const chosen = path.join(made.base, "chosen");
    const engine = await open({ home: chosen, isHomeChosen: true });
    assert(engine.storeDir.startsWith(chosen));
    assert.equal(readRegistry(dataDir, made.root)?.storeDir, engine.storeDir);
  });

  it("remembers changed settings for the other processes", async () => {
    const { made, dataDir, open } = prepare();
    const engine = await open({ settings: { exclude: ["**/x/**"] } });
    const exclude = () => readRegistry(dataDir, made.root)?.settings?.exclude;
    assert.deepEqual(exclude(), ["**/x/**"]);
    await engine.configure({ exclude: ["**/y/**"] });
    assert.deepEqual(exclude(), ["**/y/**"]);
  });

  it("refuses what must not be recorded", async () => {
    const { open } = prepare();
    await assert.rejects(open({ root: path.parse(assetsDir).root }), {
      code: "refused",
    });
    const gone = path.join(assetsDir, "no such folder");
    assert(!fs.existsSync(gone));
    await assert.rejects(open({ root: gone }), { code: "not-found" });
  });
});
