import assert from "node:assert/strict";
import fs from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { SaidError } from "../../../src/wording/said";
import { answers } from "../../../src/extension/agents/participantAnswers";
import type { Folders } from "../../../src/extension/session/folders";
import type { FolderSessions } from "../../../src/extension/session/folderSessions";
import { api, configure, root, write } from "../host/support";
import { recordFolders } from "./recordFolders";
import { checkpoint } from "../timeline/checkpoints";

// The chat view of an editor without a language model accepts no messages, so the
// participant is called here as the view would: its answers, on folders recorded by
// the same code, in the same editor. test/ui/chat.mjs tests the view.
describe("the @checkpoint participant", () => {
  let folders: FolderSessions;

  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
    await vscode.window.showTextDocument(
      vscode.Uri.file(path.join(root(), "a.txt")),
    );
  });
  after(async () => {
    await configure("confirmRestore", undefined);
    await folders.close();
  });

  /** Asks as the chat view does; returns what the view would show. */
  async function ask(
    command: string,
    prompt = "",
    of: Folders = folders,
  ): Promise<string> {
    const shown: string[] = [];
    const stream = {
      markdown: (text: string | vscode.MarkdownString) =>
        shown.push(withoutLinks(typeof text === "string" ? text : text.value)),
      button: ({ title }: vscode.Command) => shown.push(`[${title}]`),
    } as unknown as vscode.ChatResponseStream;
    const { token } = new vscode.CancellationTokenSource();
    await answers[command]?.(prompt, { folders: of, stream, token });
    return shown.join("");
  }

  it("counts all files that were not recorded, not only those it names", async () => {
    const create = (skippedCount: number) => {
      const skipped = [{ path: "a", reason: "too-large" as const }];
      const made = checkpoint({ number: 7, skipped, skippedCount });
      const session = {
        folder: { name: "app", uri: vscode.Uri.file("/app") },
        state: "ready",
        flush: async () => {},
        unsavedTexts: () => [],
        engine: { checkpoint: async () => made },
      };
      return ask("create", "", { all: [session] } as unknown as Folders);
    };
    assert.match(await create(1), / {2}\n1 file not recorded/);
    assert.match(await create(5000), / {2}\n5,000 files not recorded/);
  });

  it("creates, lists and compares", async () => {
    await write("chat.txt", "one\n");
    assert.match(
      await ask("create", "said *in* chat"),
      /Created \*\*#\d+\*\* said \\\*in\\\* chat {2}\nsample: 1 file changed since/,
    );
    assert.match(await ask("list", "in* chat"), /said \\\*in\\\* chat/);
    await write("chat.txt", "two\n");
    assert.match(
      await ask("diff", "latest"),
      /1 file changed since[^]*```diff[^]*-one\n\+two\n```[^]*\[Open Changes\]/,
    );
    assert.match(await ask("diff", "said *in* chat"), /1 file changed since/);
    assert.match(
      await ask("diff", "latest~1 latest"),
      /1 file changed between/,
    );
    await assert.rejects(ask("diff", "1 2 3"), { code: "not-found" });
  });

  it("restores like any other restore, and undoes it", async () => {
    await configure("confirmRestore", false);
    await ask("create", "chat two");
    await write("chat.txt", "three\n");
    assert.match(
      await ask("restore", "name:chat two"),
      /Restored to \*\*#\d+\*\* chat two[^]*1 file replaced[^]*\[Undo\]/,
    );
    assert.equal(await content("chat.txt"), "two\n");
    assert.match(await ask("undo"), /was undone/);
    assert.equal(await content("chat.txt"), "three\n");
    assert.match(await ask("restore"), /Name a checkpoint/);
    await assert.rejects(ask("restore", "no such thing"), {
      code: "not-found",
    });
  });

  it("says in its answer why a checkpoint could not be created", async () => {
    const full = new SaidError("disk-full", "The disk is full.");
    const flush = async () => {
      throw full;
    };
    const broken = { all: [{ state: "ready", flush }] } as unknown as Folders;
    await assert.rejects(ask("create", "", broken), full);
  });

  it("explains itself if it is called without a command", async () => {
    assert.match(await ask("help"), /\/restore/);
  });

  it("says who wrote the lines of a file that is named, or of the active one", async () => {
    await write("blamed.txt", "one\ntwo\n");
    const [session] = folders.all;
    const paths = ["blamed.txt"];
    await session?.engine.capture({ paths, source: "outside" });
    assert.match(
      await ask("blame", "blamed.txt:2"),
      /^\*\*blamed\\\.txt\*\*: 1 line\n\n- \*\*2\*\* \S.*\n\n\[Open File\]$/s,
    );
    assert.match(
      await ask("blame", "blamed.txt"),
      /: 2 lines\n\n- \*\*1–2\*\*/,
    );
    assert.match(await ask("blame"), /^\*\*a\\\.txt\*\*: /);
    await assert.rejects(ask("blame", "no.txt:1"), /file-not-there/);
  });
});

/** A number is a link, which only says what to open. */
function withoutLinks(text: string): string {
  return text.replace(/\[(#\d+)\]\(command:[^)]*\)/g, "$1");
}

function content(file: string): Promise<string> {
  return fs.readFile(path.join(root(), file), "utf8");
}
