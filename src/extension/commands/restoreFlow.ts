import * as vscode from "vscode";
import { CheckpointError } from "../../engine/model/errors";
import type {
  PlanRequest,
  RestorePlan,
  RestoreReport,
  UnsavedText,
} from "../../engine/model/restorePlan";
import type { Call } from "../../worker/client";
import type { FolderSession } from "../folders";
import { log } from "../log";
import { inform } from "../notify";
import { asksBeforeRestore } from "../views/viewSettings";
import { confirmRestore } from "./confirmRestore";
import { showRestored } from "./editorsAfterRestore";
import { isNothingToDo, type Planned } from "./planText";
import { tellDone, tellFailures } from "./reportRestore";
import { isReviewing } from "./reviewRestore";
import { withCancel } from "./showProgress";

/** One folder's part of a restore: how to plan it, asked again when it is old. */
export interface RestoreStep {
  session: FolderSession;
  plan: (call: Call) => Promise<RestorePlan>;
  /** Default: the engine's applyRestore. */
  apply?: (plan: RestorePlan, call: Call) => Promise<RestoreReport>;
}

export interface RestoreWords {
  /** The dialog's question, such as “Restore the workspace to #12?”. */
  question: string;
  /** What the button does, such as “Restore”. */
  button: string;
  /** Shown while it runs, and as the preview's title. */
  title: string;
  /** Told with the counts once it is done, such as “Restored to #12”. */
  done: string;
  /** Told when the workspace is there already. */
  nothing: string;
}

export interface RestoreOptions {
  /** Skips the dialog: only for taking back what was done a moment ago. */
  isAgreed?: (plans: readonly RestorePlan[]) => boolean;
  /** No notification tells how it went: the caller does. Failures are told all the same. */
  isQuiet?: boolean;
}

export interface RestoreOutcome {
  /** Empty when everything was as it should be already. */
  steps: { session: FolderSession; report: RestoreReport }[];
}

/** What is being asked or done: a double click asks once. */
const underWay = new Set<string>();

/**
 * The one way by which anything here overwrites files: flush, plan, show, ask,
 * apply, show the result in the editors, report with a way back. Returns
 * undefined when the person did not want it.
 */
export async function restoreFlow(
  steps: readonly RestoreStep[],
  words: RestoreWords,
  options: RestoreOptions = {},
): Promise<RestoreOutcome | undefined> {
  const { question } = words;
  const isTwice = !options.isAgreed && underWay.has(question);
  // While it is reviewed somebody may well ask for the same anew.
  if (isTwice && !isReviewing()) return undefined;
  underWay.add(question);
  const outcome: RestoreOutcome = { steps: [] };
  try {
    const isWanted = await goThrough(steps, words, options, outcome.steps);
    tellFailures(outcome);
    if (!options.isQuiet) tellDone(outcome, words);
    return isWanted || outcome.steps.length > 0 ? outcome : undefined;
  } catch (error) {
    // The folders before the one that failed are restored all the same.
    tellDone(outcome, words);
    throw error;
  } finally {
    underWay.delete(question);
  }
}

/** Adds to `done` what is done; false when the person did not want (the rest of) it. */
async function goThrough(
  steps: readonly RestoreStep[],
  words: RestoreWords,
  { isAgreed, isQuiet = false }: RestoreOptions,
  done: RestoreOutcome["steps"],
): Promise<boolean> {
  for (;;) {
    // What is done is not planned again: an undo would go on to the restore before.
    const left = steps.slice(done.length);
    const plans = await withCancel(words.title, (call) => planAll(left, call));
    const planned = plans.map((plan, i) => toPlanned(left[i], plan));
    const isNothing = isNothingToDo(planned);
    // An undo counts all the same: it brings messages back, and the next one
    // goes further back.
    if (isNothing && plans.every((plan) => plan.of === undefined)) {
      if (!isQuiet && done.length === 0) void inform(words.nothing);
      return true;
    }
    const go =
      isNothing ||
      isAgreed?.(plans) === true ||
      !asksBeforeRestore() ||
      (await confirmRestore(left, plans, planned, words));
    if (!go) return false;
    try {
      await applyAll(left, plans, words, done);
      return true;
    } catch (error) {
      // Somebody wrote meanwhile: what was agreed to is not what would be done.
      if (!CheckpointError.is(error, "plan-changed")) throw error;
      void inform(
        vscode.l10n.t(
          "Files changed while you were deciding. Please look at the changes again.",
        ),
      );
      isAgreed = undefined;
    }
  }
}

/** A step that restores to a point in time. */
export function restoreStep(
  session: FolderSession,
  request: Omit<PlanRequest, "editors" | "unsaved" | "as">,
): RestoreStep {
  return {
    session,
    plan: (call) =>
      session.engine.planRestore(
        {
          ...request,
          as: "editor",
          unsaved: true,
          editors: session.unsavedTexts(),
        },
        call,
      ),
  };
}

async function planAll(
  steps: readonly RestoreStep[],
  call: Call,
): Promise<RestorePlan[]> {
  const plans: RestorePlan[] = [];
  for (const { session, plan } of steps) {
    await session.flush();
    plans.push(await plan(call));
  }
  return plans;
}

function toPlanned(step: RestoreStep | undefined, plan: RestorePlan): Planned {
  const touched = new Set(
    [...plan.writes, ...plan.deletes, ...plan.unsaved].map(({ path }) => path),
  );
  const editors = (step?.session.unsavedTexts() ?? [])
    .filter(({ path, text }) => text !== null && touched.has(path))
    .map(({ path }) => path);
  return { folderName: step?.session.folder.name ?? "", plan, editors };
}

/** One folder after the other; a second plan for one folder is made anew. */
async function applyAll(
  steps: readonly RestoreStep[],
  plans: readonly RestorePlan[],
  words: RestoreWords,
  done: RestoreOutcome["steps"],
): Promise<void> {
  await withCancel(words.title, async (call) => {
    for (const [i, step] of steps.entries()) {
      const { session } = step;
      const isAgain = steps.slice(0, i).some((s) => s.session === session);
      const plan = isAgain ? await step.plan(call) : plans[i];
      if (!plan) continue;
      const report = await session.whileWriting(() =>
        applyOne(step, plan, call),
      );
      done.push({ session, report });
      if (!report.applied) break;
    }
  });
}

function applyOne(
  { session, apply }: RestoreStep,
  plan: RestorePlan,
  call: Call,
): Promise<RestoreReport> {
  return withEditors(session, (editors) =>
    apply
      ? apply(plan, call)
      : session.engine.applyRestore(plan, { source: "restore", editors }, call),
  );
}

/** Restores, and brings the editors and what is recorded of them up to date. */
export async function withEditors(
  session: FolderSession,
  apply: (editors: UnsavedText[]) => Promise<RestoreReport>,
): Promise<RestoreReport> {
  const editors = session.unsavedTexts();
  const report = await apply(editors);
  if (!report.applied) return report;
  await showRestored(session, report.plan, editors);
  try {
    return { ...report, moment: await settle(session, report, editors) };
  } catch (error) {
    // The files are restored: that must be told. The editors are looked at again.
    log.error("The editors after a restore could not be recorded", error);
    return report;
  }
}

/**
 * Records that texts are no longer unsaved, or are again: what the editors now
 * show belongs to the restore, not to somebody's later edit.
 */
async function settle(
  session: FolderSession,
  { plan }: RestoreReport,
  before: readonly UnsavedText[],
): Promise<number> {
  const now = new Map(
    session.unsavedTexts().map(({ path, text }) => [path, text]),
  );
  const paths = new Set([...before, ...plan.unsaved].map(({ path }) => path));
  const unsaved = [...paths].map((path) => ({
    path,
    text: now.get(path) ?? null,
  }));
  const { moment } = await session.engine.capture({
    paths: [],
    unsaved,
    source: "restore",
  });
  return moment;
}
