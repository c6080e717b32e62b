import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import type { EngineEvent } from "../../src/engine/api";
import { openEngine } from "../../src/engine/openEngine";
import { scanFrames } from "../../src/engine/store/journal/journal";
import { dataDir as dataDirOf } from "../../src/host/dataDir";
import { readRegistry } from "../../src/host/registry";
import type { EngineClient } from "../../src/worker/client";
import type { OpenFolder } from "../../src/worker/protocol";
import { startWorker, type EngineWorker } from "../../src/worker/startWorker";
import { removeAtOnce } from "../helpers/removeAtOnce";
import { assetsDir } from "../helpers/repository";
import { workspaceForEach } from "../helpers/tempWorkspace";

// These tests run the built bundle with the real engine on a real thread.
describe("the worker", function () {
  this.timeout(20_000);
  const variables = ["XDG_DATA_HOME", "LOCALAPPDATA"].map(
    (name) => [name, process.env[name]] as const,
  );
  let worker: EngineWorker;
  beforeEach(() => {
    worker = startWorker({ script: path.join(assetsDir, "worker.js") });
  });
  afterEach(async () => {
    await worker.close();
    restoreVariables();
  });
  const restoreVariables = () => {
    for (const [name, value] of variables)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
  const workspace = workspaceForEach();

  /** Creates a folder with one file, and a separate home for its store and the registry. */
  const prepare = () => {
    const made = workspace({ "a.txt": "one\n" });
    for (const [name] of variables)
      process.env[name] = path.join(made.base, "data");
    const home = path.join(made.base, "home");
    const dataDir = dataDirOf(process.env, process.platform, home);
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

  it("syncs the files of a restore while idle", async () => {
    const { made, open } = prepare();
    const engine = await open();
    await engine.checkpoint({ name: "first" });
    fs.writeFileSync(path.join(made.root, "a.txt"), "two\n");
    const plan = await engine.planRestore({ to: "first" });
    await engine.applyRestore(plan.id);
    const folder = path.join(engine.storeDir, "journal");
    const kinds = () =>
      scanFrames(fs.readFileSync(path.join(folder, "1.log"))).frames.map(
        ({ record }) => record.t,
      );
    const watcher = fs.watch(folder);
    while (!kinds().includes("settled")) await once(watcher, "change");
    watcher.close();
    await engine.close();
  });

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

  for (const verb of ["checkpoint", "capture"] as const)
    it(`answers a save before the ${verb} of a new folder is over`, async () => {
      const { made, open } = prepare();
      for (let i = 0; i < 2000; i++) made.write(`many/${i}`, `file ${i}\n`);
      const engine = await open();
      const answered: string[] = [];
      const note = (name: string) => () => void answered.push(name);
      made.write("a.txt", "saved\n");
      const whole = engine[verb]({}).then(note(verb));
      const list = engine.list().then(note("list"));
      const save = engine.capture({ paths: ["a.txt"], source: "editor" });
      await Promise.all([whole, list, save.then(note("save"))]);
      assert.deepEqual(answered, ["save", verb, "list"]);
      const { moment } = await save;
      const saved = await engine.read(`@${moment}`, "a.txt");
      assert.equal(Buffer.from(saved).toString(), "saved\n");
      const { moment: last } = await engine.capture();
      assert.equal((await engine.files(`@${last}`)).length, 2001);
      assert.equal((await engine.capture()).isNew, false);
    });

  it("sends a plan once, and refers to it by id afterwards", async () => {
    const { made, open } = prepare();
    const engine = await open();
    await engine.checkpoint({ name: "first" });
    fs.writeFileSync(path.join(made.root, "a.txt"), "two\n");
    fs.writeFileSync(path.join(made.root, "b.txt"), "new\n");
    const plan = await engine.planRestore({ to: "first" });
    const restored = new Promise<EngineEvent>((resolve) =>
      engine.onDidChange((event) => {
        if (event.type === "restored") resolve(event);
      }),
    );
    const report = await engine.applyRestore(plan.id);
    // The same object: it was not sent between threads again.
    assert.equal(report.plan, plan);
    const event = await restored;
    assert(event.type === "restored");
    assert.equal(event.report.plan, plan);
    assert.equal(event.report.moment, report.moment);

    const undo = await engine.planUndo();
    const partly = await engine.applyRestore(undo.id, { except: ["b.txt"] });
    assert.deepEqual(
      partly.plan.writes.map((write) => write.path),
      ["a.txt"],
    );
    assert.deepEqual(partly.plan.leftAlone, [
      { path: "b.txt", reason: "changing" },
    ]);
    assert(!fs.existsSync(path.join(made.root, "b.txt")));

    const forgotten = await engine.planRestore({ to: "first" });
    for (let n = 0; n < 20; n++) await engine.planRestore({ to: "first" });
    await assert.rejects(engine.applyRestore(forgotten.id), {
      code: "not-found",
    });
    assert.equal((await engine.applyRestore(forgotten)).applied, true);
  });

  it("reports what happened while opening to the first listener", async () => {
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

  it("captures nothing if paths is empty, and everything if it is absent", async () => {
    const { made, open } = prepare();
    const engine = await open();
    await engine.capture();
    made.write("b.txt", "new\n");
    assert.equal((await engine.capture({ paths: [] })).isNew, false);
    assert.equal((await engine.capture()).isNew, true);
  });

  it("stops a cancelled capture", async () => {
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

  it("reports what another process recorded", async () => {
    const { made, open } = prepare();
    const engine = await open();
    await engine.capture();
    const told = new Promise<EngineEvent>((resolve) =>
      engine.onDidChange((event) => {
        if (event.type === "refreshed") resolve(event);
      }),
    );
    const other = await openEngine({
      home: homeDir(),
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

  it("also reports it if a request reads it first", async () => {
    const { made, open } = prepare();
    const engine = await open();
    await engine.capture();
    const other = await openEngine({
      home: homeDir(),
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

  it("continues after its store is deleted, reports it, and follows other processes in the new one", async () => {
    const { made, open } = prepare();
    const engine = await open();
    await engine.checkpoint({ name: "first" });
    const next = <T extends EngineEvent["type"]>(type: T) =>
      new Promise<Extract<EngineEvent, { type: T }>>((resolve) =>
        engine.onDidChange((event) => {
          if (event.type === type)
            resolve(event as Extract<EngineEvent, { type: T }>);
        }),
      );
    const damaged = next("damaged");
    removeAtOnce(engine.storeDir, made.base);
    assert.equal((await damaged).finding.kind, "files-deleted");
    made.write("a.txt", "two\n");
    await engine.checkpoint({ name: "second" });
    const { root } = made;
    const { storeDir } = engine;
    const other = await openEngine({
      home: homeDir(),
      root,
      storeDir,
      assetsDir,
    });
    assert.deepEqual(
      other.list().checkpoints.map(({ name }) => name),
      ["second", "first"],
    );
    const refreshed = next("refreshed");
    // The new folder is not watched immediately.
    const renaming = setInterval(() => other.rename("second", "second"), 500);
    await refreshed.finally(() => clearInterval(renaming));
    other.close();
  });

  it("uses an existing store, wherever it was created", async () => {
    const { open } = prepare();
    const first = await open();
    await first.checkpoint({ name: "kept" });
    await first.close();
    const again = await open({ home: path.join(first.root, "..", "other") });
    assert.equal(again.storeDir, first.storeDir);
    assert.equal((await again.list()).total, 1);
  });

  it("uses the store location that the user configured, and registers it", async () => {
    const { made, dataDir, open } = prepare();
    await (await open()).close();
    const chosen = path.join(made.base, "chosen");
    const engine = await open({ home: chosen, isHomeChosen: true });
    assert(engine.storeDir.startsWith(chosen));
    assert.equal(readRegistry(dataDir, made.root)?.storeDir, engine.storeDir);
  });

  it("registers changed settings for other processes", async () => {
    const { made, dataDir, open } = prepare();
    const engine = await open({ settings: { exclude: ["**/x/**"] } });
    const exclude = () => readRegistry(dataDir, made.root)?.settings?.exclude;
    assert.deepEqual(exclude(), ["**/x/**"]);
    await engine.configure({ exclude: ["**/y/**"] });
    assert.deepEqual(exclude(), ["**/y/**"]);
  });

  it("refuses a folder that must not be recorded", async () => {
    const { open } = prepare();
    await assert.rejects(open({ root: path.parse(assetsDir).root }), {
      code: "refused",
    });
    const gone = path.join(assetsDir, "no such folder");
    assert(!fs.existsSync(gone));
    await assert.rejects(open({ root: gone }), { code: "not-found" });
  });
});
