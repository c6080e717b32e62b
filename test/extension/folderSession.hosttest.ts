import assert from "node:assert/strict";
import * as vscode from "vscode";
import { CheckpointError } from "../../src/engine/model/errors";
import type { EngineSettings } from "../../src/engine/model/settings";
import { makeExports } from "../../src/extension/exports";
import type { Folders } from "../../src/extension/folders";
import { RecordedFolder } from "../../src/extension/folderSession";
import type { EngineClient } from "../../src/worker/client";
import type { OpenFolder } from "../../src/worker/protocol";
import { configure, root, until } from "./host/support";

describe("a folder's session", () => {
  let opened: OpenFolder[];
  let configured: EngineSettings[];
  let answer: (engine: EngineClient) => void;
  let fail: (error: Error) => void;
  let session: RecordedFolder;

  beforeEach(() => {
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
      ...{ worker, memory, home: "", assetsDir: "" },
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
