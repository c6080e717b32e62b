import assert from "node:assert/strict";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { bisect } from "../../../src/extension/inspect/bisect";
import {
  browseCompare,
  browseFiles,
  browseRestore,
  closeBrowse,
} from "../../../src/extension/inspect/browseFiles";
import { browseView } from "../../../src/extension/inspect/browseView";
import {
  openInNewWindow,
  removeCopies,
} from "../../../src/extension/inspect/openCopy";
import { momentUri } from "../../../src/extension/documents/checkpointUri";
import type { FolderSession } from "../../../src/extension/session/folders";
import type { FolderSessions } from "../../../src/extension/session/folderSessions";
import { recordFolders } from "../agents/recordFolders";
import { api, extensionDir, root, until, uriOf, write } from "../host/support";

describe("inspecting a checkpoint", () => {
  const window = vscode.window as unknown as Window;
  const { commands } = vscode as unknown as { commands: Commands };
  const originals = { ...window };
  const { executeCommand } = commands;
  let folders: FolderSessions;
  let session: FolderSession;
  let context: CommandContext;
  let storage: string;
  let told: string[];
  let opened: vscode.Uri[];

  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
    session = folders.of(vscode.Uri.file(root()))!;
    storage = await fs.mkdtemp(path.join(os.tmpdir(), "checkpoint-storage-"));
    const values = new Map<string, unknown>();
    const extension = {
      extensionUri: vscode.Uri.file(extensionDir()),
      globalStorageUri: vscode.Uri.file(storage),
      workspaceState: {
        get: (key: string) => values.get(key),
        update: async (key: string, value: unknown) => values.set(key, value),
      },
    };
    context = { folders, extension } as unknown as CommandContext;
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await folders.close();
    await fs.rm(storage, { recursive: true, force: true });
  });
  beforeEach(() => {
    told = [];
    opened = [];
    window.showInformationMessage = async (text) => void told.push(text);
    window.showWarningMessage = async (_text, _options, button) => button;
    commands.executeCommand = async (id, ...args) => {
      if (id !== "vscode.openFolder") return executeCommand(id, ...args);
      opened.push(args[0] as vscode.Uri);
      return undefined;
    };
  });
  afterEach(() => {
    const { showInformationMessage, showWarningMessage } = originals;
    const { showQuickPick, showInputBox } = originals;
    Object.assign(window, { showInformationMessage, showWarningMessage });
    Object.assign(window, { showQuickPick, showInputBox });
    commands.executeCommand = executeCommand;
  });

  /** A checkpoint in which a file has this text, as a row. */
  const made = async (name: string, text: string) => {
    await write("inspected/a.txt", text);
    const checkpoint = await session.engine.checkpoint({ name });
    return { type: "member", target: { session, checkpoint } };
  };
  const textOf = async (uri: vscode.Uri) =>
    Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();

  it("browses its files read-only, compares and restores one of them", async () => {
    const row = await made("to browse", "then\n");
    await write("inspected/a.txt", "now\n");
    await browseFiles(context, row);
    const folder = browseView
      .getChildren()
      .find(({ path }) => path === "inspected");
    assert.ok(folder?.isFolder);
    const [file] = browseView.getChildren(folder);
    const item = browseView.getTreeItem(file!);
    assert.equal(item.label, "a.txt");
    assert.match(
      item.accessibilityInformation?.label ?? "",
      /^a\.txt, file in #\d+ to browse, read-only$/,
    );
    const { moment } = row.target.checkpoint;
    const uri = momentUri(session, "inspected/a.txt", moment);
    assert.equal(item.resourceUri?.toString(), uri.toString());
    assert.equal(await textOf(uri), "then\n");
    await browseCompare(context, file);
    await until("the comparison is shown", () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ label }) => /^a\.txt \(#\d+\) ↔ now$/.test(label)),
    );
    await browseRestore(context, file);
    assert.equal(await textOf(uriOf("inspected/a.txt")), "then\n");
    await closeBrowse(context);
    assert.deepEqual(browseView.getChildren(), []);
    // A row that outlived the view still means its own checkpoint.
    await write("inspected/a.txt", "later\n");
    await browseRestore(context, file);
    assert.equal(await textOf(uriOf("inspected/a.txt")), "then\n");
    await assert.rejects(browseRestore(context, {}), /The list just changed/);
  });

  it("opens a copy in a new window, which is removed only if asked", async () => {
    const row = await made("to open", "copied\n");
    await write("inspected/a.txt", "now\n");
    await openInNewWindow(context, row);
    const [folder] = opened;
    assert.ok(folder);
    assert.ok(folder.fsPath.startsWith(storage), "outside of the workspace");
    const copied = vscode.Uri.joinPath(folder, "inspected", "a.txt");
    assert.equal(await textOf(copied), "copied\n");
    assert.equal(await textOf(uriOf("inspected/a.txt")), "now\n");
    assert.match(told.join(), /to open opens in a new window\. It is a copy/);
    window.showQuickPick = async (items) => {
      assert.ok(items.every(({ picked }) => picked === true));
      return items;
    };
    await removeCopies(context);
    assert.match(told.join(), /1 copy removed/);
    await assert.rejects(fs.stat(folder.fsPath));
  });

  it("finds what broke something, and opens what that changed", async function () {
    this.timeout(60_000);
    const good = await made("works", "good\n");
    await made("works too", "good 2\n");
    await made("broke it", "bad\n");
    await made("broken later", "bad 2\n");
    const asked: string[] = [];
    window.showQuickPick = async (items, { placeHolder }) => {
      asked.push(placeHolder);
      return items.find(({ label }) => label === "Now");
    };
    const script = `process.exit(require("fs").readFileSync("inspected/a.txt", "utf8").startsWith("bad") ? 1 : 0)`;
    window.showInputBox = async () => `"${process.execPath}" -e '${script}'`;
    process.env["ELECTRON_RUN_AS_NODE"] ??= "1";
    await bisect(context, good);
    assert.match(
      asked.join(),
      /^It worked at #\d+ works\. Where is it broken\?$/,
    );
    assert.match(
      told.join(),
      /^#\d+ broke it is the first one that is broken\.$/,
    );
    await until("the culprit's changes are shown", () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ label }) => /^What broke it: #\d+ broke it/.test(label)),
    );
    assert.equal(await textOf(uriOf("inspected/a.txt")), "bad 2\n");
  });
});

interface Item {
  label: string;
  picked?: boolean;
}
interface Window {
  showInformationMessage: (text: string) => Promise<unknown>;
  showWarningMessage: (
    text: string,
    options: unknown,
    button: string,
  ) => Promise<string | undefined>;
  showQuickPick: (
    items: Item[],
    options: { placeHolder: string },
  ) => Promise<unknown>;
  showInputBox: () => Promise<string | undefined>;
}
interface Commands {
  executeCommand: (id: string, ...args: unknown[]) => Promise<unknown>;
}
