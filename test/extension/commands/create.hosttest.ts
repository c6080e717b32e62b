import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import { createAll } from "../../../src/extension/commands/create";
import type { Folders } from "../../../src/extension/session/folders";

describe("the notification about a new checkpoint", () => {
  const window = vscode.window as unknown as Window;
  const { setStatusBarMessage } = window;
  let told: string[];

  beforeEach(() => {
    told = [];
    window.setStatusBarMessage = (text) => void told.push(text);
  });
  afterEach(() => {
    Object.assign(window, { setStatusBarMessage });
  });

  // Only the first of very many are named.
  for (const [skippedCount, text] of [
    [0, "$(check) Checkpoint #7 created"],
    [1, "$(warning) Checkpoint #7 created, 1 file not recorded"],
    [5000, "$(warning) Checkpoint #7 created, 5,000 files not recorded"],
  ] as const)
    it(`counts what was not recorded (${skippedCount})`, async () => {
      const skipped = [{ path: "a", reason: "too-large" }];
      const checkpoint = {
        number: 7,
        skipped: skipped.slice(0, skippedCount),
        skippedCount,
      } as Checkpoint;
      const session = {
        state: "ready",
        flush: async () => {},
        unsavedTexts: () => [],
        engine: { checkpoint: async () => checkpoint },
      };
      await createAll(
        { folders: { all: [session] } as unknown as Folders },
        {},
      );
      assert.deepEqual(told, [text]);
    });
});

interface Window {
  setStatusBarMessage: (text: string) => void;
}
