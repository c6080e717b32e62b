import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { api, extensionDir, reading, root } from "./support";

describe("activation", () => {
  it("records the folder as it is found, with a session checkpoint", async () => {
    await (await api()).initialize();
    const { checkpoints } = await (await api()).list({ kinds: ["session"] });
    assert.equal(checkpoints.length, 1);
    const files = await reading((engine) =>
      engine.files("latest").map(({ path }) => path),
    );
    assert(files.includes("a.txt"), files.join());
    assert(!files.some((file) => file.startsWith(".git/")));
  });

  it("keeps the history outside the workspace", async () => {
    const { storeDir } = await (await api()).initialize();
    assert(path.relative(root(), storeDir).startsWith(".."));
    assert(fs.existsSync(path.join(storeDir, "format.json")));
  });

  it("does not bundle the engine into the extension itself", () => {
    const file = path.join(extensionDir(), "dist", "extension.js");
    const text = fs.readFileSync(file, "utf8");
    assert(!text.includes("initSqlJs"), "sql.js is in the extension's bundle");
    assert(!text.includes("CREATE TABLE"), "the index is in the bundle");
  });

  it("provides the command in the integrated terminal", async () => {
    const terminal = vscode.window.createTerminal({ name: "test" });
    try {
      const integration = await shellIntegration(terminal);
      const execution = integration.executeCommand(
        "checkpoint list --json | head -c 2000",
      );
      let said = "";
      for await (const part of execution.read()) said += part;
      assert.match(said, /"kind":\s*"session"/);
    } finally {
      terminal.dispose();
    }
  });
});

async function shellIntegration(
  terminal: vscode.Terminal,
): Promise<vscode.TerminalShellIntegration> {
  if (terminal.shellIntegration) return terminal.shellIntegration;
  return new Promise((resolve) => {
    const listening = vscode.window.onDidChangeTerminalShellIntegration(
      (event) => {
        if (event.terminal !== terminal) return;
        listening.dispose();
        resolve(event.shellIntegration);
      },
    );
  });
}
