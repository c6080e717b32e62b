import assert from "node:assert/strict";
import os from "node:os";
import * as vscode from "vscode";
import { Emitter } from "../../../src/base/event";
import type { EngineEvent, Progress } from "../../../src/engine/api";
import { SaidError } from "../../../src/wording/said";
import type { EngineSettings } from "../../../src/engine/model/settings";
import { makeExports } from "../../../src/extension/exports";
import type { Folders } from "../../../src/extension/session/folders";
import { RecordedFolder } from "../../../src/extension/session/recordedFolder";
import type { EngineClient } from "../../../src/worker/client";
import type { OpenFolder } from "../../../src/worker/protocol";
import { ManualTime } from "../../helpers/manualTime";
import { configure, root, until } from "../host/support";

describe("a folder's session", () => {
  let opened: OpenFolder[];
  let configured: EngineSettings[];
  let answer: (engine: EngineClient) => void;
  let fail: (error: Error) => void;
  let session: RecordedFolder;
  let time: ManualTime;

  beforeEach(() => {
    time = new ManualTime();
    opened = [];
    configured = [];
    const values = new Map<string, unknown>();
    const memory = {
      keys: () => [...values.keys()],
      get: (key: string) => values.get(key) as undefined,
      update: async (key: string, value: unknown) =>
        void values.set(key, value),
    };
    const worker = {
      open: (options: OpenFolder) => {
        opened.push(options);
        return new Promise<EngineClient>((resolve, reject) => {
          [answer, fail] = [resolve, reject];
        });
      },
      onDidRestart: () => ({ dispose() {} }),
      warmUp() {},
      close: async () => {},
    };
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    session = new RecordedFolder(folder, {
      ...{ worker, memory, time, home: os.tmpdir(), assetsDir: "" },
      isPaused: () => false,
    });
  });
  afterEach(() => session.close());

  const engine = (): EngineClient =>
    ({
      ...{ root: root(), storeDir: "store" },
      onDidChange: () => ({ dispose() {} }),
      configure: async (settings: EngineSettings) =>
        void configured.push(settings),
      capture: async () => ({
        ...{ moment: 1, moments: [], isNew: false, unsaved: [] },
        recorded: { added: [], modified: [], deleted: [] },
      }),
      list: async () => ({ checkpoints: [], next: null, total: 0 }),
      checkpoint: async () => ({}),
      close: async () => {},
    }) as unknown as EngineClient;

  const untilOpened = (times: number) =>
    until("it is opened", () => opened.length === times);
  const begin = () => {
    void session.start();
    return untilOpened(1);
  };

  it("makes calls wait while it starts", async () => {
    void session.start();
    const listing = session.engine.list();
    await untilOpened(1);
    answer(engine());
    assert.equal((await listing).total, 0);
  });

  it("applies settings that change while its history is opened", async () => {
    await begin();
    await configure("maxFileSize", 3);
    try {
      answer(engine());
      await until("it is ready", () => session.state === "ready");
      const [last] = configured.slice(-1);
      assert.equal(last?.maxFileSizeBytes, 3 * 1024 * 1024);
    } finally {
      await configure("maxFileSize", undefined);
    }
  });

  it("whose disk is full at first shows its history, and retries", async () => {
    const full = { ...engine() };
    const { capture } = full;
    full.capture = async () => {
      throw new SaidError("disk-full", "The disk is full.");
    };
    full.list = async () => ({ checkpoints: [], next: null, total: 7 });
    await begin();
    answer(full);
    await until("it has begun", () => session.state !== "starting");
    assert.equal(session.state, "ready");
    assert.equal(session.problem?.code, "disk-full");
    assert.equal((await session.engine.list()).total, 7);
    full.capture = capture;
    await until("it is well", () => session.problem === null);
  });

  it("whose history cannot be opened retries automatically, and is then recorded", async () => {
    const locked = new SaidError("store-locked", "Somebody writes.");
    await begin();
    fail(locked);
    await until("it failed", () => session.state === "failed");
    await time.advance(29_000);
    assert.equal(opened.length, 1);
    await time.advance(1_000);
    await untilOpened(2);
    fail(locked);
    await until("it failed again", () => session.state === "failed");
    await time.advance(59_000);
    assert.equal(opened.length, 2, "with a longer pause");
    await time.advance(1_000);
    await untilOpened(3);
    answer(engine());
    await until("it is ready", () => session.state === "ready");
    await time.advance(3_600_000);
    assert.equal(opened.length, 3);
  });

  it("whose history cannot be opened retries once on request", async () => {
    await begin();
    fail(new SaidError("io", "The disk does not answer."));
    await until("it failed", () => session.state === "failed");
    void session.retry();
    await untilOpened(2);
    await time.advance(3_600_000);
    assert.equal(opened.length, 2);
    answer(engine());
    await until("it is ready", () => session.state === "ready");
  });

  it("whose history can never be opened is not retried, nor is one that was closed", async () => {
    await begin();
    fail(new SaidError("newer-format", "Written by a newer one."));
    await until("it failed", () => session.state === "failed");
    await time.advance(3_600_000);
    assert.equal(opened.length, 1);
    void session.retry();
    await untilOpened(2);
    fail(new SaidError("io", "The disk does not answer."));
    await until("it failed again", () => session.state === "failed");
    await session.close();
    await time.advance(3_600_000);
    assert.equal(opened.length, 2);
  });

  it("over the budget is recorded after confirmation, even if the disk was full at first", async () => {
    const asked: (boolean | undefined)[] = [];
    const large = { ...engine() };
    const { capture } = large;
    large.capture = async (request) => {
      asked.push(request?.force);
      if (!request?.force) throw new SaidError("over-budget", "Too large.");
      if (asked.length === 2)
        throw new SaidError("disk-full", "The disk is full.");
      return capture(request);
    };
    await begin();
    answer(large);
    await until("it waits", () => session.state === "over-budget");
    void session.consent();
    await untilOpened(2);
    answer(large);
    await until("it is well", () => {
      return session.state === "ready" && session.problem === null;
    });
    assert.deepEqual(asked, [undefined, true, true]);
  });

  it("names the process it waits for, and lets the wait be cancelled", async () => {
    const events = new Emitter<EngineEvent>();
    let go = () => {};
    const isOver = new Promise<void>((resolve) => (go = resolve));
    const held = { ...engine(), onDidChange: events.event };
    await begin();
    answer(held);
    await until("it is ready", () => session.state === "ready");
    const { capture } = held;
    held.capture = async (...given) => {
      await isOver;
      return capture(...given);
    };
    session.recorder?.byEditor("a.txt");
    const steps: Progress[] = [];
    const onProgress = (step: Progress) => void steps.push(step);
    const abort = new AbortController();
    const given = session.flush({ onProgress, signal: abort.signal });
    const holder = { pid: 4711, host: "here", sinceMs: 1 };
    events.fire({ type: "waiting", holder, isOver: false });
    assert.deepEqual(steps, [{ phase: "wait", done: 0, total: null, holder }]);
    const patient = session.flush({ onProgress });
    assert.equal(steps.length, 2, "also one that comes later");
    abort.abort();
    await assert.rejects(given, { code: "cancelled" });
    go();
    await patient;
  });

  it("that left the window rejects calls immediately", async () => {
    await begin();
    const folders = {
      ...{ all: [session], of: () => session },
      onDidChange: () => ({ dispose() {} }),
    };
    const { api } = makeExports(folders as unknown as Folders);
    const waiting = api.initialize();
    void session.leave();
    await assert.rejects(waiting, { code: "refused" });
    await assert.rejects(session.engine.list(), { code: "refused" });
    answer(engine());
  });

  it("that left the window is not recorded again after a late answer", async () => {
    await begin();
    fail(new SaidError("over-budget", "Too large."));
    await until("it waits", () => session.state === "over-budget");
    await session.leave();
    await session.consent();
    assert.equal(opened.length, 1);
  });
});
