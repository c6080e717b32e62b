import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { compareFile } from "../../../src/extension/compare/compareFile";
import {
  fromUri,
  momentUri,
} from "../../../src/extension/documents/checkpointUri";
import type { FolderSession } from "../../../src/extension/session/folders";
import { root, uriOf, write } from "../host/support";
import { checkpoint } from "../timeline/checkpoints";
import { chooseFirst, shownBy } from "../commands/shownPicker";

describe("comparing the active file with a checkpoint", () => {
  const { commands } = vscode as unknown as { commands: Commands };
  const { executeCommand } = commands;
  let shown: vscode.Uri[];

  beforeEach(() => {
    shown = [];
    commands.executeCommand = async (id, ...args) => {
      if (id !== "vscode.diff") return executeCommand(id, ...args);
      shown = args.slice(0, 2) as vscode.Uri[];
      return undefined;
    };
  });
  afterEach(() => {
    commands.executeCommand = executeCommand;
  });

  /** Compares a file as it was at a moment, as an editor shows it. */
  const compare = async (path: string): Promise<vscode.Uri[]> => {
    const made = checkpoint({ number: 5, name: "tea" });
    const session = {
      folder: { name: "app", uri: vscode.Uri.file(root()), index: 0 },
      state: "ready",
      engine: {
        files: async () => [{ path }],
        list: async () => ({ checkpoints: [made], next: null, total: 1 }),
      },
    } as unknown as FolderSession;
    const context = {
      folders: { all: [session], of: () => session },
    } as unknown as CommandContext;
    let done: unknown;
    const picker = await shownBy(() => {
      done = compareFile(context, momentUri(session, path, 1));
    });
    await chooseFirst(picker);
    await done;
    return shown;
  };

  it("shows the current file", async () => {
    await write("there.txt", "now\n");
    const [, now] = await compare("there.txt");
    assert.equal(now?.toString(), uriOf("there.txt").toString());
  });

  it("shows an empty side if the file is gone", async () => {
    const [then, now] = await compare("never-there.txt");
    assert.ok(then && now);
    assert.equal(fromUri(then)?.show, "point");
    assert.equal(fromUri(now)?.show, "nothing");
  });
});

interface Commands {
  executeCommand: (id: string, ...args: unknown[]) => Promise<unknown>;
}
