import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import {
  deleteCheckpoint,
  rename,
} from "../../../src/extension/commands/editCheckpoint";
import type { FolderSession } from "../../../src/extension/session/folders";
import type { CheckpointOf } from "../../../src/extension/timeline/nodes";
import { checkpoint } from "../timeline/checkpoints";
import { chooseFirst, shownBy } from "./shownPicker";

describe("deleting checkpoints", () => {
  const window = vscode.window as unknown as Window;
  const { showWarningMessage, showInformationMessage } = window;
  let asked: { question: string; detail: string }[];
  let answer: string;
  let told: string[];
  let deleted: [refs: string[], force: boolean][];

  beforeEach(() => {
    [asked, told, deleted] = [[], [], []];
    answer = "Delete";
    window.showWarningMessage = async (question, { detail = "" }) => {
      asked.push({ question, detail });
      return answer;
    };
    window.showInformationMessage = async (message) => void told.push(message);
  });
  afterEach(() => {
    Object.assign(window, { showWarningMessage, showInformationMessage });
  });

  const session = {
    folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
    state: "ready",
    engine: {
      delete: async (refs: string[], { force }: { force: boolean }) =>
        void deleted.push([refs, force]),
      list: async ({ before }: { before?: number }) => ({
        checkpoints:
          before === undefined
            ? [checkpoint({ number: 5 })]
            : [9, 8, 7]
                .filter((number) => number < before)
                .slice(0, 1)
                .map((number) => checkpoint({ number })),
        ...{ next: null, total: 1 },
      }),
      resolve: async (ref: string) => ({
        checkpoint: checkpoint({ number: Number(ref.slice(1)) }),
      }),
    },
  } as unknown as FolderSession;
  const of = (given: Partial<Checkpoint>): CheckpointOf => ({
    ...{ session, checkpoint: checkpoint(given) },
  });
  const row = (given: Partial<Checkpoint>) => ({
    ...{ type: "entry", targets: [of(given)] },
  });
  const context = {
    folders: { all: [session] },
    views: { timeline: { selection: [] } },
  } as unknown as CommandContext;

  it("does not delete the checkpoint of a file that is selected with them", async () => {
    const seven = row({ number: 7, name: "tea" });
    const file = { type: "change", target: of({ number: 9 }) };
    await deleteCheckpoint(context, seven, [file, seven]);
    assert.equal(asked[0]?.question, "Delete checkpoint #7 tea?");
    assert.deepEqual(deleted, [[["id7"], false]]);
  });

  it("by the key leaves the checkpoint of a selected file, and nothing is asked", async () => {
    await deleteCheckpoint(context, { type: "change", target: of({}) });
    await deleteCheckpoint(context, { type: "heading" });
    assert.deepEqual([asked, deleted], [[], []]);
  });

  const deed = (kind: string, ...numbers: number[]) => ({
    type: "deed",
    row: {
      members: [
        {
          session,
          deed: {
            kind,
            checkpoint: checkpoint({ number: numbers[0] ?? 0 }),
            checkpoints: numbers.map((number) => ({ number })),
          },
        },
      ],
    },
  });

  it("deletes all checkpoints of a row that folds several", async () => {
    await deleteCheckpoint(context, deed("edits", 9, 8, 7));
    assert.equal(asked[0]?.question, "Delete 3 checkpoints?");
    assert.deepEqual(deleted, [[["id9", "id8", "id7"], false]]);
  });

  it("renames by the key only what is called by its name", async () => {
    const { showInputBox } = vscode.window;
    const titles: (string | undefined)[] = [];
    const box = vscode.window as { showInputBox: unknown };
    box.showInputBox = async (options: vscode.InputBoxOptions) =>
      void titles.push(options.title);
    try {
      for (const node of [deed("turn", 9), { type: "change", target: of({}) }])
        await rename(context, node);
      assert.deepEqual(titles, []);
      await rename(context, deed("named", 9));
      assert.deepEqual(titles, ["Rename Checkpoint #9"]);
    } finally {
      box.showInputBox = showInputBox;
    }
  });

  it("names them first, and forces only those it warned about", async () => {
    const rows = Array.from({ length: 12 }, (_, i) =>
      row({ number: i + 1, name: `n${i + 1}`, pinned: i === 2 }),
    );
    await deleteCheckpoint(context, rows[0], rows);
    const [{ question, detail } = { question: "", detail: "" }] = asked;
    assert.equal(question, "Delete 12 checkpoints?");
    assert.match(detail, / {2}#1 n1\n[^]* {2}#10 n10\n {2}and 2 more\n\n/);
    assert.match(detail, /Some of them are pinned or mark a feature/);
    const [free, pinned] = deleted;
    assert.equal(free?.[0].length, 11);
    assert.equal(free?.[1], false);
    assert.deepEqual(pinned, [["id3"], true]);
  });

  it("warns if a single one would otherwise be kept", async () => {
    const one = row({ number: 3, kind: "feature" });
    await deleteCheckpoint(context, one);
    assert.equal(asked[0]?.question, "Delete checkpoint #3?");
    assert.match(asked[0]?.detail ?? "", /It is never removed automatically/);
    assert.deepEqual(deleted, [[["id3"], true]]);
  });

  it("shows the changes of the picked one without asking again", async () => {
    answer = "Open Changes";
    let work: Promise<unknown> | undefined;
    const picker = await shownBy(() => {
      work = deleteCheckpoint(context);
    });
    await chooseFirst(picker);
    await work;
    assert.deepEqual(deleted, []);
    assert.match(told.join("\n"), /^This is the first checkpoint/);
  });
});

interface Window {
  showWarningMessage: (
    question: string,
    options: vscode.MessageOptions,
  ) => Promise<unknown>;
  showInformationMessage: (message: string) => Promise<unknown>;
}
