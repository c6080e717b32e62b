import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SearchHit } from "../../../src/engine/api";
import { SaidError } from "../../../src/wording/said";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { searchHistory } from "../../../src/extension/search/searchHistory";
import { root, until } from "../host/support";

const hit: SearchHit = {
  path: "a.txt",
  born: 1,
  died: 5,
  hash: "h",
  at: "2026-11-16T10:00:00.000Z",
  lastMoment: 4,
  lastAt: "2026-11-16T11:00:00.000Z",
  unsaved: false,
  current: false,
  lastCheckpoint: null,
  firstCheckpoint: null,
  lines: [{ line: 1, text: "tea" }],
  appeared: {
    ...{ moment: 1, at: "2026-11-16T10:00:00.000Z" },
    ...{ source: "codex", prompt: "Add tea" },
  },
  vanished: {
    ...{ moment: 5, at: "2026-11-16T11:00:00.000Z" },
    ...{ source: "editor", prompt: null },
  },
};

describe("the results of a search", () => {
  const window = vscode.window as unknown as Window;
  const { showInputBox, createQuickPick, showErrorMessage } = window;
  let picker: vscode.QuickPick<vscode.QuickPickItem> | undefined;
  let press: (event: { item: vscode.QuickPickItem }) => void;
  let told: string[];

  // Looked at where the editor is asked for it: a host test has no pointer.
  beforeEach(() => {
    told = [];
    window.showInputBox = async () => "tea";
    window.createQuickPick = () => {
      const made = (picker = createQuickPick.call(vscode.window));
      Object.defineProperty(made, "onDidTriggerItemButton", {
        value: (listener: typeof press) => (press = listener),
      });
      return made;
    };
    window.showErrorMessage = async (message) => void told.push(message);
  });
  afterEach(() => {
    Object.assign(window, { showInputBox, createQuickPick, showErrorMessage });
    picker?.dispose();
  });

  it("tell of files that were given up, and not that none holds it", async () => {
    const { showWarningMessage, showInformationMessage } = window;
    const tell = async (message: string) => void told.push(message);
    window.showWarningMessage = window.showInformationMessage = tell;
    const tooSlow = ["slow.txt"];
    const session = {
      state: "ready",
      engine: { search: async () => ({ hits: [], truncated: false, tooSlow }) },
    };
    try {
      await searchHistory({
        folders: { all: [session] },
      } as unknown as CommandContext);
    } finally {
      Object.assign(window, { showWarningMessage, showInformationMessage });
    }
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /too long on 1 file.* slow\.txt/);
  });

  it("say in which of several folders a file is", async () => {
    const search = async () => ({ hits: [hit], truncated: false });
    const all = ["one", "two"].map((name) => ({
      folder: { name, uri: vscode.Uri.file(`/${name}`) },
      state: "ready",
      engine: { search },
    }));
    const places = async (folders: unknown[]) => {
      const context = { folders: { all: folders } };
      await searchHistory(context as unknown as CommandContext);
      return picker?.items.map(({ description }) => description);
    };
    assert.deepEqual(await places(all), ["one/a.txt:1", "two/a.txt:1"]);
    assert.deepEqual(await places(all.slice(0, 1)), ["a.txt:1"]);
  });

  it("tell what went wrong with a restore begun there", async () => {
    const asked: string[] = [];
    const session = {
      folder: { name: "app", uri: vscode.Uri.file(root()) },
      state: "ready",
      unsavedTexts: () => [],
      flush: async () => {},
      whileWriting: (work: () => Promise<unknown>) => work(),
      engine: {
        search: async () => ({ hits: [hit], truncated: false }),
        planRestore: async (request: { to: string }) => {
          asked.push(request.to);
          throw new SaidError("damaged", "It cannot be read.");
        },
      },
    };
    await searchHistory({
      folders: { all: [session] },
    } as unknown as CommandContext);
    const item = picker?.items.find(({ buttons }) => buttons?.length === 1);
    assert.ok(item);
    press({ item });
    await until("the person is told", () => told.length > 0);
    assert.deepEqual(told, ["It cannot be read."]);
    // The version whose lines are shown, not the first that had the text.
    assert.deepEqual(asked, ["@4"]);
  });
});

interface Window {
  showInputBox: () => Promise<string>;
  createQuickPick: () => vscode.QuickPick<vscode.QuickPickItem>;
  showErrorMessage: (message: string) => Promise<undefined>;
  showWarningMessage: (message: string) => Promise<undefined>;
  showInformationMessage: (message: string) => Promise<undefined>;
}
