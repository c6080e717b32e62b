import assert from "node:assert/strict";
import * as vscode from "vscode";
import { SaidError } from "../../../src/wording/said";
import { runCommand } from "../../../src/extension/commands/runCommand";

describe("a command that fails", () => {
  const window = vscode.window as unknown as Window;
  const { showErrorMessage } = window;
  afterEach(() => {
    Object.assign(window, { showErrorMessage });
  });

  it("ends before the user has dismissed the message", async () => {
    const told: string[] = [];
    window.showErrorMessage = (message) => {
      told.push(message);
      return new Promise(() => {});
    };
    const result = await runCommand(async () => {
      throw new SaidError("disk-full", "The disk is full.");
    });
    assert.equal(result, undefined);
    assert.deepEqual(told, ["The disk is full."]);
  });
});

interface Window {
  showErrorMessage: (message: string) => Promise<unknown>;
}
