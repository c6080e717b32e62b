import type * as z from "zod";
import type { briefPlan, briefReport } from "../../answers/brief";
import type {
  RestorePlan,
  RestoreReport,
  RestoreVerb,
} from "../../engine/model/restorePlan";
import { moreText } from "../../wording/counts";
import {
  countPlans,
  didText,
  doneText,
  failedText,
  guardText,
  leftAloneSection,
  newerSections,
  nothingText,
  subjectOf,
  planTitle,
  wayBackText,
  willDoText,
  type Subject,
} from "../../wording/plan";
import type { Answer } from "../tool";
import { oneLine, pathLines, sectionLines, STALE } from "./texts";
import { failureLine, spokenFailure } from "../../wording/errors";
import { voice } from "../voice";

/**
 * The maximum number of characters for the paths of each part, because clients refuse answers that
 * would fill a model's context.
 */
const MOST_CHARACTERS = 15_000;
const MOST_FAILURES = 50;
const SHOWN_FAILURES = 20;
const MOST_WHY = 400;

/** Describes what a plan would do; nothing has been written. */
export function planAnswer(
  plan: RestorePlan,
): Answer<z.output<typeof briefPlan>> {
  const value = { plan: plan.id, ...planValue(plan) };
  const lines =
    plan.writes.length + plan.deletes.length === 0
      ? [nothingLine(plan)]
      : [
          `${planTitle(shortSubject(plan), voice)}: ${willDoText(countPlans([plan]), voice)} Nothing has been written yet.`,
          ...newerLines(plan),
          ...changeLines(plan),
          `To do it, call checkpoint_restore with plan "${plan.id}". It can be undone with ${voice.action("undo")}.`,
        ];
  return { value, text: [...lines, ...leftLines(plan)].join("\n") };
}

/** Returns a restore's answer for a plan that was not applied. */
export function unapplied(plan: RestorePlan): z.output<typeof briefReport> {
  return {
    applied: false,
    isHalfDone: false,
    restoreId: null,
    guard: null,
    failures: [],
    ...planValue(plan),
  };
}

/** Describes what a restore did, so that the agent knows which files to read again. */
export function restoreAnswer(
  report: RestoreReport,
): Answer<z.output<typeof briefReport>> {
  const { plan, failures } = report;
  const planned = planValue(plan);
  const value = {
    applied: report.applied,
    isHalfDone: report.isHalfDone ?? false,
    restoreId: report.restoreId,
    guard: report.guard,
    failures: failureValues(failures),
    ...planned,
  };
  return { value, text: reportLines(report).join("\n") };
}

function reportLines(report: RestoreReport): string[] {
  const { plan, failures, guard } = report;
  if (failures.length > 0) return failureLines(plan.verb, report);
  if (!report.applied || plan.writes.length + plan.deletes.length === 0)
    return [nothingLine(plan), ...leftLines(plan)];
  return [
    `${doneText(shortSubject(plan), voice)}: ${didText(countPlans([plan]), voice)}`,
    ...newerLines(plan, true),
    ...changeLines(plan),
    STALE,
    [
      wayBackText(plan.verb, voice),
      ...(guard ? [guardText(`#${guard.number}`, voice)] : []),
    ].join(" "),
    ...leftLines(plan),
  ];
}

/** The paths follow, one per line. */
function shortSubject({ verb, target }: RestorePlan): Subject {
  return { verb, target: oneLine(target.label) };
}

function nothingLine(plan: RestorePlan): string {
  return oneLine(nothingText(subjectOf(plan, voice), voice), MOST_WHY);
}

export function failureValues(failures: RestoreReport["failures"]) {
  return failures
    .slice(0, MOST_FAILURES)
    .map((failure) => spokenFailure(failure, voice));
}

/** Describes what failed and the resulting state of the files. */
export function failureLines(
  verb: RestoreVerb,
  {
    failures,
    isHalfDone,
  }: {
    failures: RestoreReport["failures"];
    isHalfDone?: true;
  },
): string[] {
  const more = failures.length - SHOWN_FAILURES;
  return [
    failedText(verb, isHalfDone ? { isHalfDone } : {}, voice),
    ...(isHalfDone ? ["Read these files again before you edit them."] : []),
    ...failures
      .slice(0, SHOWN_FAILURES)
      .map(
        (failure) =>
          `  ${oneLine(failureLine(failure, voice), 200 + failure.path.length)}`,
      ),
    ...(more > 0 ? [`  ${moreText(more, voice)}`] : []),
  ];
}

function changeLines(plan: RestorePlan): string[] {
  return pathLines(
    [
      ...plan.writes.map(({ path, action }) => [action, path] as const),
      ...plan.deletes.map(({ path }) => ["delete", path] as const),
    ],
    200,
  );
}

function newerLines(plan: RestorePlan, isDone = false): string[] {
  return sectionLines(newerSections(plan, voice, isDone));
}

function leftLines(plan: RestorePlan): string[] {
  return sectionLines(leftAloneSection(plan, voice));
}

function planValue(plan: RestorePlan) {
  const created = plan.writes.filter(({ action }) => action === "create");
  const replaced = plan.writes.filter(({ action }) => action === "replace");
  const changes = firstOf([...created, ...replaced, ...plan.deletes]);
  const shown = new Set<object>(changes);
  const pathsOf = (all: readonly { path: string }[]) =>
    all.filter((one) => shown.has(one)).map(({ path }) => path);
  const leftAlone = firstOf(plan.leftAlone);
  const changedByOthers = firstOf(plan.changedByOthers);
  return {
    target: plan.target,
    changed: {
      created: pathsOf(created),
      replaced: pathsOf(replaced),
      deleted: pathsOf(plan.deletes),
    },
    counts: {
      created: created.length,
      replaced: replaced.length,
      deleted: plan.deletes.length,
      leftAlone: plan.leftAlone.length,
      changedByOthers: plan.changedByOthers.length,
    },
    leftAlone,
    changedByOthers,
    truncated:
      changes.length < plan.writes.length + plan.deletes.length ||
      leftAlone.length < plan.leftAlone.length ||
      changedByOthers.length < plan.changedByOthers.length,
  };
}

/** Returns as many of the first entries as fit. */
export function firstOf<T extends { path: string }>(all: readonly T[]): T[] {
  let left = MOST_CHARACTERS;
  const end = all.findIndex(({ path }) => (left -= path.length + 10) < 0);
  return all.slice(0, end < 0 ? undefined : end);
}
