import assert from "node:assert/strict";
import * as vscode from "vscode";
import { momentUri } from "../../../src/extension/documents/checkpointUri";
import { shownInActiveTab } from "../../../src/extension/documents/diffTabs";
import type { FolderSession } from "../../../src/extension/session/folders";
import { withTabs } from "../host/tabs";

describe("the version in the active tab", () => {
  const app = vscode.Uri.file("/app");
  const session = { folder: { uri: app } } as unknown as FolderSession;
  const then = momentUri(session, "a.ipynb", 7);
  const now = vscode.Uri.joinPath(app, "a.ipynb");

  const shownIn = (input: unknown) =>
    withTabs([{ input, isDirty: false }], async () => shownInActiveTab());

  for (const [what, one, two] of [
    ["text", vscode.TabInputText, vscode.TabInputTextDiff],
    ["notebooks", vscode.TabInputNotebook, vscode.TabInputNotebookDiff],
  ] as const)
    it(`is recognised in editors of ${what}`, async () => {
      const type = "jupyter-notebook";
      for (const input of [
        new one(then, type),
        new two(then, now, type),
        new two(now, then, type),
      ])
        assert.equal((await shownIn(input))?.path, "a.ipynb");
      assert.equal(await shownIn(new one(now, type)), undefined);
      assert.equal(await shownIn(new two(now, now, type)), undefined);
    });
});
