import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PlanRequest } from "../../../src/engine/model/restorePlan";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import {
  restoreDeleted,
  restoreFromCheckpoint,
} from "../../../src/extension/commands/restorePath";
import {
  restoreBefore,
  restoreChange,
} from "../../../src/extension/commands/restoreRows";
import type { FolderSession } from "../../../src/extension/folders";
import { checkpoint } from "../views/checkpoints";
import { chooseFirst, shownBy } from "./shownPicker";

describe("restoring chosen files", () => {
  const window = vscode.window as unknown as Window;
  const { showInformationMessage } = window;
  let told: string[];
  let planned: [to: string, paths: readonly string[]][];

  beforeEach(() => {
    [told, planned] = [[], []];
    window.showInformationMessage = async (message) => void told.push(message);
  });
  afterEach(() => {
    Object.assign(window, { showInformationMessage });
  });

  const session = {
    folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
    state: "ready",
    flush: async () => {},
    unsavedTexts: () => [],
    pathOf: ({ path }: vscode.Uri) => path.split("/app/")[1],
    engine: {
      planRestore: async ({ to, paths }: PlanRequest) => {
        planned.push([to, paths ?? []]);
        return { writes: [], deletes: [], unsaved: [] };
      },
      list: async () => ({
        ...{ checkpoints: [checkpoint({ number: 5, name: "tea" })] },
        ...{ next: null, total: 1 },
      }),
    },
  } as unknown as FolderSession;
  const context = {
    folders: {
      all: [session],
      of: ({ path }: vscode.Uri) =>
        /^\/app(\/|$)/.test(path) ? session : undefined,
    },
  } as unknown as CommandContext;

  const change = (
    number: number,
    path: string,
    from: string | null = null,
  ) => ({
    type: "change",
    target: { session, checkpoint: checkpoint({ number }) },
    change: { path, from, status: "modified" },
    previous: number === 1 ? null : { number: number - 1 },
  });

  it("takes every row from its own checkpoint, one step for each", async () => {
    const clicked = change(7, "b");
    const rows = [change(9, "a"), change(9, "c", "old"), clicked];
    await restoreChange(context, clicked, rows);
    assert.deepEqual(planned, [
      ["#7", ["b"]],
      ["#9", ["a", "c", "old"]],
    ]);
    assert.deepEqual(told, [
      "3 files and folders is already as it was at #7, #9.",
    ]);
  });

  it("takes every row from before its checkpoint", async () => {
    const rows = [change(9, "a"), change(7, "b"), change(9, "c")];
    await restoreBefore(context, rows[0], rows);
    assert.deepEqual(planned, [
      ["#8", ["a", "c"]],
      ["#6", ["b"]],
    ]);
    const first = change(1, "d");
    await assert.rejects(restoreBefore(context, first, [...rows, first]), {
      code: "bad-input",
    });
  });

  it("brings files back at once that were deleted at once", async () => {
    const row = (path: string, lastMoment: number) => ({
      ...{ type: "deleted", session, file: { path, lastMoment } },
    });
    const rows = [row("a", 4), row("b", 4), row("c", 2)];
    await restoreDeleted(context, rows[0], rows);
    assert.deepEqual(planned, [
      ["@4", ["a", "b"]],
      ["@2", ["c"]],
    ]);
  });

  it("restores a whole folder of the workspace", async () => {
    let work: Promise<unknown> | undefined;
    const picker = await shownBy(() => {
      work = restoreFromCheckpoint(context, session.folder.uri, []);
    });
    assert.equal(picker.title, "Restore app from Checkpoint");
    await chooseFirst(picker);
    await work;
    assert.deepEqual(planned, [["#5", []]]);
    const elsewhere = vscode.Uri.file("/elsewhere/a");
    await assert.rejects(restoreFromCheckpoint(context, elsewhere, []), {
      code: "bad-path",
    });
  });
});

interface Window {
  showInformationMessage: (message: string) => Promise<unknown>;
}
