import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { editFromHere } from "../../../src/extension/commands/editFromHere";
import type { FolderSession } from "../../../src/extension/folders";
import type { FolderSessions } from "../../../src/extension/folderSessions";
import { recordFolders } from "../agents/recordFolders";
import { api, reading, root, until, uriOf, write } from "../host/support";

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

  it("asks again when files change while the person decides", async () => {
    const { engine } = session;
    await write("rewound.txt", "then\n");
    await session.flush();
    await engine.capture({ paths: ["rewound.txt"] });
    const message = await engine.recordMessage({
      ...{ thread: "talk", role: "user", text: "Change it" },
    });
    await write("rewound.txt", "by the agent\n");
    await engine.capture({ paths: ["rewound.txt"] });
    const questions: string[] = [];
    window.showWarningMessage = async (question, _options, _look, go) => {
      if (questions.push(question) === 1) {
        await write("rewound.txt", "by the person\n");
        return go;
      }
      return undefined;
    };
    await editFromHere({} as CommandContext, {
      ...{ type: "message", session, message },
    });
    assert.equal(questions.length, 2);
    const bytes = await vscode.workspace.fs.readFile(uriOf("rewound.txt"));
    assert.equal(Buffer.from(bytes).toString(), "by the person\n");

    window.showWarningMessage = async (_question, _options, _look, go) => go;
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

  it("is undone by its own notification, without a second question", async () => {
    const { engine } = session;
    const message = await engine.recordMessage({
      ...{ thread: "undone talk", role: "user", text: "Change it back" },
    });
    await write("rewound.txt", "by the agent again\n");
    await engine.capture({ paths: ["rewound.txt"] });
    const questions: string[] = [];
    window.showWarningMessage = async (question, _options, _look, go) => {
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
    look: string,
    go: string,
  ) => Promise<string | undefined>;
  showInformationMessage: (message: string) => Promise<unknown>;
}
