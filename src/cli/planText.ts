import type {
  ChangedByOthers,
  LeftAloneReason,
  RestoreFailure,
  RestorePlan,
  RestoreReport,
} from "../engine/model/restorePlan";
import type { Restoration } from "../engine/model/thread";
import { commandText } from "../agents/commandText";
import { whyNothing } from "../host/whyNothing";
import { isAgent } from "../engine/model/sources";
import { count, printable, type Paint } from "./text";

const REASONS: Record<LeftAloneReason, string> = {
  "ignored-then": "was not recorded at that point",
  "not-ours": "was not created since, as far as the history knows",
  "too-large": "too large to be kept in the guard",
  unreadable: "unreadable",
  special: "not a file",
  changing: "is being written right now",
  name: "a name that cannot be kept",
  blocked: "something that is not recorded stands in its way",
  protected: "belongs to version control",
};

/** How a restore looks before it is done. */
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
    ...changeLines([...plan.writes, ...deletes], paint, limit),
    ...leftAloneLines(plan, paint),
    ...sinceLines(plan, paint),
    ...alongLines(plan, paint),
  ];
}

const STYLES = { create: "green", replace: "yellow", delete: "red" } as const;

/** A line for each path, as many as there is room for; deletions never lack it. */
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

/** Returns `2 written, 1 deleted`. */
export function planCounts(plan: RestorePlan): string {
  const writes = `${count(plan.writes.length, "file")} to write`;
  return plan.deletes.length > 0
    ? `${writes}, ${plan.deletes.length} to delete`
    : writes;
}

export function isEmptyPlan(plan: RestorePlan): boolean {
  return plan.writes.length + plan.deletes.length + plan.unsaved.length === 0;
}

/** How a restore looks after it was done. */
export function reportLines(report: RestoreReport, paint: Paint): string[] {
  const { plan } = report;
  if (!report.applied) return failureLines(`The ${plan.verb}`, report, paint);
  if (isEmptyPlan(plan))
    return [
      `Nothing to change: ${printable(whyNothing(plan))}.`,
      ...leftAloneLines(plan, paint),
    ];
  const guard = report.guard
    ? ` What was replaced is in #${report.guard.number};`
    : "";
  return [
    `${paint("green", "Done:")} ${count(plan.writes.length, "file")} written, ${plan.deletes.length} deleted.` +
      `${guard} “checkpoint ${plan.verb === "undo" ? "redo" : "undo"}” takes it back.`,
    ...leftAloneLines(plan, paint),
  ];
}

/** How it looks when it failed: a failure of one path takes everything back, if it can. */
export function failureLines(
  what: string,
  {
    failures,
    isHalfDone,
  }: { failures: readonly RestoreFailure[]; isHalfDone?: true },
  paint: Paint,
): string[] {
  const outcome = isHalfDone
    ? "could not be taken back yet: some files are as before, some are not."
    : "was taken back: the files are as before.";
  return [
    `${paint("red", "error:")} ${what} failed and ${outcome}`,
    ...failures.map((f) => `  ${printable(f.path)}: ${printable(f.message)}`),
  ];
}

function leftAloneLines({ leftAlone }: RestorePlan, paint: Paint): string[] {
  const title = `Left alone: ${count(leftAlone.length, "path")}`;
  return listed(
    paint("dim", title),
    leftAlone.map((l) => `${printable(l.path)} (${REASONS[l.reason]})`),
  );
}

/** What an undo replaces is more than the restore wrote. */
function sinceLines(
  { changedSince = [] }: RestorePlan,
  paint: Paint,
): string[] {
  const title = "Changed since that restore, and kept in the guard:";
  return listed(paint("yellow", title), changedSince.map(printable));
}

/** A restore brings back whole files: what else was changed in them goes along. */
function alongLines(plan: RestorePlan, paint: Paint): string[] {
  const { verb, scope, changedByOthers } = plan;
  if (verb !== "restore" || scope.source === null)
    return othersLines(changedByOthers, paint);
  if (changedByOthers.length === 0) return [];
  const revert = ["checkpoint", "revert", "--source", scope.source];
  return [
    ...listed(
      paint("yellow", "Changes of others in these files go too:"),
      changedByOthers.map(byWhom),
    ),
    paint("dim", `To keep them: ${printable(commandText(revert))}`),
  ];
}

/** Returns the paths that somebody else changed, as a person at a terminal sees it. */
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

export function othersLines(
  changed: readonly ChangedByOthers[],
  paint: Paint,
): string[] {
  return listed(
    paint("yellow", "Others changed these since:"),
    changedByAgents(changed).map(byWhom),
  );
}

function byWhom({ path, sources }: ChangedByOthers): string {
  return `${printable(path)} (${printable(sources.join(", "))})`;
}

const LISTED = 20;

/** The first few below their title; nothing when there is none. */
function listed(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - LISTED;
  return [
    title,
    ...lines.slice(0, LISTED).map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${more} more; --json lists all`] : []),
  ];
}
