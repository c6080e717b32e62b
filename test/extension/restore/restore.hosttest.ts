import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { restore } from "../../../src/extension/restore/restore";
import type { FolderSession } from "../../../src/extension/session/folders";
import { checkpoint } from "../timeline/checkpoints";

describe("the question before a restore", () => {
  const window = vscode.window as unknown as Window;
  const { showWarningMessage } = window;
  let asked: string[];

  beforeEach(() => {
    asked = [];
    window.showWarningMessage = async (question) => void asked.push(question);
  });
  afterEach(() => {
    Object.assign(window, { showWarningMessage });
  });

  /** Unsaved text to be set aside: that opens no preview. */
  const plan = {
    writes: [],
    deletes: [],
    unsaved: [{ path: "a", hash: null }],
  };
  const [steep, cups] = ["steep", "cups"].map((name) => {
    const rest = { leftAlone: [], changedByOthers: [], verb: "restore" };
    return {
      folder: { name, uri: vscode.Uri.file(`/${name}`), index: 0 },
      flush: async () => {},
      unsavedTexts: () => [],
      engine: { planRestore: async () => ({ ...plan, ...rest }) },
    } as unknown as FolderSession;
  }) as [FolderSession, FolderSession];

  const ask = async (
    all: FolderSession[],
    ...of: [FolderSession, number][]
  ) => {
    const context = { folders: { all } } as unknown as CommandContext;
    const targets = of.map(([session, number]) => ({
      session,
      checkpoint: checkpoint({ number, name: "tea" }),
    }));
    await restore(context, { type: "entry", targets });
    return asked.at(-1);
  };

  it("says the workspace where that is all that is open", async () => {
    assert.equal(
      await ask([steep], [steep, 3]),
      "Restore the workspace to #3 tea?",
    );
    assert.equal(
      await ask([steep, cups], [steep, 3], [cups, 3]),
      "Restore the workspace to #3 tea?",
    );
  });

  it("names the folder where others are left alone", async () => {
    assert.equal(
      await ask([steep, cups], [cups, 3]),
      "Restore cups to #3 tea?",
    );
  });

  it("names each folder's number where they differ", async () => {
    assert.equal(
      await ask([steep, cups], [steep, 3], [cups, 5]),
      "Restore the workspace to steep #3 tea, cups #5 tea?",
    );
  });
});

interface Window {
  showWarningMessage: (question: string) => Promise<unknown>;
}
