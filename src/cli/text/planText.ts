import type {
  ChangedByOthers,
  RestoreFailure,
  RestorePlan,
  RestoreReport,
  RestoreVerb,
} from "../../engine/model/restorePlan";
import { isAgent } from "../../engine/model/sources";
import type { Restoration } from "../../engine/model/thread";
import { failureLine } from "../../wording/errors";
import {
  countPlans,
  didText,
  failedText,
  guardText,
  isEmptyPlan,
  leftAloneSection,
  newerSections,
  nothingText,
  subjectOf,
  wayBackText,
  willDoText,
  type Section,
} from "../../wording/plan";
import { printable, type Paint } from "./text";
import { voice } from "./voice";

/** Describes a restore before it is applied. */
export function planLines(
  plan: RestorePlan,
  paint: Paint,
  limit = 50,
): string[] {
  const deletes = plan.deletes.map(({ path }): Restoration => ({
    path,
    action: "delete",
  }));
  return [
    ...newerLines(plan, paint),
    ...changeLines([...plan.writes, ...deletes], paint, limit),
    ...sectionLines(leftAloneSection(plan, voice), paint),
  ];
}

/** Returns, for example, “3 files will be replaced, 1 file will be deleted.” */
export function planSentence(plan: RestorePlan): string {
  return willDoText(countPlans([plan]), voice);
}

const STYLES = { create: "green", replace: "yellow", delete: "red" } as const;

/** Returns a line per path, up to the limit. Half of the lines are reserved for deletions. */
export function changeLines(
  changes: readonly Restoration[],
  paint: Paint,
  limit = 50,
): string[] {
  const linesOf = (isDelete: boolean) =>
    changes
      .filter(({ action }) => (action === "delete") === isDelete)
      .map(
        ({ action, path }) =>
          `  ${paint(STYLES[action], action.padEnd(7))} ${printable(path)}`,
      );
  const [writes, deletes] = [linesOf(false), linesOf(true)];
  const forDeletes = Math.max(limit - writes.length, limit / 2);
  const forWrites = limit - Math.min(deletes.length, forDeletes);
  return [
    ...cutOff(writes, forWrites, "to write"),
    ...cutOff(deletes, forDeletes, "to delete"),
  ];
}

function cutOff(lines: readonly string[], most: number, what: string) {
  const more = (lines.length - most).toLocaleString("en");
  return lines.length > most
    ? [
        ...lines.slice(0, most),
        `  and ${more} more ${what}; --dry-run --json lists all`,
      ]
    : lines;
}

/** Describes a restore after it was applied. */
export function reportLines(report: RestoreReport, paint: Paint): string[] {
  const { plan, guard } = report;
  if (!report.applied) return failureLines(plan.verb, report, paint);
  const left = sectionLines(leftAloneSection(plan, voice), paint);
  if (isEmptyPlan(plan))
    return [printable(nothingText(subjectOf(plan, voice), voice)), ...left];
  const sentences = [
    didText(countPlans([plan]), voice),
    ...(guard ? [guardText(`#${guard.number}`, voice)] : []),
    wayBackText(plan.verb, voice),
  ];
  return [`${paint("green", "Done:")} ${sentences.join(" ")}`, ...left];
}

/** Describes a failed restore and the paths that failed. */
export function failureLines(
  verb: RestoreVerb,
  report: { failures: readonly RestoreFailure[]; isHalfDone?: true },
  paint: Paint,
): string[] {
  return [
    `${paint("red", "error:")} ${failedText(verb, report, voice)}`,
    ...report.failures.map(
      (failure) => `  ${printable(failureLine(failure, voice))}`,
    ),
  ];
}

/**
 * A user at a terminal is not warned about their own edits in an editor, unless they limited the
 * restore to one source: then every other source counts.
 */
function newerLines(plan: RestorePlan, paint: Paint): string[] {
  const changedByOthers =
    plan.scope.source === null
      ? changedByAgents(plan.changedByOthers)
      : plan.changedByOthers;
  return sectionLines(
    newerSections({ ...plan, changedByOthers }, voice),
    paint,
  );
}

/** Returns the paths that agents changed, each with only its agents. */
export function changedByAgents(
  changed: readonly ChangedByOthers[],
): ChangedByOthers[] {
  return changed
    .map(({ path, sources }) => ({
      path,
      sources: sources.filter(isAgent),
    }))
    .filter(({ sources }) => sources.length > 0);
}

const LISTED = 20;

/** Returns the first rows of each section below its title. */
export function sectionLines(
  sections: readonly Section[],
  paint: Paint,
): string[] {
  return sections.flatMap(({ title, rows, hint }) => {
    const more = rows.length - LISTED;
    return [
      paint("yellow", title),
      ...rows
        .slice(0, LISTED)
        .map(({ path, note }) =>
          note
            ? `  ${printable(path)} (${printable(note)})`
            : `  ${printable(path)}`,
        ),
      ...(more > 0 ? [`  and ${more} more; --json lists all`] : []),
      ...(hint === undefined ? [] : [paint("dim", printable(hint))]),
    ];
  });
}
