import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import {
  changeOf,
  checkpointsFor,
  markGone,
  versionOf,
} from "../../../src/extension/commands/targets";
import type { FolderSessions } from "../../../src/extension/folderSessions";
import { recordFolders } from "../agents/recordFolders";
import { api, until } from "../host/support";

describe("a row that was being drawn anew when its menu was used", () => {
  const window = vscode.window as { createQuickPick: () => Picker };
  const { createQuickPick } = window;
  let folders: FolderSessions;
  let picker: Picker | undefined;

  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
    window.createQuickPick = () => {
      const made = createQuickPick();
      const show = made.show.bind(made);
      // What is hidden before it is shown never says that it is hidden.
      made.show = () => {
        show();
        picker = made;
      };
      return made;
    };
  });
  after(async () => {
    window.createQuickPick = createQuickPick;
    await folders.close();
  });

  /** What the person is asked, when a command comes with these arguments. */
  async function asked(...args: unknown[]): Promise<string | undefined> {
    picker = undefined;
    const [given] = markGone(args);
    const context = { folders } as unknown as CommandContext;
    const options = { title: "Rename", placeHolder: "Choose a checkpoint" };
    const answer = checkpointsFor(context, given, options);
    const shown = await until("a checkpoint is asked for", () => picker);
    const { placeholder } = shown;
    shown.hide();
    await assert.rejects(answer, { code: "cancelled" });
    return placeholder;
  }

  it("is asked for once more, and the person is told why", async () => {
    for (const lost of [undefined, { preserveFocus: false }])
      assert.match(
        (await asked(lost, undefined)) ?? "",
        /^The list changed at/,
      );
    assert.equal(await asked(), "Choose a checkpoint");
  });

  it("never makes a command silently do nothing", () => {
    const [gone] = markGone([undefined]);
    for (const find of [changeOf, versionOf])
      assert.throws(() => find(gone), { code: "bad-input" });
  });
});

type Picker = vscode.QuickPick<vscode.QuickPickItem>;
