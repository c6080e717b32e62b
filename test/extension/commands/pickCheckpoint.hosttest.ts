import assert from "node:assert/strict";
import * as vscode from "vscode";
import { pickCheckpoints } from "../../../src/extension/commands/pickCheckpoint";
import { recordedSessions } from "../../../src/extension/commands/sessions";
import type { ListFilter } from "../../../src/engine/api";
import type { FolderSession } from "../../../src/extension/folders";
import type { FolderSessions } from "../../../src/extension/folderSessions";
import { recordFolders } from "../agents/recordFolders";
import type { CheckpointOf } from "../../../src/extension/views/nodes";
import { api, until } from "../host/support";
import { checkpoint } from "../views/checkpoints";
import { chooseFirst, shownBy } from "./shownPicker";

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

  it("offers first what changed a path, and each checkpoint once", async () => {
    const named = (number: number) =>
      checkpoint({ number, name: `n${number}` });
    const session = {
      folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
      engine: {
        list: async ({ path }: ListFilter) => {
          const numbers = path === undefined ? [3, 2, 1] : [2];
          const total = numbers.length;
          return { checkpoints: numbers.map(named), next: null, total };
        },
      },
    } as unknown as FolderSession;
    const picker = await shownBy(() => {
      const asked = { ...options, path: "a.txt" };
      pickCheckpoints([session], asked).catch(() => {});
    });
    await until("the rows are there", () => picker.items.length > 0);
    assert.deepEqual(
      picker.items.map(({ label }) => label),
      ["changed a.txt", "n2", "other checkpoints", "n3", "n1"],
    );
    picker.hide();
  });

  it("goes on at the first of the older ones that were loaded", async () => {
    const page = (from: number, next: number | null) => ({
      checkpoints: [from, from - 1].map((number) =>
        checkpoint({ number, name: `n${number}` }),
      ),
      next,
      total: 4,
    });
    const session = {
      folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
      engine: {
        list: async ({ before }: ListFilter) =>
          before === undefined ? page(4, 3) : page(2, null),
      },
    } as unknown as FolderSession;
    let answer: Promise<CheckpointOf[]> | undefined;
    const picker = await shownBy(() => {
      answer = pickCheckpoints([session], options);
    });
    /** As the editor says it: what is set here is not so at once. */
    const isAt = (label: string) =>
      new Promise<void>((resolve) => {
        const listening = picker.onDidChangeActive(([item]) => {
          if (item?.label !== label) return;
          listening.dispose();
          resolve();
        });
      });
    await until("the first page is there", () => picker.items.length === 3);
    const atMore = isAt("Load more");
    picker.activeItems = picker.items.slice(-1);
    await atMore;
    const atThird = isAt("n2");
    await chooseFirst(picker);
    await atThird;
    await chooseFirst(picker);
    assert.deepEqual(
      (await answer)?.map((each) => each.checkpoint.number),
      [2],
    );
  });
});
