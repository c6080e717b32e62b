import * as vscode from "vscode";
import { CheckpointError, isProblem } from "../../engine/model/errors";
import type { RestorePlan, UnsavedText } from "../../engine/model/restorePlan";
import type { Call } from "../../worker/client";
import { inform } from "../notify";
import { asksBeforeRestore } from "../timeline/viewSettings";
import {
  applyInEditors,
  unsavedAmong,
  type RestoredStep,
} from "./applyInEditors";
import { BusyPaths } from "./busyPaths";
import { confirmRestore } from "./confirmRestore";
import { isEmptyPlan } from "../../wording/plan";
import type { Planned } from "./planText";
import { reportDone, reportFailures } from "./reportRestore";
import type { RestoreOutcome, RestoreStep, RestoreWords } from "./restoreStep";
import { isReviewing } from "./reviewRestore";
import type { PlanPart } from "./review";
import { withCancel } from "../commands/showProgress";

export interface RestoreOptions {
  /** Skips the dialog if it returns true: only for undoing what was done a moment ago. */
  isAgreed?: (plans: readonly RestorePlan[]) => boolean;
  /** No notification reports the result, because the caller does. Failures are always reported. */
  isQuiet?: boolean;
}

/** Questions that are open or being carried out, so that a double click asks only once. */
const underWay = new Set<string>();

/**
 * The only way in which the extension overwrites files: flush, plan, show, ask, apply,
 * update the editors, and report with an Undo button. Returns undefined if the user
 * declines.
 */
export async function restoreFlow(
  steps: readonly RestoreStep[],
  words: RestoreWords,
  options: RestoreOptions = {},
): Promise<RestoreOutcome | undefined> {
  const { question } = words;
  const isTwice = !options.isAgreed && underWay.has(question);
  // During a review the user may ask for the same restore again.
  if (isTwice && !isReviewing()) return undefined;
  underWay.add(question);
  const outcome: RestoreOutcome = { steps: [] };
  try {
    const isWanted = await goThrough(steps, words, options, outcome.steps);
    reportFailures(outcome);
    if (!options.isQuiet) reportDone(outcome, words);
    return isWanted || outcome.steps.length > 0 ? outcome : undefined;
  } catch (error) {
    // Folders before the one that failed are restored, so report them.
    reportDone(outcome, words);
    throw error;
  } finally {
    underWay.delete(question);
  }
}

/** Adds finished steps to `done`. Returns false if the user declines, or declines the rest. */
async function goThrough(
  steps: readonly RestoreStep[],
  words: RestoreWords,
  { isAgreed, isQuiet = false }: RestoreOptions,
  done: RestoreOutcome["steps"],
): Promise<boolean> {
  const busy = new BusyPaths();
  let isReview = false;
  /** Why the user is asked again. */
  let news: string | undefined;
  for (;;) {
    // Do not plan finished steps again: an undo would continue with the previous restore.
    const left = steps.slice(done.length);
    const made = await withCancel(words.title, (call) =>
      planAll(left, busy, call),
    );
    const plans = made.map(({ plan }) => plan);
    const planned = made.map(toPlanned);
    const isNothing = plans.every(isEmptyPlan);
    // An undo without any files still counts: it restores messages, and the next undo
    // goes further back.
    if (isNothing && plans.every((plan) => plan.of === undefined)) {
      if (!isQuiet && !isReview && done.length === 0)
        void inform(words.nothing);
      return true;
    }
    const isDecided =
      isNothing || isAgreed?.(plans) === true || !asksBeforeRestore();
    const verdict = isDecided
      ? EVERYTHING
      : await confirmRestore(left, plans, { planned, news }, words, isReview);
    if (!verdict) return false;
    // A part that is restored separately gets its own report and its own undo.
    const isPart = verdict.do === "part";
    const parts: RestoreOutcome = { steps: [] };
    try {
      const chosen = await limited(made, verdict.parts);
      await applyAll(chosen, words, isPart ? parts.steps : done, busy);
      if (!isPart) return true;
      reportFailures(parts);
      reportDone(parts, words);
      isReview = true;
      news = undefined;
    } catch (error) {
      const failed = steps[done.length];
      if (!failed || !isOutdated(error)) throw error;
      // Shown in the next question, because a notification would outlast the restore.
      news = changedText(busy.note(failed.session, error));
      isAgreed = undefined;
      isReview = false;
    }
  }
}

const EVERYTHING = { do: "restore", parts: null } as const;

/** Returns the plans with only what was chosen in the review. */
async function limited(
  made: readonly PlannedStep[],
  parts: readonly PlanPart[] | null,
): Promise<PlannedStep[]> {
  if (!parts) return [...made];
  const chosen: PlannedStep[] = [];
  for (const each of made) {
    const part = parts.find(({ plan }) => plan === each.plan.id);
    if (!part) continue;
    const { engine } = each.step.session;
    const plan = await engine.limitPlan(part.plan, part.files);
    chosen.push({ ...each, plan, isLimited: true });
  }
  return chosen;
}

/**
 * True if the plan that the user agreed to is out of date: files changed meanwhile, or
 * the thread that made the plan was restarted.
 */
function isOutdated(error: unknown): error is CheckpointError {
  return (
    CheckpointError.is(error, "plan-changed") ||
    isProblem(error, "unknown-plan")
  );
}

function changedText(paths: readonly string[]): string {
  const [first] = paths;
  return paths.length === 1 && first !== undefined
    ? vscode.l10n.t(
        "{0} changed while you were deciding. Review the changes again.",
        first,
      )
    : vscode.l10n.t(
        "Files changed while you were deciding. Review the changes again.",
      );
}

/** A step's plan, and the unsaved texts that it was made for. */
interface PlannedStep {
  step: RestoreStep;
  plan: RestorePlan;
  editors: readonly UnsavedText[];
  /** Only a part of the plan was chosen, so the rest of the folder is not scanned again. */
  isLimited?: boolean;
}

async function planAll(
  steps: readonly RestoreStep[],
  busy: BusyPaths,
  call: Call,
): Promise<PlannedStep[]> {
  const planned: PlannedStep[] = [];
  for (const step of steps) {
    await step.session.flush(call);
    planned.push(await planOne(step, busy, call));
  }
  return planned;
}

async function planOne(
  step: RestoreStep,
  busy: BusyPaths,
  call: Call,
): Promise<PlannedStep> {
  const { session } = step;
  const editors = session.unsavedTexts();
  const plan = busy.leftOut(session, await step.plan(call, editors));
  return { step, plan, editors };
}

function toPlanned({ step, plan, editors }: PlannedStep): Planned {
  const touched = [...plan.writes, ...plan.deletes, ...plan.unsaved];
  const paths = touched.map(({ path }) => path);
  return {
    folderName: step.session.folder.name,
    plan,
    editors: unsavedAmong(editors, paths),
  };
}

/** Applies the steps in order. If a folder occurs twice, its second step is planned again first. */
async function applyAll(
  planned: readonly PlannedStep[],
  words: RestoreWords,
  done: RestoreOutcome["steps"],
  busy: BusyPaths,
): Promise<void> {
  await withCancel(words.title, async (call) => {
    for (const [i, first] of planned.entries()) {
      const { session } = first.step;
      const earlier = planned.slice(0, i).map(({ step }) => step.session);
      const made =
        earlier.includes(session) && !first.isLimited
          ? await planAgain(first, done, busy, call)
          : first;
      const restored = await session.whileWriting(() =>
        applyOne(made, call, [...busy.of(session)]),
      );
      done.push(restored);
      if (!restored.report.applied) break;
    }
  });
}

/** Plans a step again. The user agreed to the texts at the start and to those restored since. */
async function planAgain(
  { step, editors }: PlannedStep,
  done: RestoreOutcome["steps"],
  busy: BusyPaths,
  call: Call,
): Promise<PlannedStep> {
  const ours = done
    .filter(({ session }) => session === step.session)
    .flatMap((each) => [...(each.editors?.texts ?? [])])
    .map(([path, text]) => ({ path, text }));
  const { plan } = await planOne(step, busy, call);
  return { step, plan, editors: [...editors, ...ours] };
}

function applyOne(
  { step: { session, apply }, plan, editors: planned, isLimited }: PlannedStep,
  call: Call,
  /** Paths that the plan leaves out but a full scan would find again. */
  except: readonly string[],
): Promise<RestoredStep> {
  const deleted = plan.deletes.map(({ path }) => path);
  return applyInEditors(session, { editors: planned, deleted }, (editors) =>
    apply
      ? apply(plan, call)
      : session.engine.applyRestore(
          plan.id,
          {
            ...{ source: "restore", editors, except },
            rescan: except.length === 0 && !isLimited,
          },
          call,
        ),
  );
}
