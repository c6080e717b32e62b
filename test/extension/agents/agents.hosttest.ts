import assert from "node:assert/strict";
import fs from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { TOOL_NAMES } from "../../../src/agents/toolNames";
import { api, root, until, write } from "../host/support";

/** Calls a tool as chat does, in the first folder; returns its text. */
async function invoke(
  name: string,
  input: Record<string, unknown> = {},
): Promise<string> {
  const result = await vscode.lm.invokeTool(
    name,
    {
      input: { workspace: path.basename(root()), ...input },
      toolInvocationToken: undefined,
    },
    new vscode.CancellationTokenSource().token,
  );
  return result.content
    .map((part) =>
      part instanceof vscode.LanguageModelTextPart ? part.value : "",
    )
    .join("");
}

function content(file: string): Promise<string> {
  return fs.readFile(path.join(root(), file), "utf8");
}

const OURS = /^(checkpoint|thread)_/;

describe("the language model tools", () => {
  before(async () => {
    await (await api()).initialize();
  });

  it("are registered with the editor, with their schemas and tags", () => {
    const tools = vscode.lm.tools.filter(({ name }) => OURS.test(name));
    assert.equal(tools.length, TOOL_NAMES.length);
    for (const tool of tools) {
      assert.ok(tool.description.length > 60, tool.name);
      assert.deepEqual(tool.tags, ["checkpoint"], tool.name);
      assert.ok(tool.inputSchema, tool.name);
    }
  });

  it("create, list, get, diff and search", async () => {
    await write("tool.txt", "one\n");
    assert.match(
      await invoke("checkpoint_create", { name: "tool one" }),
      /Created #\d+ tool one \(manual, copilot/,
    );
    await write("tool.txt", "two\n");
    await invoke("checkpoint_create", { name: "tool two" });
    assert.match(await invoke("checkpoint_list"), /tool two[^]*tool one/);
    assert.match(
      await invoke("checkpoint_get", { ref: "tool two" }),
      /tool\.txt/,
    );
    assert.match(
      await invoke("checkpoint_diff", { from: "tool one", to: "tool two" }),
      /-one\n\+two/,
    );
    assert.match(
      await invoke("checkpoint_search", { text: "one", path: "tool.txt" }),
      /tool\.txt @\d+ \(gone since\)/,
    );
  });

  it("plan, restore and undo, with an editor open on the file", async () => {
    const uri = vscode.Uri.file(path.join(root(), "tool.txt"));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const plan = await invoke("checkpoint_plan_restore", {
      to: "tool one",
      paths: ["tool.txt"],
    });
    const id = /plan "([^"]+)"/.exec(plan)?.[1];
    assert.ok(id, plan);
    assert.match(
      await invoke("checkpoint_restore", { plan: id }),
      /replace tool\.txt[^]*stale/,
    );
    assert.equal(await content("tool.txt"), "one\n");
    await until("the editor shows it", () => document.getText() === "one\n");
    assert.match(await invoke("checkpoint_undo"), /Undid/);
    assert.equal(await content("tool.txt"), "two\n");
    await until("the editor shows it", () => document.getText() === "two\n");
  });

  it("keep unsaved text in the guard before they restore over it, and undo brings it back", async () => {
    const uri = vscode.Uri.file(path.join(root(), "tool.txt"));
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) =>
      edit.insert(new vscode.Position(0, 0), "unsaved "),
    );
    assert.ok(document.isDirty);
    await invoke("checkpoint_restore", {
      to: "tool one",
      paths: ["tool.txt"],
    });
    await until("the editor shows it", () => document.getText() === "one\n");
    assert.ok(!document.isDirty);
    const found = await invoke("checkpoint_search", {
      text: "unsaved two",
      allVersions: true,
    });
    assert.match(found, /tool\.txt/);
    await invoke("checkpoint_undo");
    assert.equal(await content("tool.txt"), "two\n");
    await until(
      "the unsaved text is back",
      () => document.isDirty && document.getText() === "unsaved two\n",
    );
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("revert one change, and delete a checkpoint", async () => {
    await write("tool.txt", "two\n");
    await write("revert.txt", "added\n");
    await invoke("checkpoint_create", { name: "tool three" });
    await invoke("checkpoint_revert", { ref: "tool three" });
    await assert.rejects(content("revert.txt"));
    assert.match(
      await invoke("checkpoint_delete", { refs: ["tool three"] }),
      /^Deleted #\d+/,
    );
  });

  it("record, list and rewind a conversation", async () => {
    const thread = "chat-1";
    await invoke("thread_record", {
      thread,
      message: "m1",
      role: "user",
      text: "Add it",
    });
    await write("said.txt", "said\n");
    await invoke("thread_record", { thread, message: "m2", role: "agent" });
    assert.match(await invoke("thread_list", { thread }), /m1 user: Add it/);
    assert.match(
      await invoke("thread_edit", { thread, message: "m1", apply: true }),
      /said\.txt/,
    );
    await assert.rejects(content("said.txt"));
  });

  it("answer bad input with a message, and change nothing", async () => {
    const before = await content("tool.txt");
    const wrong: [string, Record<string, unknown>, RegExp][] = [
      ["checkpoint_get", { ref: 5 }, /expected string/],
      ["checkpoint_get", { ref: "nope" }, /not-found/],
      ["checkpoint_restore", { to: "0" }, /Specify what to restore/],
      ["checkpoint_restore", { to: "0", paths: ["../x"] }, /bad-path/],
      ["checkpoint_create", { workspace: "nowhere" }, /“nowhere”/],
      ["checkpoint_list", { surprise: 1 }, /Unrecognized key/],
    ];
    for (const [name, input, says] of wrong)
      await assert.rejects(invoke(name, input), (error: Error) => {
        assert.match(error.message, says);
        return true;
      });
    assert.equal(await content("tool.txt"), before);
  });
});
