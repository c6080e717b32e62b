import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import type { AuthorLines } from "../../../src/answers/blame";
import type { LineVersion } from "../../../src/engine/api";
import type { LineRef } from "../../../src/extension/lineAuthors/lineActions";
import { api, reading, root, uriOf } from "../host/support";

/** What the pickers show: folders, authors and files. */
interface Item extends vscode.QuickPickItem {
  row?: AuthorLines;
}

describe("what can be done about a line", () => {
  const window = vscode.window as unknown as {
    showInformationMessage: (text: string) => Promise<undefined>;
    showErrorMessage: (text: string) => Promise<undefined>;
    showQuickPick: (
      items: readonly vscode.QuickPickItem[],
    ) => Promise<vscode.QuickPickItem | undefined>;
  };
  const { showInformationMessage, showErrorMessage, showQuickPick } = window;
  const original = "one\ntwo\nthree\nfour\n";
  const changed = "one\ntwo\nthree, changed\nfour\n";
  let told: string[];

  before(async () => {
    await (await api()).initialize();
    // At once: the window must not record half of it before.
    await reading((engine) => {
      const paths = ["lines/old.txt", "lines/new.txt"];
      const record = () => engine.capture({ paths, source: "codex" });
      fs.mkdirSync(file("lines"));
      for (const text of [original, changed]) {
        fs.writeFileSync(file("lines/old.txt"), text);
        record();
      }
      fs.renameSync(file("lines/old.txt"), file("lines/new.txt"));
      record();
    });
  });
  beforeEach(() => {
    told = [];
    window.showInformationMessage = async (text) => void told.push(text);
    window.showErrorMessage = async (text) => void told.push(text);
  });
  afterEach(() => {
    Object.assign(window, {
      ...{ showInformationMessage, showErrorMessage, showQuickPick },
    });
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    fs.rmSync(file("lines"), { recursive: true });
  });

  const file = (name: string) => path.join(root(), name);

  async function restoreBefore(line: number): Promise<void> {
    const by = await reading(
      (engine): LineVersion => engine.blame("lines/new.txt").lines[line - 1]!,
    );
    const ref: LineRef = {
      folder: vscode.workspace.workspaceFolders![0]!.uri.toString(),
      file: "lines/new.txt",
      ...{ path: by.path, moment: by.moment, name: "the change" },
      ...{ thread: null, message: null },
    };
    await vscode.commands.executeCommand("_checkpoint.line.restoreBefore", ref);
  }

  it("brings back a renamed file's text under the name it has now, unsaved", async () => {
    await restoreBefore(3);
    const document = await vscode.workspace.openTextDocument(
      uriOf("lines/new.txt"),
    );
    assert.equal(document.getText(), original);
    assert.ok(document.isDirty);
    assert.equal(fs.readFileSync(file("lines/new.txt"), "utf8"), changed);
    assert.ok(!fs.existsSync(file("lines/old.txt")));
    assert.match(told.join(), /^new\.txt .*lines\/old\.txt/);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), changed);
  });

  it("says so where a line is as old as its file", async () => {
    await restoreBefore(1);
    assert.match(told.join(), /as old as its file/);
  });

  it("cannot be shown for a file of very many lines, and the command says so", async () => {
    fs.writeFileSync(file("lines/long.txt"), "x\n".repeat(50_001));
    const document = await vscode.workspace.openTextDocument(
      uriOf("lines/long.txt"),
    );
    await vscode.window.showTextDocument(document);
    const toggle = () =>
      vscode.commands.executeCommand("checkpoint.toggleLineAuthors");
    try {
      await toggle();
      assert.match(told.join(), /too large to show the authors of its lines/);
    } finally {
      await toggle();
    }
  });

  it("counts who wrote the changed files, and opens one", async () => {
    const shown: string[] = [];
    const isWanted = ({ label, row }: Item): boolean =>
      label === "sample" ||
      label === "lines/new.txt" ||
      row?.files.some(({ path }) => path === "lines/new.txt") === true;
    window.showQuickPick = async (items: readonly Item[]) => {
      shown.push(
        ...items.map((item) => `${item.label} ${item.description ?? ""}`),
      );
      return items.find(isWanted);
    };
    await vscode.commands.executeCommand("checkpoint.showAuthors");
    assert.match(shown.join("\n"), /^Codex \d+% · \d+ lines? · \d+ files?$/m);
    assert.match(shown.join("\n"), /^lines\/new\.txt \d lines?$/m);
    const open = vscode.window.activeTextEditor?.document.uri.path;
    assert.match(open ?? "", /lines\/new\.txt$/);
  });
});
