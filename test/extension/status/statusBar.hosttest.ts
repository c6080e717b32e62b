import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../../src/base/event";
import type { EngineEvent } from "../../../src/engine/api";
import type {
  Folders,
  FolderSession,
} from "../../../src/extension/session/folders";
import { StatusBar } from "../../../src/extension/status/statusBar";
import { api, until } from "../host/support";
import { checkpoint } from "../timeline/checkpoints";

const noBaselines = { numbers: [], onDidChange: new Emitter<void>().event };

describe("the status bar", () => {
  const window = vscode.window as unknown as Window;
  const { createStatusBarItem } = window;
  let item: Partial<vscode.StatusBarItem>;

  // The extension has created its own by then.
  before(() => api());
  beforeEach(() => {
    item = { show: () => {}, hide: () => {}, dispose: () => {} };
    window.createStatusBarItem = () => item;
  });
  afterEach(() => {
    Object.assign(window, { createStatusBarItem });
  });

  it("stops spinning when the folder being recorded leaves the window", async () => {
    const busy = { ...folder(1).session, isBusy: true };
    const states = new Emitter<void>();
    const moves = new Emitter<void>();
    const folders = {
      all: [{ ...busy, onDidChangeState: states.event }, folder(3).session],
      isPaused: false,
      onDidChange: new Emitter<never>().event,
      onDidChangeFolders: moves.event,
    };
    const bar = new StatusBar(folders as unknown as Folders, noBaselines);
    try {
      states.fire();
      await until("it turns", () => item.text?.includes("sync"));
      folders.all = folders.all.slice(1);
      moves.fire();
      assert.doesNotMatch(item.text ?? "", /sync/);
    } finally {
      bar.dispose();
    }
  });

  it("does not count a folder that left the window before it answered", async () => {
    const left = folder(70);
    const stays = folder(3);
    const events = new Emitter<{
      session: FolderSession;
      event: EngineEvent;
    }>();
    const moves = new Emitter<void>();
    const folders = {
      all: [left.session, stays.session],
      isPaused: false,
      onDidChange: events.event,
      onDidChangeFolders: moves.event,
    };
    const bar = new StatusBar(folders as unknown as Folders, noBaselines);
    try {
      const event: EngineEvent = { type: "refreshed" };
      for (const { session } of [left, stays]) events.fire({ session, event });
      folders.all = [stays.session];
      moves.fire();
      await left.answer();
      await stays.answer();
      const label = await until("the bar has its answer", () => {
        const shown = item.accessibilityInformation?.label;
        return shown && /\d\.$/.test(shown) ? shown : undefined;
      });
      assert.match(label, /: 3\.$/);
    } finally {
      bar.dispose();
    }
  });
});

/** A folder with this many checkpoints, which answers on request. */
function folder(total: number) {
  let send: (page: unknown) => void;
  const page = new Promise((resolve) => (send = resolve));
  const session = {
    folder: { name: String(total) },
    state: "ready",
    problem: null,
    isBusy: false,
    onDidChangeState: () => ({ dispose() {} }),
    engine: { list: () => page, checks: async () => [] },
  } as unknown as FolderSession;
  const answer = async (): Promise<void> => {
    send({ checkpoints: [checkpoint()], next: null, total });
    await page;
  };
  return { session, answer };
}

interface Window {
  createStatusBarItem: () => Partial<vscode.StatusBarItem>;
}
