import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  applyReviewed,
  cancelReviewed,
  waitForReview,
} from "../../../src/extension/commands/reviewRestore";
import { until } from "../host/support";

const words = { question: "Restore?", button: "Restore" };

describe("the review of a restore", () => {
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const openTab = async () => {
    const document = await vscode.workspace.openTextDocument({ content: "" });
    await vscode.window.showTextDocument(document, { preview: false });
    const isTab = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText &&
      input.uri.toString() === document.uri.toString();
    const { tabGroups } = vscode.window;
    const find = () => tabGroups.all.flatMap(({ tabs }) => tabs).find(isTab);
    const tab = await until("the tab is there", find);
    return { tab, preview: { isTab, dispose: () => {} } };
  };

  it("ends without a restore when the preview is closed", async () => {
    const { tab, preview } = await openTab();
    const verdict = waitForReview(words, preview);
    await vscode.window.tabGroups.close(tab);
    assert.equal(await verdict, "cancel");
  });

  it("ends without one when another restore is turned to", async () => {
    const { preview } = await openTab();
    const verdict = waitForReview(words, preview);
    const next = waitForReview(words, preview);
    assert.equal(await verdict, "cancel");
    await applyReviewed();
    assert.equal(await next, "restore");
  });

  it("waits where nothing can be shown, until it is said", async () => {
    const preview = { isTab: () => false, dispose: () => {} };
    const { tab } = await openTab();
    const verdict = waitForReview(words, preview);
    // Another tab is not what is reviewed.
    await vscode.window.tabGroups.close(tab);
    await cancelReviewed();
    assert.equal(await verdict, "cancel");
  });

  it("shows what it asks as progress, which it ends by itself", async () => {
    const window = vscode.window as unknown as Window;
    const { withProgress } = window;
    let ended: Promise<unknown> | undefined;
    let title = "";
    window.withProgress = (options, task) => {
      ({ title } = options);
      const { token } = new vscode.CancellationTokenSource();
      return (ended = task({}, token));
    };
    try {
      const preview = { isTab: () => false, dispose: () => {} };
      const question = "Restore to #1 [it](command:undo)?";
      const verdict = waitForReview({ ...words, question }, preview);
      assert.match(title, /\[Restore\]\(command:checkpoint\.applyReviewed\)$/);
      assert.doesNotMatch(title, /\]\(command:undo/);
      await applyReviewed();
      assert.equal(await verdict, "restore");
      await ended;
    } finally {
      Object.assign(window, { withProgress });
    }
  });
});

interface Window {
  withProgress: (
    options: { title: string },
    task: (
      progress: unknown,
      token: vscode.CancellationToken,
    ) => Promise<unknown>,
  ) => Promise<unknown>;
}
