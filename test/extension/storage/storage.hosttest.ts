import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { cleanUp } from "../../../src/extension/storage/storage";

describe("the confirmation before cleaning up", () => {
  const window = vscode.window as unknown as Window;
  const { showWarningMessage } = window;
  afterEach(() => {
    Object.assign(window, { showWarningMessage });
  });

  for (const [count, text] of [
    [1, /^Your retention settings will remove 1 checkpoint:\n {2}#1 old$/m],
    [9, /^Your retention settings will remove 9 checkpoints:[^]*and 1 more$/m],
  ] as const)
    it(`counts what will be removed (${count})`, async () => {
      const removed = Array.from({ length: count }, (_, i) => ({
        number: i + 1,
        kind: "automatic",
        name: "old",
      }));
      let detail = "";
      window.showWarningMessage = async (_message, options) => {
        ({ detail } = options);
      };
      const session = {
        folder: { name: "app" },
        state: "ready",
        engine: { prune: async () => ({ removed, freedBytes: 1000 }) },
      };
      const folders = { all: [session] };
      await cleanUp({ folders } as unknown as CommandContext);
      assert.match(detail, text);
    });
});

interface Window {
  showWarningMessage: (
    message: string,
    options: { detail: string },
  ) => Promise<unknown>;
}
