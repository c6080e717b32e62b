import assert from "node:assert/strict";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import {
  changeOf,
  checkpointsFor,
  markGone,
  versionOf,
} from "../../../src/extension/commands/targets";
import type { FolderSessions } from "../../../src/extension/session/folderSessions";
import { recordFolders } from "../agents/recordFolders";
import { api } from "../host/support";
import { shownBy } from "./shownPicker";

describe("a row that was being redrawn when its menu was used", () => {
  let folders: FolderSessions;

  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
  });
  after(async () => {
    await folders.close();
  });

  /** What the user is asked when a command is called with these arguments. */
  async function asked(...args: unknown[]): Promise<string | undefined> {
    const [given] = markGone(args);
    const context = { folders } as unknown as CommandContext;
    const options = { title: "Rename", placeHolder: "Choose a checkpoint" };
    let answer: Promise<unknown> | undefined;
    const shown = await shownBy(() => {
      answer = checkpointsFor(context, given, options);
    });
    const { placeholder } = shown;
    shown.hide();
    await assert.rejects(async () => answer, { code: "cancelled" });
    return placeholder;
  }

  it("has to be chosen again, and the user learns why", async () => {
    for (const lost of [undefined, { preserveFocus: false }])
      assert.match(
        (await asked(lost, undefined)) ?? "",
        /^The list just changed/,
      );
    assert.equal(await asked(), "Choose a checkpoint");
  });

  it("never makes a command silently do nothing", () => {
    const [gone] = markGone([undefined]);
    for (const find of [changeOf, versionOf])
      assert.throws(() => find(gone), { code: "bad-input" });
  });
});
