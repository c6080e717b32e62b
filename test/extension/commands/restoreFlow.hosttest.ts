import assert from "node:assert/strict";
import * as vscode from "vscode";
import { CheckpointError } from "../../../src/engine/model/errors";
import type {
  RestorePlan,
  RestoreReport,
} from "../../../src/engine/model/restorePlan";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { restoreFlow } from "../../../src/extension/commands/restoreFlow";
import { undoRestore } from "../../../src/extension/commands/undoRestore";
import type { FolderSession } from "../../../src/extension/folders";

const words = {
  question: "Restore?",
  button: "Restore",
  title: "Restore",
  done: "Restored",
  nothing: "Nothing to do.",
};

describe("a restore of one or several folders", () => {
  const window = vscode.window as unknown as Window;
  const { showInformationMessage, showErrorMessage, showWarningMessage } =
    window;
  let told: string[];

  beforeEach(() => {
    told = [];
    const tell = async (message: string) => void told.push(message);
    window.showInformationMessage = window.showErrorMessage = tell;
    window.showWarningMessage = async () => "Restore";
  });
  afterEach(() => {
    Object.assign(window, {
      ...{ showInformationMessage, showErrorMessage, showWarningMessage },
    });
  });

  const restore = (...folders: Folder[]) =>
    restoreFlow(
      folders.map((folder) => ({
        session: folder.session,
        plan: async () => folder.plan(),
      })),
      words,
      { isAgreed: () => true },
    );

  it("tells of the folders that are done when a later one fails", async () => {
    const one = new Folder("one");
    const two = new Folder("two");
    two.applying = () => {
      throw new CheckpointError("cancelled", "");
    };
    await assert.rejects(restore(one, two), { code: "cancelled" });
    assert.equal(one.applied, 1);
    assert.match(told.join("\n"), /^Restored: 1 file deleted\./);
  });

  it("says of which folder nothing was restored", async () => {
    const two = new Folder("two");
    const failure = { path: "a.txt", code: "io" as const, message: "busy" };
    two.applying = () => ({ applied: false, failures: [failure] });
    await restore(new Folder("one"), two);
    assert.equal(told[0], "Nothing was restored in two: a.txt: busy");
    assert.match(told[1] ?? "", /^Restored: /);
  });

  it("does not go through those again that are done", async () => {
    const one = new Folder("one");
    const two = new Folder("two");
    two.applying = () => {
      two.applying = () => ({});
      throw new CheckpointError("plan-changed", "");
    };
    const outcome = await restore(one, two);
    assert.deepEqual([one.planned, one.applied, two.planned], [1, 1, 2]);
    assert.deepEqual(
      outcome?.steps.map(({ session }) => session),
      [one.session, two.session],
    );
    assert.match(told.at(-1) ?? "", /^Restored: 2 files deleted\./);
  });

  it("is told although the editors could not be recorded after it", async () => {
    const one = new Folder("one");
    one.capturing = () => {
      throw new CheckpointError("disk-full", "");
    };
    await restore(one);
    assert.match(told.join("\n"), /^Restored: /);
  });

  it("is taken back only where something was done", async () => {
    const one = new Folder("one");
    const two = new Folder("two");
    const steps = [one, two].map(({ session }, i) => ({
      session,
      report: { applied: true, restoreId: i === 0 ? null : "r2", moment: 7 },
    }));
    await undoRestore({} as CommandContext, { steps });
    assert.deepEqual(one.undone, []);
    assert.deepEqual(two.undone, ["r2"]);
  });

  it("is asked for once when its button is clicked twice", async () => {
    const one = new Folder("one");
    const { session } = one;
    const click = () =>
      restoreFlow([{ session, plan: async () => one.plan() }], words);
    const [first, second] = await Promise.all([click(), click()]);
    assert.deepEqual([one.planned, one.applied], [1, 1]);
    assert.equal(first?.steps.length, 1);
    assert.equal(second, undefined);
    await click();
    assert.equal(one.applied, 2, "it can be wanted again");
  });

  it("is undone also when its files are as before, for its messages", async () => {
    const one = new Folder("one");
    one.planning = { verb: "undo", of: "r1", deletes: [] };
    await restore(one);
    assert.equal(one.applied, 1);
    assert.equal(told.join("\n"), "Restored: Nothing to do.");
  });
});

/** A folder with one file to delete, and none of it on the disk. */
class Folder {
  planned = 0;
  applied = 0;
  planning: Partial<RestorePlan> = {};
  readonly undone: unknown[] = [];
  applying: () => Partial<RestoreReport> = () => ({});
  capturing = () => ({ moment: 7 });
  readonly session: FolderSession;

  constructor(name: string) {
    this.session = {
      folder: { name, uri: vscode.Uri.file(`/${name}`), index: 0 },
      flush: async () => {},
      unsavedTexts: () => [],
      whileWriting: (work: () => Promise<unknown>) => work(),
      engine: {
        applyRestore: async (plan: RestorePlan) => this.apply(plan),
        capture: async () => this.capturing(),
        planUndo: async ({ restore }: { restore?: string }) => {
          this.undone.push(restore);
          return this.plan();
        },
      },
    } as unknown as FolderSession;
  }

  plan(): RestorePlan {
    this.planned++;
    const before = { hash: "0".repeat(64), mode: 0o644, sizeBytes: 1 };
    return {
      id: `${this.planned}`,
      verb: "restore",
      base: 7,
      writes: [],
      deletes: [{ path: "a.txt", before }],
      leftAlone: [],
      unsaved: [],
      changedByOthers: [],
      ...this.planning,
    } as unknown as RestorePlan;
  }

  private apply(plan: RestorePlan): RestoreReport {
    const report = {
      ...{ plan, applied: true, guard: null, moment: 7, failures: [] },
      ...{ restoreId: plan.id, ...this.applying() },
    };
    this.applied++;
    return report;
  }
}

interface Window {
  showInformationMessage: (message: string) => Promise<unknown>;
  showErrorMessage: (message: string) => Promise<unknown>;
  showWarningMessage: (message: string) => Promise<unknown>;
}
