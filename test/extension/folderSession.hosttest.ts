import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { EngineSettings } from "../../src/engine/model/settings";
import { RecordedFolder } from "../../src/extension/folderSession";
import type { EngineClient } from "../../src/worker/client";
import type { OpenFolder } from "../../src/worker/protocol";
import { configure, root, until } from "./host/support";

describe("a folder's session", () => {
  let opened: OpenFolder[];
  let configured: EngineSettings[];
  let answer: (engine: EngineClient) => void;
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
        return new Promise<EngineClient>((resolve) => (answer = resolve));
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
});
