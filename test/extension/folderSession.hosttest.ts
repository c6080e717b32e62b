import assert from "node:assert/strict";
import * as vscode from "vscode";
import { CheckpointError } from "../../src/engine/model/errors";
import type { EngineSettings } from "../../src/engine/model/settings";
import { makeExports } from "../../src/extension/exports";
import type { Folders } from "../../src/extension/folders";
import { RecordedFolder } from "../../src/extension/folderSession";
import type { EngineClient } from "../../src/worker/client";
import type { OpenFolder } from "../../src/worker/protocol";
import { ManualTime } from "./helpers/manualTime";
import { configure, root, until } from "./host/support";

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
      close: async () => {},
    };
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    session = new RecordedFolder(folder, {
      ...{ worker, memory, time, home: "", assetsDir: "" },
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
        ...{ moment: 1, isNew: false, unsaved: [] },
        recorded: { added: [], modified: [], deleted: [] },
      }),
      list: async () => ({ checkpoints: [], next: null, total: 0 }),
      checkpoint: async () => ({}),
      close: async () => {},
    }) as unknown as EngineClient;

  it("takes over settings that change while its history is opened", async () => {
    void session.start();
    assert.equal(opened.length, 1);
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

  it("whose disk is full at first shows what it holds, and tries again", async () => {
    const full = { ...engine() };
    const { capture } = full;
    full.capture = async () => {
      throw new CheckpointError("disk-full", "The disk is full.");
    };
    full.list = async () => ({ checkpoints: [], next: null, total: 7 });
    void session.start();
    answer(full);
    await until("it has begun", () => session.state !== "starting");
    assert.equal(session.state, "ready");
    assert.equal(session.problem?.code, "disk-full");
    assert.equal((await session.engine.list()).total, 7);
    full.capture = capture;
    await until("it is well", () => session.problem === null);
  });

  it("whose history cannot be opened tries again by itself, and is recorded then", async () => {
    const locked = new CheckpointError("store-locked", "Somebody writes.");
    void session.start();
    fail(locked);
    await until("it failed", () => session.state === "failed");
    await time.advance(29_000);
    assert.equal(opened.length, 1);
    await time.advance(1_000);
    assert.equal(opened.length, 2);
    fail(locked);
    await until("it failed again", () => session.state === "failed");
    await time.advance(59_000);
    assert.equal(opened.length, 2, "with a longer pause");
    await time.advance(1_000);
    answer(engine());
    await until("it is ready", () => session.state === "ready");
    await time.advance(3_600_000);
    assert.equal(opened.length, 3);
  });

  it("whose history cannot be opened is tried once when somebody asks for it", async () => {
    void session.start();
    fail(new CheckpointError("io", "The disk does not answer."));
    await until("it failed", () => session.state === "failed");
    void session.retry();
    await until("it is opened", () => opened.length === 2);
    await time.advance(3_600_000);
    assert.equal(opened.length, 2);
    answer(engine());
    await until("it is ready", () => session.state === "ready");
  });

  it("whose history never can be opened is left alone, as is one that was closed", async () => {
    void session.start();
    fail(new CheckpointError("newer-format", "Written by a newer one."));
    await until("it failed", () => session.state === "failed");
    await time.advance(3_600_000);
    assert.equal(opened.length, 1);
    void session.retry();
    await until("it is opened", () => opened.length === 2);
    fail(new CheckpointError("io", "The disk does not answer."));
    await until("it failed again", () => session.state === "failed");
    await session.close();
    await time.advance(3_600_000);
    assert.equal(opened.length, 2);
  });

  it("over the budget that was agreed to is recorded, also when the disk was full first", async () => {
    const asked: (boolean | undefined)[] = [];
    const large = { ...engine() };
    const { capture } = large;
    large.capture = async (request) => {
      asked.push(request?.force);
      if (!request?.force)
        throw new CheckpointError("over-budget", "Too large.");
      if (asked.length === 2)
        throw new CheckpointError("disk-full", "The disk is full.");
      return capture(request);
    };
    void session.start();
    answer(large);
    await until("it waits", () => session.state === "over-budget");
    void session.consent();
    await until("it is opened", () => opened.length === 2);
    answer(large);
    await until("it is well", () => {
      return session.state === "ready" && session.problem === null;
    });
    assert.deepEqual(asked, [undefined, true, true]);
  });

  it("that left the window says so, and keeps nobody waiting", async () => {
    void session.start();
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

  it("that left the window is not recorded again by a late answer", async () => {
    void session.start();
    fail(new CheckpointError("over-budget", "Too large."));
    await until("it waits", () => session.state === "over-budget");
    await session.leave();
    await session.consent();
    assert.equal(opened.length, 1);
  });
});
