import assert from "node:assert/strict";
import { problem } from "../../../src/engine/model/errors";
import * as vscode from "vscode";
import type { PlanRequest } from "../../../src/engine/model/restorePlan";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import {
  restoreDeleted,
  restoreFromCheckpoint,
} from "../../../src/extension/restore/restorePath";
import {
  restoreBefore,
  restoreChange,
} from "../../../src/extension/restore/restoreRows";
import type { FolderSession } from "../../../src/extension/session/folders";
import { checkpoint } from "../timeline/checkpoints";
import { chooseFirst, shownBy } from "../commands/shownPicker";

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
    assert.deepEqual(told, ["3 files and folders already match #7, #9."]);
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

  describe("opens a file that came back", () => {
    const { commands } = vscode as unknown as { commands: Commands };
    const { executeCommand } = commands;
    const { showErrorMessage, showWarningMessage } = window;
    let opened: string[];

    beforeEach(() => {
      opened = [];
      commands.executeCommand = async (id, uri) => {
        if (id === "vscode.open") opened.push((uri as vscode.Uri).path);
      };
      window.showErrorMessage = async (message) => void told.push(message);
      window.showWarningMessage = async () => "Restore";
    });
    afterEach(() => {
      Object.assign(window, { showErrorMessage, showWarningMessage });
      commands.executeCommand = executeCommand;
    });

    const bringBack = (applied: boolean) => {
      const failures = applied
        ? []
        : [
            {
              path: "a.txt",
              ...problem("unknown-plan", { plan: "p" }).toJSON(),
            },
          ];
      const after = { hash: "0".repeat(64), mode: 0o644, sizeBytes: 1 };
      const plan = {
        ...{
          id: "p",
          writes: [{ path: "a.txt", before: null, after }],
          deletes: [],
          unsaved: [],
        },
        ...{ leftAlone: [], changedByOthers: [] },
      };
      const engine = {
        planRestore: async () => plan,
        applyRestore: async () => ({
          ...{ plan, applied, failures, guard: null, moment: 7 },
        }),
        capture: async () => ({ moment: 7 }),
      };
      const whileWriting = (work: () => Promise<unknown>) => work();
      return restoreDeleted(context, {
        type: "deleted",
        session: { ...session, engine, whileWriting },
        file: { path: "a.txt", lastMoment: 4 },
      });
    };

    it("when it did", async () => {
      await bringBack(true);
      assert.deepEqual(opened, ["/app/a.txt"]);
    });

    it("and not when it could not be brought back", async () => {
      await bringBack(false);
      assert.deepEqual(told, [
        "Nothing was restored: a.txt: There is no plan p.",
      ]);
      assert.deepEqual(opened, []);
    });
  });

  it("leaves none out of a selection: those of another folder are refused", async () => {
    const [a, b, elsewhere] = ["/app/a", "/app/b", "/lib/c"].map((path) =>
      vscode.Uri.file(path),
    );
    let work: Promise<unknown> | undefined;
    const picker = await shownBy(() => {
      work = restoreFromCheckpoint(context, a, [a, b]);
    });
    await chooseFirst(picker);
    await work;
    assert.deepEqual(planned, [["#5", ["a", "b"]]]);
    await assert.rejects(restoreFromCheckpoint(context, a, [a, elsewhere]), {
      code: "bad-input",
    });
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
  showErrorMessage: (message: string) => Promise<unknown>;
  showWarningMessage: (message: string) => Promise<unknown>;
}

interface Commands {
  executeCommand: (id: string, ...args: unknown[]) => Promise<unknown>;
}
