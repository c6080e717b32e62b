import assert from "node:assert/strict";
import * as vscode from "vscode";
import type {
  ApplyOptions,
  CaptureRequest,
  ChosenFile,
} from "../../../src/engine/api";
import { problem } from "../../../src/engine/model/errors";
import { leaveOut } from "../../../src/engine/model/leaveOut";
import { SaidError } from "../../../src/wording/said";
import type {
  RestorePlan,
  RestoreReport,
  UnsavedText,
} from "../../../src/engine/model/restorePlan";
import type { CommandContext } from "../../../src/extension/commands/commandContext";
import { restoreFlow } from "../../../src/extension/restore/restoreFlow";
import { reviewFiles } from "../../../src/extension/restore/review";
import {
  applyReviewed,
  isReviewing,
  reviewRestorePart,
} from "../../../src/extension/restore/reviewRestore";
import {
  redoThisRestore,
  undoRestore,
  undoThisRestore,
} from "../../../src/extension/restore/undoRestore";
import type { FolderSession } from "../../../src/extension/session/folders";
import { until } from "../host/support";
import { checkpoint } from "../timeline/checkpoints";

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
  let asked: string[];

  beforeEach(() => {
    told = [];
    const tell = async (message: string) => void told.push(message);
    window.showInformationMessage = window.showErrorMessage = tell;
    asked = [];
    window.showWarningMessage = async (_message, { detail }) => {
      asked.push(detail);
      return "Restore";
    };
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
      throw new SaidError("cancelled", "");
    };
    await assert.rejects(restore(one, two), { code: "cancelled" });
    assert.equal(one.applied, 1);
    assert.match(told.join("\n"), /^Restored: 1 file deleted\./);
  });

  it("says of which folder nothing was restored", async () => {
    const two = new Folder("two");
    const failure = {
      path: "a.txt",
      ...problem("file-unreadable", { path: "a.txt" }).toJSON(),
    };
    two.applying = () => ({ applied: false, failures: [failure] });
    await restore(new Folder("one"), two);
    assert.equal(told[0], "Nothing was restored in two: a.txt cannot be read.");
    assert.match(told[1] ?? "", /^Restored: /);
  });

  it("does not go through those again that are done", async () => {
    const one = new Folder("one");
    const two = new Folder("two");
    two.applying = () => {
      two.applying = () => ({});
      throw new SaidError("plan-changed", "");
    };
    const outcome = await restore(one, two);
    assert.deepEqual([one.planned, one.applied, two.planned], [1, 1, 2]);
    assert.deepEqual(
      outcome?.steps.map(({ session }) => session),
      [one.session, two.session],
    );
    assert.match(told.at(-1) ?? "", /^Restored: 2 files deleted\./);
  });

  it("is planned again when the thread that had planned it was started again", async () => {
    const one = new Folder("one");
    one.applying = () => {
      one.applying = () => ({});
      throw problem("unknown-plan", { plan: "1" });
    };
    await restore(one);
    assert.deepEqual([one.planned, one.applied], [2, 1]);
    one.applying = () => {
      throw problem("nothing-to-undo", { verb: "undo" });
    };
    await assert.rejects(restore(one), { code: "nothing-to-undo" });
  });

  it("leaves a file alone that is written at each try, and restores the rest", async () => {
    const one = new Folder("one");
    const { deletes } = one.plan();
    const before = deletes[0]!.before;
    one.planning = { deletes: [...deletes, { path: "b.log", before }] };
    let refused = 0;
    one.applying = () => {
      if (++refused > 2) return {};
      const data = { paths: ["b.log"] };
      throw new SaidError("plan-changed", "", { data });
    };
    const outcome = await restore(one);
    const plan = outcome?.steps[0]?.report.plan;
    assert.deepEqual(plan?.deletes, deletes);
    assert.deepEqual(plan?.leftAlone, [{ path: "b.log", reason: "changing" }]);
    // Said where the person decides again. Nothing of it is left when it is done.
    const said =
      "b.log changed while you were deciding. Review the changes again.";
    assert.deepEqual(
      asked.map((detail) => detail.split("\n\n")[0]),
      [said, said],
    );
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /^Restored: 1 file deleted\./);
  });

  it("is reported although the editors could not be recorded after it", async () => {
    const one = new Folder("one");
    one.capturing = () => {
      throw new SaidError("disk-full", "");
    };
    await restore(one);
    assert.match(told.join("\n"), /^Restored: /);
  });

  it("records what a person typed meanwhile as theirs", async () => {
    const one = new Folder("one");
    let text = "before";
    one.typed = () => [{ path: "b.txt", text }];
    one.applying = () => {
      text = "before, and after";
      return {};
    };
    await restore(one);
    assert.deepEqual(one.captured, [
      { source: "restore", unsaved: [{ path: "a.txt", text: null }] },
      { source: "editor", unsaved: [{ path: "b.txt", text }] },
    ]);
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

  it("restores one file from the review, then what is chosen of the rest", async () => {
    const one = new Folder("one");
    const { before } = one.plan().deletes[0]!;
    const deletes = ["a", "b", "c"].map((path) => ({ path, before }));
    one.planning = { deletes };
    window.showWarningMessage = async () => "Review Changes";
    const { session } = one;
    const done = restoreFlow(
      [{ session, plan: async () => one.plan() }],
      words,
    );
    await until("it is reviewed", isReviewing);
    // A row of the review before this one: the same file, by another plan.
    const [, file] = reviewFiles(session, { ...one.plan(), id: "0" });
    await reviewRestorePart(undefined, { type: "reviewFile", file });
    await until(
      "the rest is reviewed",
      () => one.planned === 4 && isReviewing(),
    );
    assert.deepEqual(one.limited, [[{ path: "b" }]]);
    assert.match(told.join("\n"), /^Restored: 1 file deleted\./);
    await applyReviewed();
    assert.equal((await done)?.steps.length, 1);
    assert.equal(one.applied, 2);
  });

  it("asks no second time before an undo, unless it replaces newer work", async () => {
    const one = new Folder("one");
    const asked: string[] = [];
    window.showWarningMessage = async (question) => void asked.push(question);
    const context = {
      folders: { all: [{ ...one.session, state: "ready" }] },
    } as unknown as CommandContext;
    one.planning = { verb: "undo", of: "r1" };
    await undoRestore(context);
    assert.deepEqual([asked, one.applied], [[], 1]);
    one.planning = { verb: "undo", of: "r1", changedSince: ["a.txt"] };
    await undoRestore(context);
    assert.deepEqual([asked, one.applied], [["Undo the last restore?"], 1]);
    one.planning = {
      ...{ verb: "undo", of: "r1" },
      unsaved: [{ path: "a.txt", hash: null }],
    };
    await undoRestore(context);
    assert.deepEqual([asked.length, one.applied], [2, 1]);
  });

  it("is undone from its row and from the status bar, that very one", async () => {
    const one = new Folder("one");
    const { session } = one;
    const context = {} as CommandContext;
    const guard = checkpoint({ number: 4, metadata: { restore: "r4" } });
    await undoThisRestore(context, {
      type: "entry",
      targets: [{ session, checkpoint: guard }],
    });
    await undoRestore(context, { session, restore: "r5" });
    const members = [{ session, deed: { restore: { id: "r6" } } }];
    await undoThisRestore(context, { type: "deed", row: { members } });
    assert.deepEqual(one.undone, ["r4", "r5", "r6"]);
    assert.equal(one.applied, 3);
  });

  it("is not taken for another one if its row is gone", async () => {
    const one = new Folder("one");
    const context = {
      folders: { all: [{ ...one.session, state: "ready" }] },
    } as unknown as CommandContext;
    const edits = { session: one.session, deed: { restore: null } };
    for (const row of [undefined, { type: "deed", row: { members: [edits] } }])
      for (const command of [undoThisRestore, redoThisRestore])
        await assert.rejects(
          async () => command(context, row),
          /The list just changed/,
        );
    assert.equal(one.applied, 0);
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
  readonly limited: (readonly ChosenFile[])[] = [];
  applying: () => Partial<RestoreReport> = () => ({});
  capturing = () => ({ moment: 7 });
  typed = (): UnsavedText[] => [];
  readonly captured: Pick<CaptureRequest, "source" | "unsaved">[] = [];
  readonly session: FolderSession;
  private latest: RestorePlan | undefined;

  constructor(name: string) {
    this.session = {
      folder: { name, uri: vscode.Uri.file(`/${name}`), index: 0 },
      flush: async () => {},
      pathOf: () => undefined,
      unsavedTexts: () => this.typed(),
      whileWriting: (work: () => Promise<unknown>) => work(),
      engine: {
        applyRestore: async (id: string, { except = [] }: ApplyOptions) =>
          this.apply(id, except),
        capture: async ({ source, unsaved }: CaptureRequest) => {
          this.captured.push({ source, unsaved });
          return this.capturing();
        },
        limitPlan: async (_id: string, files: ChosenFile[]) => {
          this.limited.push(files);
          const chosen = new Set(files.map(({ path }) => path));
          const { deletes } = this.latest!;
          this.latest = {
            ...this.latest!,
            id: "part",
            deletes: deletes.filter(({ path }) => chosen.has(path)),
          };
          return this.latest;
        },
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
    return (this.latest = {
      id: `${this.planned}`,
      verb: "restore",
      base: 7,
      writes: [],
      deletes: [{ path: "a.txt", before }],
      leftAlone: [],
      unsaved: [],
      changedByOthers: [],
      ...this.planning,
    } as unknown as RestorePlan);
  }

  private apply(id: string, except: readonly string[]): RestoreReport {
    assert.equal(id, this.latest?.id);
    const plan = leaveOut(this.latest!, new Set(except));
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
  showWarningMessage: (
    message: string,
    options: { detail: string },
  ) => Promise<unknown>;
}
