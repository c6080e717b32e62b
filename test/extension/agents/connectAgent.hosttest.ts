import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { connectAgent } from "../../../src/extension/agents/connectAgent";
import type { Folders } from "../../../src/extension/session/folders";

describe("choosing where an agent is connected", () => {
  const window = vscode.window as unknown as Window;
  const { showQuickPick, showInformationMessage } = window;
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-connect-"));
  const asked = path.join(dir, "asked");
  const script = path.join(dir, "cli.js");

  before(() => {
    // Replaces the command: records its arguments, and has nothing to change.
    fs.writeFileSync(
      script,
      `require("fs").appendFileSync(${JSON.stringify(asked)}, process.argv.slice(2).join(" ") + "\\n");
       console.log(JSON.stringify({ agents: [{ name: "codex", title: "Codex", connected: false }] }));`,
    );
    window.showInformationMessage = async () => undefined;
  });
  after(() => {
    Object.assign(window, { showQuickPick, showInformationMessage });
    fs.rmSync(dir, { recursive: true });
  });

  it("offers every folder that is on the disk", async () => {
    const all = ["file:///steep", "file:///cups", "vscode-vfs://web/pots"]
      .map((text) => vscode.Uri.parse(text))
      .map((uri) => ({ folder: { uri, name: path.basename(uri.path) } }));
    let offered: unknown[] = [];
    window.showQuickPick = async (items, { title }) => {
      const list = await items;
      if (title === "Connect an Agent") return list[0];
      offered = list.map(({ label, description }) => [label, description]);
      return list.at(-1);
    };
    await connectAgent({ all } as unknown as Folders, {
      execPath: process.execPath,
      script,
    });
    assert.deepEqual(offered, [
      ["In all your folders", "your own settings"],
      ["Only in this folder", "steep"],
      ["Only in this folder", "cups"],
    ]);
    const last = fs.readFileSync(asked, "utf8").trim().split("\n").at(-1);
    assert.equal(
      last,
      "connect codex --dry-run --scope project --workspace /cups --json",
    );
  });
});

interface Window {
  showQuickPick: (
    items: Item[] | Promise<Item[]>,
    options: { title: string },
  ) => Promise<unknown>;
  showInformationMessage: () => Promise<undefined>;
}

interface Item {
  label: string;
  description?: string;
}
