import assert from "node:assert/strict";
import * as vscode from "vscode";
import { SaidError } from "../../../src/wording/said";
import { withCancel } from "../../../src/extension/commands/showProgress";
import { until } from "../host/support";

describe("the progress of a command", () => {
  const window = vscode.window as { withProgress: Show };
  const { withProgress } = window;
  let shown: { title: string; said: string[] }[];
  let cancel: () => void;

  // Observed where the editor's API is called, since a notification cannot be
  // inspected.
  beforeEach(() => {
    shown = [];
    window.withProgress = (options, task) => {
      const said: string[] = [];
      shown.push({ title: options.title ?? "", said });
      const source = new vscode.CancellationTokenSource();
      cancel = () => source.cancel();
      const report = ({ message }: { message?: string }) =>
        said.push(message ?? "");
      return task({ report }, source.token);
    };
  });
  afterEach(() => (window.withProgress = withProgress));

  it("is not shown if there was nothing to wait for", async () => {
    assert.equal(await withCancel("Quick", () => Promise.resolve(1)), 1);
    assert.deepEqual(shown, []);
  });

  it("shows how much is done, and can be cancelled", async () => {
    const outcome = withCancel("Slow", ({ signal, onProgress }) => {
      onProgress?.({ phase: "write", done: 1, total: 4 });
      return new Promise<never>((_, reject) =>
        signal?.addEventListener("abort", () =>
          reject(new SaidError("cancelled", "")),
        ),
      );
    });
    await until("it is shown", () => shown.length === 1);
    assert.deepEqual(shown, [
      { title: "Slow", said: ["Writing files: 1 of 4"] },
    ]);
    cancel();
    await assert.rejects(outcome, { code: "cancelled" });
  });
});

type Show = (
  options: vscode.ProgressOptions,
  task: (
    progress: { report(step: { message?: string }): void },
    token: vscode.CancellationToken,
  ) => Thenable<unknown>,
) => Thenable<unknown>;
