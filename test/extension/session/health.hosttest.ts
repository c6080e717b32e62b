import { problem } from "../../../src/engine/model/errors";
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { RestoreReport } from "../../../src/engine/model/restorePlan";
import { Health } from "../../../src/extension/session/health";

describe("the health of a history", () => {
  const window = vscode.window as unknown as Window;
  const { showErrorMessage, showInformationMessage } = window;
  let told: string[];
  let changes: number;
  let health: Health;

  beforeEach(() => {
    told = [];
    changes = 0;
    const tell = async (message: string) => void told.push(message);
    window.showErrorMessage = window.showInformationMessage = tell;
    const uri = vscode.Uri.file("/app");
    health = new Health({ name: "app", uri, index: 0 }, () => changes++);
  });
  afterEach(() => {
    Object.assign(window, { showErrorMessage, showInformationMessage });
  });

  const damaged = (reason: string) =>
    health.hear({
      type: "damaged",
      finding: { kind: "file-unreadable", reason },
    });
  const restored = (applied: boolean) =>
    health.hear({ type: "restored", report: { applied } as RestoreReport });

  it("is reported once however much is found, and again after a repair", () => {
    damaged("a");
    damaged("b");
    assert.equal(told.length, 1);
    assert.equal(health.problem?.code, "damaged");
    health.forgetDamage();
    assert.equal(health.problem, null);
    assert.equal(changes, 2);
    damaged("c");
    assert.match(told[1] ?? "", /is damaged: .*: c\./);
  });

  it("names the process that blocks recording, until that is over", () => {
    const holder = { pid: 4711, host: "here", sinceMs: Date.now() };
    health.hear({ type: "waiting", holder, isOver: false });
    assert.equal(health.problem?.code, "store-locked");
    assert.match(health.problem?.message ?? "", /process 4711 on here/);
    health.hear({ type: "waiting", holder: null, isOver: true });
    assert.equal(health.problem, null);
    health.hear({ type: "waiting", holder, isOver: false });
    health.stopWaiting();
    assert.equal(health.problem, null);
    assert.equal(changes, 4);
    assert.deepEqual(told, [], "nobody is interrupted by it");
  });

  it("is uncertain while a restore is only partly done, until it ends or another is applied", () => {
    const unended = () =>
      health.hear({
        type: "unended",
        error: problem("file-unreadable", { path: "x" }).toJSON(),
      });
    unended();
    restored(false);
    health.forgetDamage();
    assert.equal(health.problem?.code, "io");
    restored(true);
    assert.equal(health.problem, null);
    unended();
    health.hear({
      type: "recovered",
      restoreId: "r",
      state: "rolled-back",
      description: "restore to #1",
      leftAlone: [],
    });
    assert.equal(health.problem, null);
    assert.equal(told.length, 3);
  });
});

interface Window {
  showErrorMessage: Tell;
  showInformationMessage: Tell;
}
type Tell = (message: string) => Promise<undefined | void>;
