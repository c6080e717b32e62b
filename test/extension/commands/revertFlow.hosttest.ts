import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Conflict, RevertRequest } from "../../../src/engine/api";
import {
  revertFlow,
  revertWords,
} from "../../../src/extension/commands/revertFlow";
import { decideConflicts } from "../../../src/extension/commands/mergeConflicts";
import {
  MERGE_SCHEME,
  MergeFileSystem,
} from "../../../src/extension/documents/mergeFileSystem";
import type { FolderSession } from "../../../src/extension/folders";

describe("taking changes back", () => {
  const window = vscode.window as unknown as Window;
  const { showInformationMessage, showQuickPick } = window;
  let told: string[];
  let chosen: string[];

  beforeEach(() => {
    told = [];
    chosen = [];
    window.showInformationMessage = async (message) => void told.push(message);
    // The file to decide, then “Keep what is there now”.
    window.showQuickPick = async (items, { title }) => {
      chosen.push(title);
      return items.find(({ answer }) => answer === "ours") ?? items[0];
    };
  });
  afterEach(() => {
    Object.assign(window, { showInformationMessage, showQuickPick });
  });

  it("asks about a conflict that came up after the first look", async () => {
    const conflict = { path: "a.txt", binary: true } as Conflict;
    const asked: unknown[] = [];
    const session = {
      folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
      flush: async () => {},
      unsavedTexts: () => [],
      engine: {
        planRevert: async ({ resolve }: RevertRequest) => {
          asked.push(resolve);
          const isDecided = resolve?.["a.txt"] === "ours";
          const conflicts = asked.length === 1 || isDecided ? [] : [conflict];
          const plan = { writes: [], deletes: [], unsaved: [] };
          return { plan, conflicts };
        },
      },
    } as unknown as FolderSession;
    const words = revertWords("it");
    await revertFlow(new MergeFileSystem(), session, { ref: "#1" }, words);
    assert.deepEqual(chosen, ["1 file to decide", "a.txt"]);
    assert.deepEqual(asked.at(-1), { "a.txt": "ours" });
    assert.deepEqual(told, [words.nothing]);
  });

  for (const [what, ours, answers] of [
    ["of any text", "caf\uFFFD\n", ["merge", "ours", "theirs"]],
    ["not of bytes that are no UTF-8", "caf\udce9\n", ["ours", "theirs"]],
  ] as const)
    it(`offers the merge editor for a conflict ${what}`, async () => {
      const conflict = { path: "a.txt", base: "a\n", ours, theirs: "b\n" };
      let offered: unknown[] = [];
      window.showQuickPick = async (items) => {
        offered = items.map(({ answer }) => answer);
        return items.find(({ answer }) => answer === "ours") ?? items[0];
      };
      const decisions = await decideConflicts(new MergeFileSystem(), [
        { ...conflict, merged: null, binary: false },
      ]);
      assert.deepEqual(offered, answers);
      assert.deepEqual(decisions, { "a.txt": "ours" });
    });

  it("takes what was saved with the mark of its encoding", () => {
    const merges = new MergeFileSystem();
    const uri = vscode.Uri.from({ scheme: MERGE_SCHEME, path: "/a.txt" });
    merges.put(uri, "\uFEFFa\n");
    merges.writeFile(uri, Buffer.from("\uFEFFcaf\uFFFD\n"));
    assert.equal(merges.savedText(uri), "\uFEFFcaf\uFFFD\n");
  });

  it("takes what nobody saved for no decision", () => {
    const merges = new MergeFileSystem();
    const uri = vscode.Uri.from({ scheme: MERGE_SCHEME, path: "/a.txt" });
    merges.put(uri, "a\n");
    assert.equal(merges.savedText(uri), undefined);
    merges.writeFile(uri, merges.readFile(uri));
    assert.equal(merges.savedText(uri), "a\n");
    merges.put(uri, "a\n");
    assert.equal(merges.savedText(uri), undefined, "it is asked for anew");
  });
});

interface Window {
  showInformationMessage: (message: string) => Promise<unknown>;
  showQuickPick: (
    items: { answer?: string }[],
    options: { title: string },
  ) => Promise<unknown>;
}
