import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  applyReviewed,
  waitForReview,
} from "../../../src/extension/commands/reviewRestore";
import { until } from "../host/support";

const words = { question: "Restore?", button: "Restore" };

describe("the review of a restore", () => {
  const window = vscode.window as unknown as Window;
  const { showInformationMessage } = window;
  let close: () => void;

  beforeEach(() => {
    window.showInformationMessage = () =>
      new Promise((resolve) => (close = () => resolve(undefined)));
  });
  afterEach(async () => {
    Object.assign(window, { showInformationMessage });
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

  it("ends without a restore when there is no button left to press", async () => {
    const { tab, preview } = await openTab();
    const verdict = waitForReview(words, preview);
    close();
    await vscode.window.tabGroups.close(tab);
    assert.equal(await verdict, "cancel");
  });

  it("ends so at once where nothing could be shown", async () => {
    const preview = { isTab: () => false, dispose: () => {} };
    const verdict = waitForReview(words, preview);
    close();
    assert.equal(await verdict, "cancel");
  });

  it("goes on over the preview when the notification is closed", async () => {
    const { preview } = await openTab();
    const verdict = waitForReview(words, preview);
    close();
    await applyReviewed();
    assert.equal(await verdict, "restore");
  });
});

interface Window {
  showInformationMessage: () => Promise<undefined>;
}
