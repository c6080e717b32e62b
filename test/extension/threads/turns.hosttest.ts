import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import type { FolderSession } from "../../../src/extension/session/folders";
import type { FolderSessions } from "../../../src/extension/session/folderSessions";
import {
  keepTurn,
  restoreBeforeTurn,
  reviewTurn,
  undoTurn,
  undoTurnInFile,
} from "../../../src/extension/threads/turnCommands";
import { turnOf } from "../../../src/extension/threads/turns";
import { changeItem } from "../../../src/extension/timeline/changeItems";
import { deedChangeNodes } from "../../../src/extension/timeline/deedNodes";
import type {
  DeedNode,
  HeadingNode,
} from "../../../src/extension/timeline/nodes";
import { markGone } from "../../../src/extension/commands/targets";
import { recordFolders } from "../agents/recordFolders";
import { api, root, until, uriOf, write } from "../host/support";

describe("an agent's turn", () => {
  const window = vscode.window as unknown as Window;
  const { showWarningMessage, showInformationMessage } = window;
  let folders: FolderSessions;
  let session: FolderSession;
  let context: CommandContext;
  let asked: string[];
  let told: string[];

  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
    const found = folders.of(vscode.Uri.file(root()));
    assert.ok(found);
    session = found;
    const memory = new Map<string, unknown>();
    const documents = {
      merges: { clear: () => {} },
      memory: {
        get: (key: string) => memory.get(key),
        update: async (key: string, value: unknown) => memory.set(key, value),
      },
    };
    context = { folders, documents } as unknown as CommandContext;
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await folders.close();
  });
  beforeEach(() => {
    asked = [];
    told = [];
    window.showInformationMessage = async (text) => void told.push(text);
    window.showWarningMessage = async (question, _options, button) => {
      asked.push(question);
      return button;
    };
  });
  afterEach(() => {
    Object.assign(window, { showWarningMessage, showInformationMessage });
  });

  const files = { "turn-a.txt": "a then\n", "turn-b.txt": "b then\n" };
  const text = async (path: string) =>
    Buffer.from(await vscode.workspace.fs.readFile(uriOf(path))).toString();

  /** A prompt, two files changed by the agent, and another prompt that changes none. */
  const turn = async (
    thread: string,
    prompt: string,
    own: Record<string, string> = files,
  ) => {
    const { engine } = session;
    const paths = Object.keys(own);
    for (const [path, then] of Object.entries(own)) await write(path, then);
    await engine.capture({ paths });
    const request = { thread, role: "user", source: "codex" } as const;
    await engine.recordMessage({ ...request, text: prompt });
    for (const path of paths) await write(path, `${prompt}\n`);
    await engine.capture({ paths, source: "codex", thread });
    await engine.recordMessage({ ...request, text: "Why?" });
  };

  it("is the last one that changed a file, not one that only answered", async () => {
    await turn("turns-1", "Use integers for money");
    const found = await turnOf(folders, undefined);
    assert.equal(found.prompt.text, "Use integers for money");
  });

  it("is that of the row, which need not be the last one", async () => {
    await turn("turns-old", "The older turn");
    await turn("turns-new", "The newer turn");
    const { deeds } = await session.engine.deeds({});
    const deed = deeds.find(({ title }) => title === "The older turn");
    assert.ok(deed);
    const row = { type: "deed", row: { members: [{ session, deed }] } };
    const found = await turnOf(folders, row);
    assert.equal(found.prompt.text, "The older turn");
    // A row without a turn means nothing, rather than the last turn.
    const other = { ...deed, thread: null, message: null };
    const plain = {
      ...{ type: "deed", row: { members: [{ session, deed: other }] } },
    };
    await assert.rejects(turnOf(folders, plain), /The list just changed/);
  });

  it("is undone, in one file or as a whole", async () => {
    await turn("turns-2", "Rename the cart");
    await undoTurnInFile(context, uriOf("turn-a.txt"));
    assert.equal(await text("turn-a.txt"), files["turn-a.txt"]);
    assert.equal(await text("turn-b.txt"), "Rename the cart\n");
    await undoTurn(context);
    assert.equal(await text("turn-b.txt"), files["turn-b.txt"]);
    assert.deepEqual(asked, [
      "Revert “Rename the cart” in turn-a.txt?",
      "Revert “Rename the cart”?",
    ]);
  });

  /** The row of a turn in the timeline. */
  const rowOf = async (prompt: string): Promise<DeedNode> => {
    const { deeds } = await session.engine.deeds({ text: prompt, limit: 1 });
    const [deed] = deeds;
    assert.equal(deed?.title, prompt);
    return {
      type: "deed",
      row: { id: deed.id, members: [{ session, deed }] },
      parent: {} as HeadingNode,
    };
  };

  it("is the one of its row, not the last one", async () => {
    await turn("turns-6", "Name the shop", { "shop.txt": "no name\n" });
    await turn("turns-7", "Name the street", { "street.txt": "no name\n" });
    const row = await rowOf("Name the shop");
    assert.equal((await turnOf(folders, row)).prompt.text, "Name the shop");
    const [file] = await deedChangeNodes(row.row.members[0], row, {
      isTree: false,
      shown: 10,
    });
    assert.ok(file?.type === "change");
    assert.match(
      `${changeItem(file, "id", false).contextValue}`,
      /^change modified turn disk$/,
    );
    await undoTurnInFile(context, file);
    assert.deepEqual(asked, ["Revert “Name the shop” in shop.txt?"]);
    assert.equal(await text("shop.txt"), "no name\n");
    assert.equal(await text("street.txt"), "Name the street\n");
  });

  it("is none for a row that disappeared or belongs to no turn", async () => {
    for (const given of [...markGone([undefined]), { type: "noChange" }])
      await assert.rejects(turnOf(folders, given), { code: "bad-input" });
  });

  it("is gone back to before, with later work, after one question", async () => {
    await turn("turns-3", "Split the module");
    await restoreBeforeTurn(context);
    assert.match(
      asked.join(),
      /^Restore .+ as it was before “Split the module”\?$/,
    );
    assert.equal(await text("turn-a.txt"), files["turn-a.txt"]);
    assert.equal(await text("turn-b.txt"), files["turn-b.txt"]);
  });

  it("is kept: its state is never removed", async () => {
    await turn("turns-4", "Add a total");
    await session.engine.checkpoint({ kind: "automatic" });
    await keepTurn(context);
    const number = Number(/#(\d+) is never removed/.exec(told.join())?.[1]);
    const kept = await session.engine.get(`#${number}`);
    assert.ok(kept.pinned || kept.kind === "manual");
  });

  it("is reviewed with its files alone", async () => {
    await turn("turns-5", "Round the total");
    await write("mine.txt", "not the agent's\n");
    await session.engine.capture({ paths: ["mine.txt"], source: "editor" });
    await reviewTurn(context);
    const tab = await until("the changes are shown", () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ label }) => label.startsWith("Codex: Round the total")),
    );
    assert.match(tab.label, /\(2 files\)$/);
  });
});

interface Window {
  showWarningMessage: (
    question: string,
    options: vscode.MessageOptions,
    button: string,
  ) => Promise<string | undefined>;
  showInformationMessage: (message: string) => Promise<unknown>;
}
