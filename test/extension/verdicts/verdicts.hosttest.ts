import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { CheckSeries } from "../../../src/answers/verdict";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import type { FolderSession } from "../../../src/extension/session/folders";
import { checkpoint } from "../timeline/checkpoints";
import { api, configure, reading, until, uriOf, write } from "../host/support";
import {
  markBad,
  markGood,
} from "../../../src/extension/verdicts/verdictCommands";

describe("checks", () => {
  before(async () => {
    await (await api()).initialize();
  });

  const series = (label: string, isWanted: (one: CheckSeries) => boolean) =>
    until(`there is a verdict of ${label}`, async () => {
      const { checks } = await reading((engine) => engine.status());
      return checks.find((one) => one.label === label && isWanted(one));
    });
  const goodText = async (ref: string) => {
    const bytes = await reading((engine) => engine.read(ref, "checked.txt"));
    return Buffer.from(bytes).toString();
  };

  /** Runs a test task that ends with an exit code. */
  async function runTask(name: string, exitCode: number): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(uriOf("checked.txt"))!;
    const task = new vscode.Task(
      { type: "shell" },
      folder,
      name,
      "tests",
      new vscode.ShellExecution("sh", ["-c", `exit ${exitCode}`]),
    );
    task.group = vscode.TaskGroup.Test;
    await vscode.tasks.executeTask(task);
  }

  it("remember whether a test task passed, and the state that it saw", async () => {
    await write("checked.txt", "passes\n");
    await runTask("unit tests", 0);
    const passed = await series("unit tests", ({ last }) => last.passed);
    assert.equal(passed.last.exact, true);
    await write("checked.txt", "fails\n");
    await runTask("unit tests", 3);
    const failed = await series("unit tests", ({ last }) => !last.passed);
    assert.equal(failed.last.exitCode, 3);
    assert.ok(failed.lastGood && failed.lastGood.files > 0);
    assert.equal(await goodText("good:unit tests"), "passes\n");
    assert.equal(await goodText("bad:unit tests"), "fails\n");
  });

  it("are seen in the terminal, if a person says which commands count", async () => {
    await configure("checks.add", ["true", "false"]);
    const terminal = vscode.window.createTerminal({ name: "checking" });
    try {
      terminal.sendText("true");
      await series("true", ({ last }) => last.passed);
      terminal.sendText("false");
      const failed = await series("false", ({ last }) => !last.passed);
      assert.equal(failed.last.exitCode, 1);
    } finally {
      terminal.dispose();
      await configure("checks.add", undefined);
    }
  });

  it("include the errors that the editor shows, if that is turned on", async () => {
    const errors = vscode.languages.createDiagnosticCollection("checking");
    const range = new vscode.Range(0, 0, 0, 1);
    try {
      await configure("checks.diagnostics", true);
      await write("checked.txt", "with an error\n");
      const error = new vscode.Diagnostic(range, "It is wrong");
      errors.set(uriOf("checked.txt"), [error]);
      const { last } = await series("diagnostics", ({ last }) => !last.passed);
      assert.equal(last.exitCode, null);
      // It is weak: the state is not bad because of it.
      assert.notEqual(await goodText("bad"), "with an error\n");
      assert.equal(await goodText("bad:diagnostics"), "with an error\n");
      await write("checked.txt", "without one\n");
      errors.clear();
      await series("diagnostics", ({ last }) => last.passed);
      assert.equal(await goodText("good:diagnostics"), "without one\n");
    } finally {
      errors.dispose();
      await configure("checks.diagnostics", undefined);
    }
  });

  it("can be given by hand to the checkpoints of a row", async () => {
    const given: unknown[] = [];
    const session = {
      engine: { verdict: async (request: unknown) => void given.push(request) },
    } as unknown as FolderSession;
    const targets = [{ session, checkpoint: checkpoint({ number: 7 }) }];
    const context = {} as CommandContext;
    await markGood(context, { type: "entry", targets });
    await markBad(context, { type: "entry", targets });
    const by = { label: "marked", source: "editor", ref: "#7" };
    assert.deepEqual(given, [
      { ...by, passed: true },
      { ...by, passed: false },
    ]);
    given.length = 0;
    // A row of what happened stands for the state after it; its checkpoint may be the prompt's.
    const deed = { after: 5, checkpoint: checkpoint({ number: 7, moment: 3 }) };
    const row = { members: [{ session, deed }] };
    await markGood(context, { type: "deed", row });
    assert.deepEqual(given, [{ ...by, ref: "@5", passed: true }]);
  });
});
