import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  applyReviewed,
  cancelReviewed,
  reviewChooseAll,
  reviewChooseNone,
  reviewRestorePart,
  waitForReview,
} from "../../../src/extension/restore/reviewRestore";
import { reviewFiles } from "../../../src/extension/restore/review";
import type { FolderSession } from "../../../src/extension/session/folders";
import { plan, write } from "../../wording/plans";
import { until } from "../host/support";

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
    const verdict = waitForReview([], preview);
    await vscode.window.tabGroups.close(tab);
    assert.deepEqual(await verdict, { do: "cancel" });
  });

  it("ends without one when another restore is turned to", async () => {
    const { preview } = await openTab();
    const verdict = waitForReview([], preview);
    const next = waitForReview([], preview);
    assert.deepEqual(await verdict, { do: "cancel" });
    await applyReviewed();
    assert.deepEqual(await next, { do: "restore", parts: null });
  });

  it("waits where nothing can be shown, until it is said", async () => {
    const preview = { isTab: () => false, dispose: () => {} };
    const { tab } = await openTab();
    const verdict = waitForReview([], preview);
    // Another tab is not what is reviewed.
    await vscode.window.tabGroups.close(tab);
    await cancelReviewed();
    assert.deepEqual(await verdict, { do: "cancel" });
  });

  it("restores only what is chosen, and says so when that is nothing", async () => {
    const files = reviewFiles({} as FolderSession, {
      ...plan({ writes: [write("a", "replace"), write("b", "create")] }),
      id: "p",
    });
    const preview = { isTab: () => false, dispose: () => {} };
    const verdict = waitForReview(files, preview);
    await reviewChooseNone();
    const window = vscode.window as unknown as Window;
    const { showInformationMessage } = window;
    const told: string[] = [];
    window.showInformationMessage = async (text) => void told.push(text);
    try {
      await applyReviewed();
    } finally {
      Object.assign(window, { showInformationMessage });
    }
    assert.match(told.join(), /^No files are chosen/);
    await reviewChooseAll();
    await applyReviewed();
    assert.deepEqual(await verdict, { do: "restore", parts: null });
  });

  it("restores one file or change now, as a part", async () => {
    const [file] = reviewFiles({} as FolderSession, {
      ...plan({ writes: [write("a", "replace")] }),
      id: "p",
    });
    const preview = { isTab: () => false, dispose: () => {} };
    for (const [node, chosen] of [
      [{ type: "reviewFile", file }, { path: "a" }],
      [
        { type: "reviewHunk", file, index: 2 },
        { path: "a", hunks: [2] },
      ],
    ] as const) {
      const verdict = waitForReview([file!], preview);
      await reviewRestorePart(undefined, node);
      assert.deepEqual(await verdict, {
        do: "part",
        parts: [{ plan: "p", files: [chosen] }],
      });
    }
  });

  it("takes a row of an earlier review for the same change, or refuses it", async () => {
    const session = {} as FolderSession;
    const filesOf = (id: string, ...names: string[]) =>
      reviewFiles(session, {
        ...plan({ writes: names.map((name) => write(name, "replace")) }),
        id,
      });
    const [a, b] = filesOf("old", "a", "b");
    const preview = { isTab: () => false, dispose: () => {} };
    const verdict = waitForReview(filesOf("new", "a"), preview);
    await assert.rejects(
      reviewRestorePart(undefined, { type: "reviewFile", file: b }),
      /The list just changed/,
    );
    await reviewRestorePart(undefined, { type: "reviewFile", file: a });
    assert.deepEqual(await verdict, {
      do: "part",
      parts: [{ plan: "new", files: [{ path: "a" }] }],
    });
  });
});

interface Window {
  showInformationMessage: (text: string) => Promise<undefined>;
}
