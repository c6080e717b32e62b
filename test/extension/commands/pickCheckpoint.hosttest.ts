import assert from "node:assert/strict";
import * as vscode from "vscode";
import { pickCheckpoints } from "../../../src/extension/commands/pickCheckpoint";
import { recordedSessions } from "../../../src/extension/commands/sessions";
import type { ListFilter } from "../../../src/engine/api";
import type { FolderSession } from "../../../src/extension/session/folders";
import type { FolderSessions } from "../../../src/extension/session/folderSessions";
import { recordFolders } from "../agents/recordFolders";
import type { CheckpointOf } from "../../../src/extension/timeline/nodes";
import { api, until } from "../host/support";
import { checkpoint } from "../timeline/checkpoints";
import { chooseFirst, shownBy } from "./shownPicker";

const options = { title: "Rename", placeHolder: "Choose a checkpoint" };

describe("choosing a checkpoint", () => {
  let folders: FolderSessions;

  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
  });
  after(() => folders.close());

  it("is cancelled if the list is closed before its rows are loaded", async () => {
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

  it("lists checkpoints that changed the path first, and each one once", async () => {
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

  it("ranks a typed number above names that contain it", async () => {
    const checkpoints = [
      checkpoint({ number: 7, kind: "guard", name: "Before restore to #0" }),
      checkpoint({ number: 0, kind: "session", name: null }),
    ];
    const session = {
      folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
      engine: {
        list: async () => ({ checkpoints, next: null, total: 2 }),
      },
    } as unknown as FolderSession;
    let answer: Promise<CheckpointOf[]> | undefined;
    const picker = await shownBy(() => {
      answer = pickCheckpoints([session], options);
    });
    await until("the rows are there", () => picker.items.length > 0);
    picker.value = "#0";
    await until("it is sorted", () =>
      picker.activeItems[0]?.label.startsWith("#0 "),
    );
    await chooseFirst(picker);
    assert.equal((await answer)?.[0]?.checkpoint.number, 0);
  });

  it("finds a checkpoint by its name that is not among the newest", async () => {
    const session = {
      folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
      engine: {
        list: async ({ text }: ListFilter) =>
          text === undefined
            ? {
                checkpoints: [checkpoint({ number: 900, name: "newest" })],
                next: 900,
                total: 901,
              }
            : {
                checkpoints: [checkpoint({ number: 1, name: "Login works" })],
                next: null,
                total: 1,
              },
      },
    } as unknown as FolderSession;
    let answer: Promise<CheckpointOf[]> | undefined;
    const picker = await shownBy(() => {
      answer = pickCheckpoints([session], options);
    });
    await until("the rows are there", () => picker.items.length > 0);
    picker.value = "login";
    await until(
      "it is found and active",
      () => picker.activeItems[0]?.label === "Login works",
    );
    assert.ok(!picker.items.some(({ label }) => label === "Load more"));
    await chooseFirst(picker);
    assert.equal((await answer)?.[0]?.checkpoint.number, 1);
  });

  it("continues at the first of the older ones that were loaded", async () => {
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
    /** Read from the editor: values set here do not take effect immediately. */
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
