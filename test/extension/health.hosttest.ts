import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { RestoreReport } from "../../src/engine/model/restorePlan";
import { Health } from "../../src/extension/health";

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

  const damaged = (detail: string) => health.hear({ type: "damaged", detail });
  const restored = (applied: boolean) =>
    health.hear({ type: "restored", report: { applied } as RestoreReport });

  it("is told once however much is found, and again once it was looked after", () => {
    damaged("a");
    damaged("b");
    assert.equal(told.length, 1);
    assert.equal(health.problem?.code, "damaged");
    health.forgetDamage();
    assert.equal(health.problem, null);
    assert.equal(changes, 2);
    damaged("c");
    assert.match(told[1] ?? "", /is damaged: c\./);
  });

  it("is in doubt while a restore is only partly done, until it ended or another was made", () => {
    const unended = () => health.hear({ type: "unended", detail: "x" });
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
      deed: "restore to #1",
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
