import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { silentLog } from "../../src/base/log";
import type { EngineSettings } from "../../src/engine/model/settings";
import { Emitter } from "../../src/base/event";
import type { EngineClient } from "../../src/worker/client";
import {
  startWorker,
  type EngineWorker,
  type WorkerOptions,
} from "../../src/worker/startWorker";
import { assetsDir } from "../helpers/repository";
import { workspaceForEach } from "../helpers/tempWorkspace";

/** What the fake engine answers to a search. */
interface Said {
  thread: number;
  readFrom?: string;
  settings: Partial<EngineSettings>;
}

describe("long reads beside a writer", function () {
  this.timeout(20_000);
  let worker: EngineWorker;
  // Before the workspace is removed, whose files the threads have open.
  afterEach(() => worker.close());
  const workspace = workspaceForEach();

  describe("with an engine whose answers the test decides", () => {
    const start = (more: Partial<WorkerOptions> = {}) => {
      const script = path.join(__dirname, "fakeHost.entry.js");
      worker = startWorker({ script, readBeside: true, ...more });
    };
    beforeEach(() => start());

    const open = (root = "/a"): Promise<EngineClient> =>
      worker.open({
        root,
        home: "/home",
        isHomeChosen: false,
        assetsDir: "",
        settings: { maxCheckpoints: 7 },
      });
    const ask = async (engine: EngineClient, text = "who") =>
      (await engine.search({ text })) as unknown as Said;
    const writerOf = async (engine: EngineClient) =>
      (await engine.capture()).moment;

    it("answers a save that is asked for while a search is under way", async () => {
      const engine = await open();
      const file = workspace().at("let-it-end");
      const order: string[] = [];
      const search = engine.search({ text: file });
      void search.then(() => order.push("search"));
      await engine.capture({ paths: ["a"] });
      order.push("save");
      fs.writeFileSync(file, "");
      await search;
      assert.deepEqual(order, ["save", "search"]);
    });

    it("reads what the writer has open, on another thread", async () => {
      const engine = await open();
      const { thread, readFrom } = await ask(engine);
      assert.notEqual(thread, await writerOf(engine));
      assert.equal(readFrom, "/home/a");
    });

    it("leaves short reads and repairs to the writer", async () => {
      const engine = await open();
      const writer = await writerOf(engine);
      const threadOf = async (answer: Promise<unknown>) =>
        ((await answer) as { thread: number }).thread;
      const { diff } = engine;
      assert.notEqual(await threadOf(diff("1", "2")), writer);
      assert.equal(
        await threadOf(diff("1", "2", {}, { isShort: true })),
        writer,
      );
      assert.equal(await threadOf(diff("1", "2", { content: false })), writer);
      assert.notEqual(
        await threadOf(diff("1", "2", { content: false, patch: true })),
        writer,
      );
    });

    it("cancels a read", async () => {
      const engine = await open();
      const stop = new AbortController();
      const reading = engine.search(
        { text: "/never/there" },
        { signal: stop.signal },
      );
      await engine.capture();
      stop.abort();
      await assert.rejects(reading, { code: "cancelled" });
    });

    it("closes during a read", async () => {
      const engine = await open();
      const reading = engine.search({ text: "/never/there" });
      const ended = assert.rejects(reading, { code: "cancelled" });
      await engine.capture();
      await worker.close();
      await ended;
      await assert.rejects(engine.search({ text: "who" }), {
        code: "cancelled",
      });
    });

    it("answers a read that was asked for before its folder was closed", async () => {
      const engine = await open();
      await ask(engine);
      const [said] = await Promise.all([ask(engine), engine.close()]);
      assert.equal(said.readFrom, "/home/a");
    });

    it("is closed only when the reader has closed it too", async () => {
      const engine = await open();
      const file = workspace().at("let-it-end");
      const order: string[] = [];
      const search = engine.search({ text: file });
      const closed = engine.close().then(() => order.push("closed"));
      const read = search.then(() => order.push("read"));
      await (await open("/b")).capture();
      fs.writeFileSync(file, "");
      await Promise.all([closed, read]);
      assert.deepEqual(order, ["read", "closed"]);
    });

    it("tells the reader about changed settings, before and after it starts", async () => {
      const engine = await open();
      await engine.configure({ exclude: ["x"] });
      const settings = { maxCheckpoints: 7, exclude: ["x"] };
      assert.deepEqual((await ask(engine)).settings, settings);
      await engine.configure({ exclude: ["y"] });
      assert.deepEqual((await ask(engine)).settings.exclude, ["y"]);
    });

    it("fails only the read when the reader stops, and starts another for the next", async () => {
      const engine = await open();
      const first = await ask(engine);
      const restarts: void[] = [];
      worker.onDidRestart(() => restarts.push(undefined));
      const crash = assert.rejects(engine.search({ text: "crash" }), {
        problem: "worker-stopped",
      });
      const writer = await writerOf(engine);
      await crash;
      assert.equal(await writerOf(engine), writer, "the writer goes on");
      assert.equal(restarts.length, 0);
      const { thread } = await ask(engine);
      assert(![first.thread, writer].includes(thread));
    });

    it("gives up on a reader that keeps stopping, and never stops the writer with its reads", async () => {
      const engine = await open();
      const writer = await writerOf(engine);
      for (let time = 0; time < 4; time++)
        await assert.rejects(engine.search({ text: "crash" }), {
          problem: "worker-stopped",
        });
      await assert.rejects(engine.search({ text: "crash" }), {
        problem: "worker-keeps-stopping",
      });
      assert.equal(await writerOf(engine), writer);
    });

    it("lets the writer answer what the reader cannot open", async () => {
      const engine = await open("/unreadable");
      const { thread, readFrom } = await ask(engine);
      assert.equal(thread, await writerOf(engine));
      assert.equal(readFrom, undefined);
    });

    it("ends the reader after a pause, and starts it again", async () => {
      await worker.close();
      const infos = new Emitter<string>(() => {});
      const log = { ...silentLog, info: (text: string) => infos.fire(text) };
      start({ log, readerIdleMs: 1 });
      const engine = await open();
      const ended = new Promise<string>((resolve) => infos.event(resolve));
      const { thread } = await ask(engine);
      assert.match(await ended, /reader/);
      assert.notEqual((await ask(engine)).thread, thread);
    });
  });

  describe("with the real engine", () => {
    const start = async () => {
      const made = workspace({ "a.txt": "text 0\n", "b.txt": "b\n" });
      worker = startWorker({
        script: path.join(assetsDir, "worker.js"),
        readBeside: true,
      });
      const engine = await worker.open({
        root: made.root,
        home: made.base,
        isHomeChosen: true,
        location: {
          root: made.root,
          storeDir: made.storeDir,
          home: made.base,
          dataDir: path.join(made.base, "data"),
          isExplicit: true,
          settings: null,
        },
        assetsDir,
        settings: {},
      });
      return { made, engine };
    };

    it("sees every change asked for before, whether it was answered or not", async () => {
      const { made, engine } = await start();
      await engine.capture();
      for (let n = 1; n <= 20; n++) {
        made.write("a.txt", `text ${n}\n`);
        const saved = engine.capture({ paths: ["a.txt"] });
        if (n % 2) await saved;
        const { hits } = await engine.search({ regex: `text ${n}\\b` });
        assert.equal(hits.length, 1, `text ${n}`);
        await saved;
      }
    });

    it("records the folder before comparing with it, and reports that", async () => {
      const { made, engine } = await start();
      await engine.checkpoint({ name: "before" });
      made.write("a.txt", "other\n");
      made.write("b.txt", "other\n");
      const captured: string[][] = [];
      engine.onDidChange((event) => {
        if (event.type === "captured")
          captured.push(event.result.recorded.modified);
      });
      const some = await engine.diff("before", "workspace", {
        paths: ["b.txt"],
      });
      assert.deepEqual(
        some.modified.map(({ path }) => path),
        ["b.txt"],
      );
      assert.equal(some.to.label, "workspace");
      const all = await engine.diff("before", "workspace");
      assert.equal(all.modified.length, 2);
      assert.deepEqual(captured, [["b.txt"], ["a.txt"]]);
    });

    it("verifies, sums up and blames what was just recorded", async () => {
      const { made, engine } = await start();
      await engine.checkpoint({ name: "first" });
      made.write("a.txt", "text 0\nmore\n");
      const second = await engine.checkpoint({ name: "second" });
      const verified = await engine.verify();
      assert.deepEqual([verified.ok, verified.contents], [true, 3]);
      assert.equal((await engine.usage()).largest.length, 2);
      const { lines } = await engine.blame("a.txt");
      assert.deepEqual(
        lines.map((line) => line.moment === second.moment),
        [false, true],
      );
    });
  });
});
