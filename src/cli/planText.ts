import type {
  ChangedByOthers,
  LeftAloneReason,
  RestoreFailure,
  RestorePlan,
  RestoreReport,
} from "../engine/model/restorePlan";
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
  const changes = [
    ...plan.writes.map((w) =>
      w.action === "create"
        ? `  ${paint("green", "create ")} ${printable(w.path)}`
        : `  ${paint("yellow", "replace")} ${printable(w.path)}`,
    ),
    ...plan.deletes.map(
      (d) => `  ${paint("red", "delete ")} ${printable(d.path)}`,
    ),
  ];
  const more = changes.length - limit;
  return [
    ...changes.slice(0, limit),
    ...(more > 0
      ? [`  and ${count(more, "more change")}; --json lists all`]
      : []),
    ...leftAloneLines(plan, paint),
    ...sinceLines(plan.changedSince ?? [], paint),
    ...(plan.scope.source === null
      ? othersLines(plan.changedByOthers, paint)
      : alongLines(plan, plan.scope.source, paint)),
  ];
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
  if (!report.applied)
    return failureLines(`The ${plan.verb}`, report.failures, paint);
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

/** How it looks when it failed: a failure of one path takes everything back. */
export function failureLines(
  what: string,
  failures: readonly RestoreFailure[],
  paint: Paint,
): string[] {
  return [
    `${paint("red", "error:")} ${what} failed and was taken back: the files are as before.`,
    ...failures.map((f) => `  ${printable(f.path)}: ${printable(f.message)}`),
  ];
}

function leftAloneLines(plan: RestorePlan, paint: Paint, limit = 20): string[] {
  if (plan.leftAlone.length === 0) return [];
  const more = plan.leftAlone.length - limit;
  return [
    paint("dim", `Left alone: ${count(plan.leftAlone.length, "path")}`),
    ...plan.leftAlone
      .slice(0, limit)
      .map((l) => `  ${printable(l.path)} (${REASONS[l.reason]})`),
    ...(more > 0 ? [`  and ${more} more; --json lists all`] : []),
  ];
}

/** What an undo replaces is more than the restore wrote. */
function sinceLines(
  paths: readonly string[],
  paint: Paint,
  limit = 20,
): string[] {
  if (paths.length === 0) return [];
  const more = paths.length - limit;
  return [
    paint("yellow", "Changed since that restore, and kept in the guard:"),
    ...paths.slice(0, limit).map((path) => `  ${printable(path)}`),
    ...(more > 0 ? [`  and ${more} more; --json lists all`] : []),
  ];
}

/** A restore brings back whole files: what else was changed in them goes along. */
function alongLines(plan: RestorePlan, source: string, paint: Paint): string[] {
  if (plan.verb !== "restore") return othersLines(plan.changedByOthers, paint);
  const lines = changedLines(plan.changedByOthers);
  if (lines.length === 0) return [];
  const command = commandText(["checkpoint", "revert", "--source", source]);
  return [
    paint("yellow", "Changes of others in these files go too:"),
    ...lines,
    paint("dim", `To keep them: ${command}`),
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
  limit = 20,
): string[] {
  const others = changedByAgents(changed);
  if (others.length === 0) return [];
  return [
    paint("yellow", "Others changed these since:"),
    ...changedLines(others, limit),
  ];
}

function changedLines(
  changed: readonly ChangedByOthers[],
  limit = 20,
): string[] {
  const more = changed.length - limit;
  return [
    ...changed
      .slice(0, limit)
      .map(
        (c) => `  ${printable(c.path)} (${printable(c.sources.join(", "))})`,
      ),
    ...(more > 0 ? [`  and ${more} more; --json lists all`] : []),
  ];
}
