import assert from "node:assert/strict";
import { pickCheckpoints } from "../../../src/extension/commands/pickCheckpoint";
import { recordedSessions } from "../../../src/extension/commands/sessions";
import type { FolderSession } from "../../../src/extension/folders";
import type { FolderSessions } from "../../../src/extension/folderSessions";
import { recordFolders } from "../agents/recordFolders";
import { api } from "../host/support";
import { shownBy } from "./shownPicker";

const options = { title: "Rename", placeHolder: "Choose a checkpoint" };

describe("choosing a checkpoint", () => {
  let folders: FolderSessions;

  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
  });
  after(() => folders.close());

  it("ends when the list is left before its rows are there", async () => {
    const [session] = recordedSessions(folders);
    assert.ok(session);
    const slow = {
      folder: session.folder,
      engine: { list: () => new Promise(() => {}) },
    } as unknown as FolderSession;
    let answer: Promise<unknown> | undefined;
    const picker = await shownBy(() => {
      answer = pickCheckpoints([slow], options);
    });
    picker.hide();
    await assert.rejects(async () => answer, { code: "cancelled" });
  });
});
