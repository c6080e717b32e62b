import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Conflict, RevertRequest } from "../../../src/engine/api";
import {
  revertFlow,
  revertWords,
} from "../../../src/extension/revert/revertFlow";
import { KeptDecisions } from "../../../src/extension/revert/keptDecisions";
import { decideConflicts } from "../../../src/extension/revert/mergeConflicts";
import {
  MERGE_SCHEME,
  MergeFileSystem,
} from "../../../src/extension/documents/mergeFileSystem";
import type { FolderSession } from "../../../src/extension/session/folders";

describe("taking changes back", () => {
  const window = vscode.window as unknown as Window;
  const { showInformationMessage, showWarningMessage, showQuickPick } = window;
  let told: string[];
  let chosen: string[];

  beforeEach(() => {
    told = [];
    chosen = [];
    window.showInformationMessage = async (message) => void told.push(message);
    // The file to decide, then “Keep Mine”.
    window.showQuickPick = async (items, { title }) => {
      chosen.push(title);
      return items.find(({ answer }) => answer === "ours") ?? items[0];
    };
  });
  afterEach(() => {
    Object.assign(window, {
      showInformationMessage,
      showWarningMessage,
      showQuickPick,
    });
  });

  it("asks about a conflict that came up after the first look", async () => {
    const conflict = { path: "a.txt", binary: true } as Conflict;
    const asked: unknown[] = [];
    const session = {
      folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
      flush: async () => {},
      unsavedTexts: () => [],
      engine: {
        planRevert: async ({ resolve }: RevertRequest) => {
          asked.push(resolve);
          const isDecided = resolve?.["a.txt"] === "ours";
          const conflicts = asked.length === 1 || isDecided ? [] : [conflict];
          const plan = { writes: [], deletes: [], unsaved: [] };
          return { plan, conflicts, maybe: [] };
        },
      },
    } as unknown as FolderSession;
    const words = revertWords("it");
    await revertFlow(documents(), session, { ref: "#1" }, words);
    assert.deepEqual(chosen, ["Revert it: 1 conflict", "a.txt"]);
    assert.deepEqual(asked.at(-1), { "a.txt": "ours" });
    assert.deepEqual(told, [words.nothing]);
  });

  for (const [answer, wanted] of [
    ["Only What Is Certain", false],
    ["Revert These Too", true],
    [undefined, undefined],
  ] as const)
    it(`asks about what may be somebody else's, and does what was answered: ${answer ?? "nothing"}`, async () => {
      const asked: (boolean | undefined)[] = [];
      const shown: string[] = [];
      window.showWarningMessage = async (message, { detail }, ...buttons) => {
        shown.push(message, detail, ...buttons);
        return answer;
      };
      const session = {
        folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
        flush: async () => {},
        unsavedTexts: () => [],
        engine: {
          planRevert: async ({ maybe }: RevertRequest) => {
            asked.push(maybe);
            const plan = { writes: [], deletes: [], unsaved: [] };
            const left = [{ path: "p9.md", sources: ["codex"] }];
            return { plan, conflicts: [], maybe: maybe ? [] : left };
          },
        },
      } as unknown as FolderSession;
      const words = revertWords("it");
      await revertFlow(documents(), session, { source: "codex" }, words);
      assert.match(shown[1] ?? "", /p9\.md/);
      assert.deepEqual(shown.slice(2), [
        "Only What Is Certain",
        "Revert These Too",
      ]);
      assert.equal(asked[0], undefined);
      assert.deepEqual(
        asked.slice(1).filter((one) => one !== wanted),
        [],
      );
      assert.equal(asked.length > 1, wanted !== undefined);
      assert.deepEqual(told, wanted === undefined ? [] : [words.nothing]);
    });

  for (const [what, ours, answers] of [
    ["of any text", "caf\uFFFD\n", ["merge", "ours", "theirs"]],
    ["not of bytes that are no UTF-8", "caf\udce9\n", ["ours", "theirs"]],
  ] as const)
    it(`offers the merge editor for a conflict ${what}`, async () => {
      const conflict = { path: "a.txt", base: "a\n", ours, theirs: "b\n" };
      let offered: unknown[] = [];
      window.showQuickPick = async (items) => {
        offered = items.map(({ answer }) => answer);
        return items.find(({ answer }) => answer === "ours") ?? items[0];
      };
      const { merges, memory } = documents();
      const kept = new KeptDecisions(memory, ["it"]);
      const all = [{ ...conflict, merged: null, binary: false }];
      assert.ok(await decideConflicts(merges, all, kept, "it"));
      assert.deepEqual(offered, answers);
      assert.equal(kept.of(all[0]!), "ours");
    });

  it("keeps a decision when the person leaves, until it is applied", async () => {
    const sides = { base: "b", theirs: "t", merged: null, binary: false };
    const conflicts = ["a.txt", "b.txt"].map((path) => ({
      ...{ path, ours: "o", ...sides },
    }));
    const asked: RevertRequest["resolve"][] = [];
    const session = {
      folder: { name: "app", uri: vscode.Uri.file("/app"), index: 0 },
      flush: async () => {},
      unsavedTexts: () => [],
      engine: {
        planRevert: async ({ resolve = {} }: RevertRequest) => {
          asked.push(resolve);
          const isOpen = conflicts.some(({ path }) => !(path in resolve));
          const plan = { writes: [], deletes: [], unsaved: [] };
          return { plan, conflicts: isOpen ? conflicts : [], maybe: [] };
        },
      },
    } as unknown as FolderSession;
    const shared = documents();
    const words = revertWords("it");
    const run = () => revertFlow(shared, session, { ref: "#1" }, words);
    const pick =
      (...paths: string[]): Window["showQuickPick"] =>
      async (items, { title }) => {
        const side = items.find(({ answer }) => answer === "theirs");
        if (side) return side;
        chosen.push(title, ...items.map((item) => item.description ?? ""));
        const wanted = paths.shift();
        return items.find(({ label }) => label === wanted);
      };

    window.showQuickPick = pick("a.txt");
    await run();
    assert.deepEqual(told, [
      "Nothing was changed. Your decision about 1 file is kept.",
    ]);
    assert.ok(!asked.some((resolve) => "a.txt" in (resolve ?? {})));

    // What changed since is asked about again; here it is changed back.
    conflicts[0]!.ours = "other";
    chosen = [];
    window.showQuickPick = pick();
    await run();
    assert.equal(chosen[1], "changed since you resolved it");
    conflicts[0]!.ours = "o";

    chosen = [];
    window.showQuickPick = pick("b.txt");
    await run();
    assert.equal(chosen[0], "Revert it: 1 of 2 conflicts left");
    assert.deepEqual(asked.at(-1), { "a.txt": "theirs", "b.txt": "theirs" });
    assert.equal(told.at(-1), words.nothing);

    chosen = [];
    window.showQuickPick = pick();
    await run();
    assert.equal(
      chosen[0],
      "Revert it: 2 conflicts",
      "they are gone when applied",
    );
  });

  for (const [label, wanted] of [
    ["Keep Mine Everywhere", "ours"],
    // Later edits outside of the conflicting lines stay.
    ["Undo Everywhere", { text: "before\n2\n3\nmine\n" }],
  ] as const)
    it(`resolves what is open at once: ${label}`, async () => {
      const sides = {
        ...{ base: "1\n2\n3\n4\n", ours: "x\n2\n3\nmine\n" },
        ...{ theirs: "before\n2\n3\n4\n", merged: "", binary: false },
      };
      const conflicts = ["a.txt", "b.txt", "c.txt"].map((path) => ({
        ...{ path, ...sides },
      }));
      const { merges, memory } = documents();
      const kept = new KeptDecisions(memory, ["it"]);
      const [decided, ...others] = conflicts;
      kept.keep(decided!, "theirs");
      window.showQuickPick = async (items, { title }) => {
        chosen.push(title, ...items.map((item) => item.label ?? ""));
        return items.find((item) => item.label === label);
      };
      assert.ok(await decideConflicts(merges, conflicts, kept, "Revert “it”"));
      assert.deepEqual(chosen, [
        "Revert “it”: 2 of 3 conflicts left",
        ...conflicts.map(({ path }) => path),
        ...["", "Keep Mine Everywhere", "Undo Everywhere"],
      ]);
      for (const each of others) assert.deepEqual(kept.of(each), wanted);
      assert.equal(kept.of(decided!), "theirs", "it was decided before");
    });

  it("takes what was saved with the mark of its encoding", () => {
    const merges = new MergeFileSystem();
    const uri = vscode.Uri.from({ scheme: MERGE_SCHEME, path: "/a.txt" });
    merges.put(uri, "\uFEFFa\n");
    merges.writeFile(uri, Buffer.from("\uFEFFcaf\uFFFD\n"));
    assert.equal(merges.savedText(uri), "\uFEFFcaf\uFFFD\n");
  });

  it("takes what nobody saved for no decision", () => {
    const merges = new MergeFileSystem();
    const uri = vscode.Uri.from({ scheme: MERGE_SCHEME, path: "/a.txt" });
    merges.put(uri, "a\n");
    assert.equal(merges.savedText(uri), undefined);
    merges.writeFile(uri, merges.readFile(uri));
    assert.equal(merges.savedText(uri), "a\n");
    merges.put(uri, "a\n");
    assert.equal(merges.savedText(uri), undefined, "it is asked for anew");
  });
});

function documents() {
  const kept = new Map<string, unknown>();
  const memory = {
    get: <T>(key: string) => kept.get(key) as T | undefined,
    update: async (key: string, value: unknown) => void kept.set(key, value),
  };
  return { merges: new MergeFileSystem(), memory };
}

interface Window {
  showInformationMessage: (message: string) => Promise<unknown>;
  showWarningMessage: (
    message: string,
    options: { detail: string },
    ...buttons: string[]
  ) => Promise<string | undefined>;
  showQuickPick: (
    items: { answer?: string; label?: string; description?: string }[],
    options: { title: string },
  ) => Promise<unknown>;
}
