import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { editFromHere } from "../../../src/extension/threads/editFromHere";
import type { FolderSession } from "../../../src/extension/session/folders";
import type { FolderSessions } from "../../../src/extension/session/folderSessions";
import { recordFolders } from "../agents/recordFolders";
import { api, reading, root, type, until, uriOf, write } from "../host/support";

describe("going back to a message", () => {
  const window = vscode.window as unknown as Window;
  const { showWarningMessage, showInformationMessage } = window;
  let folders: FolderSessions;
  let session: FolderSession;
  let told: string[];

  before(async () => {
    await (await api()).initialize();
    folders = await recordFolders();
    const found = folders.of(vscode.Uri.file(root()));
    assert.ok(found);
    session = found;
    told = [];
    window.showInformationMessage = async (message) => void told.push(message);
  });
  after(async () => {
    Object.assign(window, { showWarningMessage, showInformationMessage });
    await folders.close();
  });

  it("asks again if files change while the user decides", async () => {
    const { engine } = session;
    await write("rewound.txt", "then\n");
    await session.flush();
    await engine.capture({ paths: ["rewound.txt"] });
    const message = await engine.recordMessage({
      ...{ thread: "talk", role: "user", text: "Change it" },
    });
    await write("rewound.txt", "by the agent\n");
    await engine.capture({ paths: ["rewound.txt"] });
    const asked: string[] = [];
    window.showWarningMessage = async (_question, options, go) => {
      if (asked.push(options.detail ?? "") === 1) {
        await write("rewound.txt", "by the person\n");
        return go;
      }
      return undefined;
    };
    await editFromHere({} as CommandContext, {
      ...{ type: "message", session, message },
    });
    assert.equal(asked.length, 2);
    const why = /^Files changed while you were deciding\./;
    assert.doesNotMatch(asked[0] ?? "", why);
    assert.match(asked[1] ?? "", why);
    assert.deepEqual(told, []);
    const bytes = await vscode.workspace.fs.readFile(uriOf("rewound.txt"));
    assert.equal(Buffer.from(bytes).toString(), "by the person\n");

    window.showWarningMessage = async (_question, _options, go) => go;
    await editFromHere({} as CommandContext, {
      ...{ type: "message", session, message },
    });
    assert.match(told.at(-1) ?? "", /^Back at “Change it”/);
    await until("the file is as it was then", async () =>
      reading((other) => {
        const held = other.read("workspace", "rewound.txt");
        return Buffer.from(held).toString() === "then\n";
      }),
    );
  });

  it("names the editors whose unsaved text it will discard", async () => {
    const { engine } = session;
    await write("typed-in.txt", "then\n");
    await engine.capture({ paths: ["typed-in.txt"] });
    const message = await engine.recordMessage({
      ...{ thread: "typed talk", role: "user", text: "Change it" },
    });
    await write("typed-in.txt", "by the agent\n");
    await engine.capture({ paths: ["typed-in.txt"] });
    const document = await type("typed-in.txt", "typed ");
    let detail = "";
    window.showWarningMessage = async (_question, options) => {
      detail = options.detail ?? "";
      return undefined;
    };
    await editFromHere({} as CommandContext, {
      ...{ type: "message", session, message },
    });
    assert.match(detail, /Unsaved changes, kept in .*:\n {2}typed-in\.txt/);
    assert.equal(document.isDirty, true, "nothing is done before");
    await vscode.commands.executeCommand(
      "workbench.action.revertAndCloseActiveEditor",
    );
  });

  it("offers to include files that only others changed, and plans again", async () => {
    const { engine } = session;
    const files = { "own.txt": "agent one", "theirs.txt": "agent two" };
    for (const path of Object.keys(files)) await write(path, "then\n");
    await engine.capture({ paths: Object.keys(files) });
    const message = await engine.recordMessage({
      ...{ thread: "shared talk", role: "user", text: "Change one" },
    });
    for (const [path, source] of Object.entries(files)) {
      const thread = path === "own.txt" ? message.thread : "another talk";
      await write(path, `by ${source}\n`);
      await engine.capture({ paths: [path], source, thread });
    }
    const details: string[] = [];
    window.showWarningMessage = async (
      _question,
      options,
      go,
      _look,
      others,
    ) => {
      details.push(options.detail ?? "");
      return others ?? go;
    };
    await editFromHere({} as CommandContext, {
      ...{ type: "message", session, message },
    });
    assert.match(
      details[0] ?? "",
      /only others changed them:\n {2}theirs\.txt/,
    );
    assert.doesNotMatch(details[1] ?? "", /only others changed them/);
    assert.equal(details.length, 2);
    for (const path of Object.keys(files)) {
      const bytes = await vscode.workspace.fs.readFile(uriOf(path));
      assert.equal(Buffer.from(bytes).toString(), "then\n", path);
    }
  });

  it("is undone from its own notification, without a second question", async () => {
    const { engine } = session;
    const message = await engine.recordMessage({
      ...{ thread: "undone talk", role: "user", text: "Change it back" },
    });
    await write("rewound.txt", "by the agent again\n");
    await engine.capture({ paths: ["rewound.txt"] });
    const questions: string[] = [];
    window.showWarningMessage = async (question, _options, go) => {
      questions.push(question);
      return go;
    };
    window.showInformationMessage = async (text) => {
      told.push(text);
      return "Undo";
    };
    await editFromHere({} as CommandContext, {
      ...{ type: "message", session, message },
    });
    assert.match(told.at(-1) ?? "", /^Back at “Change it back”/);
    await until("the file is as the agent left it", async () => {
      const bytes = await vscode.workspace.fs.readFile(uriOf("rewound.txt"));
      return Buffer.from(bytes).toString() === "by the agent again\n";
    });
    assert.deepEqual(questions, ["Go back to the message “Change it back”?"]);
  });
});

interface Window {
  showWarningMessage: (
    question: string,
    options: vscode.MessageOptions,
    go: string,
    look: string,
    others?: string,
  ) => Promise<string | undefined>;
  showInformationMessage: (message: string) => Promise<unknown>;
}
