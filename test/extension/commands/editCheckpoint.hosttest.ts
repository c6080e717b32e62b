import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Checkpoint } from "../../../src/engine/model/checkpoint";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { deleteCheckpoint } from "../../../src/extension/commands/editCheckpoint";
import type { FolderSession } from "../../../src/extension/folders";
import type { CheckpointOf } from "../../../src/extension/views/nodes";
import { checkpoint } from "../views/checkpoints";
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
        checkpoints: before === undefined ? [checkpoint({ number: 5 })] : [],
        ...{ next: null, total: 1 },
      }),
    },
  } as unknown as FolderSession;
  const of = (given: Partial<Checkpoint>): CheckpointOf => ({
    ...{ session, checkpoint: checkpoint(given) },
  });
  const row = (given: Partial<Checkpoint>) => ({
    ...{ type: "entry", targets: [of(given)] },
  });
  const context = { folders: { all: [session] } } as unknown as CommandContext;

  it("leaves the checkpoint of a file alone that is selected with them", async () => {
    const seven = row({ number: 7, name: "tea" });
    const file = { type: "change", target: of({ number: 9 }) };
    await deleteCheckpoint(context, seven, [file, seven]);
    assert.equal(asked[0]?.question, "Delete checkpoint #7 tea?");
    assert.deepEqual(deleted, [[["id7"], false]]);
  });

  it("names them before it does, and forces only those it warned of", async () => {
    const rows = Array.from({ length: 12 }, (_, i) =>
      row({ number: i + 1, name: `n${i + 1}`, pinned: i === 2 }),
    );
    await deleteCheckpoint(context, rows[0], rows);
    const [{ question, detail } = { question: "", detail: "" }] = asked;
    assert.equal(question, "Delete 12 checkpoints?");
    assert.match(detail, / {2}#1 n1\n[^]* {2}#10 n10\n {2}and 2 more\n\n/);
    assert.match(detail, /Pinned or feature checkpoints are among them/);
    const [free, pinned] = deleted;
    assert.equal(free?.[0].length, 11);
    assert.equal(free?.[1], false);
    assert.deepEqual(pinned, [["id3"], true]);
  });

  it("says of one alone that it would be kept", async () => {
    const one = row({ number: 3, kind: "feature" });
    await deleteCheckpoint(context, one);
    assert.equal(asked[0]?.question, "Delete checkpoint #3?");
    assert.match(asked[0]?.detail ?? "", /It is kept for good unless/);
    assert.deepEqual(deleted, [[["id3"], true]]);
  });

  it("shows the changes of the one that was picked, without asking again", async () => {
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
