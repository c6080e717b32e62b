import assert from "node:assert/strict";
import fs from "node:fs/promises";
import * as vscode from "vscode";
import type { FileVersion } from "../../../src/engine/model/version";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { compareSelected } from "../../../src/extension/compare/compareWithCheckpoint";
import { compareWithWorkspace } from "../../../src/extension/compare/compareWithWorkspace";
import { compareVersion } from "../../../src/extension/compare/openVersion";
import { fileOf } from "../../../src/extension/commands/sessions";
import { givenOrActive } from "../../../src/extension/commands/targets";
import { fromUri } from "../../../src/extension/documents/checkpointUri";
import type { FolderSession } from "../../../src/extension/session/folders";
import type { FolderSessions } from "../../../src/extension/session/folderSessions";
import { recordFolders } from "../agents/recordFolders";
import { api, root, type, until, uriOf, write } from "../host/support";
import { checkpoint } from "../timeline/checkpoints";

describe("comparing with the workspace", () => {
  let folders: FolderSessions;
  let session: FolderSession;
  let context: CommandContext;

  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
    const found = folders.of(vscode.Uri.file(root()));
    assert.ok(found);
    session = found;
    context = { folders } as unknown as CommandContext;
  });
  after(() => folders.close());
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  /** The comparison in the active tab. */
  const shown = () =>
    until("a comparison is shown", () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputTextDiff
        ? { ...activeTab.input, label: activeTab.label }
        : undefined;
    });

  it("shows the recorded text, not the editor's own text twice", async () => {
    await write("dirty.txt", "then\n");
    const checkpoint = await session.engine.checkpoint({ name: "then" });
    for (const text of ["then\n", "saved since\n"]) {
      await write("dirty.txt", text);
      const document = await type("dirty.txt", "unsaved ");
      try {
        const change = { path: "dirty.txt", isUnsaved: false };
        await compareWithWorkspace(context, {
          ...{ type: "change", target: { session, checkpoint }, change },
        });
        const { original, modified } = await shown();
        const address = fromUri(original);
        assert.ok(address?.show === "point");
        assert.equal(address.ref, `@${checkpoint.moment}`);
        assert.equal(address.layer, "disk");
        assert.equal(modified.fsPath, uriOf("dirty.txt").fsPath);
      } finally {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand("workbench.action.files.revert");
        await vscode.commands.executeCommand(
          "workbench.action.closeAllEditors",
        );
      }
    }
  });

  it("shows an empty side for a deleted file, and the version's time", async () => {
    await write("gone.txt", "then\n");
    await session.engine.capture({ paths: ["gone.txt"] });
    await fs.rm(uriOf("gone.txt").fsPath);
    const [version] = (await session.engine.history("gone.txt")).filter(
      ({ hash }) => hash,
    );
    const node = { type: "version", session, version, previous: null };
    await compareVersion(context, node);
    const { modified, label } = await shown();
    assert.equal(fromUri(modified)?.show, "nothing");
    // A title stays: “just now” would soon not be true.
    const at = new Date((version as FileVersion).at).getDate();
    assert.match(label, new RegExp(`\\(.*\\b${at}\\b.* ↔ now\\)`));
    // And the commands for the active file know which one it is.
    const uri = givenOrActive(undefined);
    assert.ok(uri);
    assert.deepEqual(fileOf(folders, uri), { session, path: "gone.txt" });
  });

  it("recognises the active file even if it is an image", async () => {
    await write("dot.png", "not really one\n");
    await vscode.commands.executeCommand("vscode.open", uriOf("dot.png"));
    await until("it is shown", () => givenOrActive(undefined));
    assert.equal(givenOrActive(undefined)?.fsPath, uriOf("dot.png").fsPath);
  });
});

describe("comparing two selected rows", () => {
  const window = vscode.window as unknown as Window;
  const { showInformationMessage } = window;
  let told: string[];
  let asked: string[];

  beforeEach(() => {
    [told, asked] = [[], []];
    window.showInformationMessage = async (message) => void told.push(message);
  });
  afterEach(() => {
    Object.assign(window, { showInformationMessage });
  });

  const [app, lib] = ["app", "lib"].map((name) => ({
    folder: { name, uri: vscode.Uri.file(`/${name}`), index: 0 },
    engine: {
      diff: async (from: string, to: string) => {
        asked.push(`${name} ${from} ${to}`);
        return { added: [], modified: [], deleted: [], renamed: [] };
      },
    },
  }));
  const row = (...targets: [session: unknown, number: number][]) => ({
    type: "entry",
    targets: targets.map(([session, number]) => ({
      ...{ session, checkpoint: checkpoint({ number }) },
    })),
  });
  const compare = (...rows: unknown[]) =>
    compareSelected({} as CommandContext, rows[0], rows);

  it("compares in every folder that both rows belong to", async () => {
    await compare(row([app, 9], [lib, 4]), row([app, 7], [lib, 3]));
    assert.deepEqual(asked, ["app @7 @9", "lib @3 @4"]);
    assert.deepEqual(told, ["#7 ↔ #9 has no differences."]);
  });

  it("with the workspace uses the state after what happened, whatever its checkpoint has", async () => {
    const session = { ...app, flush: async () => {} };
    const compareRow = (node: unknown) =>
      compareWithWorkspace({} as CommandContext, node);
    // The checkpoint of a prompt has the state before its turn.
    const deed = {
      ...{ kind: "turn", title: "Add a cart", after: 5, files: 1 },
      checkpoint: checkpoint({ number: 7, moment: 3 }),
    };
    await compareRow({ type: "deed", row: { members: [{ session, deed }] } });
    const said = { moment: 4, text: "Done", role: "agent" };
    await compareRow({ type: "message", session, deed: null, message: said });
    assert.deepEqual(asked, ["app @5 workspace", "app @4 workspace"]);
    assert.deepEqual(told, [
      "“Add a cart” ↔ Workspace has no differences.",
      "“Done” ↔ Workspace has no differences.",
    ]);
  });

  it("refuses rows if no folder has two of them", async () => {
    const rows = [row([app, 9]), row([lib, 4])];
    await assert.rejects(compare(...rows), { code: "bad-input" });
  });
});

interface Window {
  showInformationMessage: (message: string) => Promise<unknown>;
}
