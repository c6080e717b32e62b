import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../../src/base/event";
import type { EngineEvent } from "../../../src/engine/api";
import type { RestoreEntry } from "../../../src/engine/model/restorePlan";
import {
  latestOffer,
  OFFERED_MS,
  UndoOffer,
} from "../../../src/extension/restore/undoOffer";
import type {
  Folders,
  FolderSession,
} from "../../../src/extension/session/folders";
import { api, until } from "../host/support";

const MINUTE = 60_000;
const now = Date.UTC(2026, 10, 18, 10);

const restored = (id: string, at: number): RestoreEntry => ({
  ...{ id, verb: "restore", at: new Date(at).toISOString() },
  ...{ target: "#3 tea", guard: 4, writes: 2, deletes: 1 },
  ...{ state: "done", source: "editor" },
});

describe("the offer to undo a restore", () => {
  const window = vscode.window as unknown as Window;
  const { createStatusBarItem } = window;
  let item: Partial<vscode.StatusBarItem> & { isShown: boolean };

  // The extension has made its own by then.
  before(() => api());
  beforeEach(() => {
    item = {
      isShown: false,
      show: () => (item.isShown = true),
      hide: () => (item.isShown = false),
      dispose: () => {},
    };
    window.createStatusBarItem = () => item;
  });
  afterEach(() => {
    Object.assign(window, { createStatusBarItem });
  });

  it("is there when a window opens soon after a restore, and goes with its undo", async () => {
    let undo: RestoreEntry | null = restored("r1", Date.now() - MINUTE);
    const events = new Emitter<{
      session: FolderSession;
      event: EngineEvent;
    }>();
    const session = {
      state: "ready",
      onDidChangeState: new Emitter<void>().event,
      engine: { status: async () => ({ undo, redo: null }) },
    } as unknown as FolderSession;
    const offer = new UndoOffer({
      all: [session],
      onDidChange: events.event,
      onDidChangeFolders: new Emitter<void>().event,
    } as unknown as Folders);
    try {
      await until("it is shown", () => item.isShown);
      assert.equal(item.text, "$(discard) Undo Restore");
      assert.equal(
        item.accessibilityInformation?.label,
        "Undo Restore. Restored to #3 tea: 3 files.",
      );
      assert.deepEqual((item.command as vscode.Command).arguments, [
        { session, restore: "r1" },
      ]);
      undo = null;
      const event = { type: "restored" } as unknown as EngineEvent;
      events.fire({ session, event });
      await until("it is gone", () => !item.isShown);
    } finally {
      offer.dispose();
    }
  });

  it("is for the newest restore of all folders, and only for a while", () => {
    const [steep, cups] = [{}, {}] as [FolderSession, FolderSession];
    const latest = new Map([
      [steep, restored("old", now - 3 * MINUTE)],
      [cups, restored("new", now - MINUTE)],
    ]);
    assert.equal(latestOffer(latest, now)?.restore.id, "new");
    assert.equal(latestOffer(latest, now + OFFERED_MS), undefined);
    // A clock that was set back.
    assert.equal(latestOffer(latest, now - 2 * OFFERED_MS), undefined);
  });
});

interface Window {
  createStatusBarItem: () => unknown;
}
