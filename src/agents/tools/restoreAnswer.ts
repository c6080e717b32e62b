import * as z from "zod";
import type {
  RestorePlan,
  RestoreReport,
} from "../../engine/model/restorePlan";
import { whyNothing } from "../../host/whyNothing";
import type { Answer } from "../tool";
import { numbered, numberedValue, sideOut, sideValue } from "./outputs";
import { oneLine, pathLines, pathText, plural } from "./texts";

/**
 * So many characters of paths each part may hold: clients refuse answers that
 * would fill a model's context.
 */
const MOST_CHARACTERS = 15_000;
const MOST_FAILURES = 50;
const SHOWN_FAILURES = 20;
const MOST_WHY = 400;

const changedOut = z.object({
  created: z.array(z.string()),
  replaced: z.array(z.string()),
  deleted: z.array(z.string()),
});

const planFields = {
  target: sideOut,
  changed: changedOut.describe(
    "Every file that is created, replaced or deleted.",
  ),
  counts: z.object({
    created: z.number(),
    replaced: z.number(),
    deleted: z.number(),
    leftAlone: z.number(),
    changedByOthers: z.number(),
  }),
  leftAlone: z.array(z.object({ path: z.string(), reason: z.string() })),
  changedByOthers: z
    .array(z.object({ path: z.string(), sources: z.array(z.string()) }))
    .describe(
      "Files of this plan that somebody else changed since the target.",
    ),
  truncated: z
    .boolean()
    .describe("True when the lists are cut; the counts are always whole."),
};

export const planOut = z.object({ plan: z.string(), ...planFields });

export const halfDoneOut = z
  .boolean()
  .describe(
    "True when it failed and could not be rolled back yet: some files are as before, some are not.",
  );

export const restoreOut = z.object({
  applied: z.boolean(),
  isHalfDone: halfDoneOut,
  restoreId: z.string().nullable().describe("Undo this restore by this id."),
  guard: numbered.describe("The checkpoint that holds what was replaced."),
  failures: z.array(
    z.object({ path: z.string(), code: z.string(), message: z.string() }),
  ),
  ...planFields,
});

/** Returns what a plan would do; nothing has been written. */
export function planAnswer(
  plan: RestorePlan,
): Answer<z.output<typeof planOut>> {
  const value = { plan: plan.id, ...planValue(plan) };
  const { created, replaced, deleted } = value.counts;
  const lines =
    created + replaced + deleted === 0
      ? [`Nothing to do: ${oneLine(whyNothing(plan), MOST_WHY)}.`]
      : [
          `${plan.verb === "revert" ? "Taking back" : "Restoring to"} ${oneLine(plan.target.label)} would create ${created}, replace ${replaced} and delete ${deleted} of the workspace’s files. Nothing has been written.`,
          ...changeLines(plan),
          `To do it, call checkpoint_restore with plan "${plan.id}". It can be undone with checkpoint_undo.`,
        ];
  return { value, text: [...lines, ...warningLines(plan)].join("\n") };
}

/** Returns a restore's answer for a plan that was not applied. */
export function unapplied(plan: RestorePlan): z.output<typeof restoreOut> {
  return {
    applied: false,
    isHalfDone: false,
    restoreId: null,
    guard: null,
    failures: [],
    ...planValue(plan),
  };
}

/** Returns what a restore did, so that an agent knows which files it must read again. */
export function restoreAnswer(
  report: RestoreReport,
): Answer<z.output<typeof restoreOut>> {
  const { plan, failures } = report;
  const planned = planValue(plan);
  const value = {
    applied: report.applied,
    isHalfDone: report.isHalfDone ?? false,
    restoreId: report.restoreId,
    guard: numberedValue(report.guard),
    failures: failureValues(failures),
    ...planned,
  };
  return { value, text: reportLines(report).join("\n") };
}

function reportLines(report: RestoreReport): string[] {
  const { plan, failures, guard } = report;
  const total = plan.writes.length + plan.deletes.length;
  if (failures.length > 0) return failureLines(report);
  if (!report.applied || total === 0)
    return [
      `Nothing was changed: ${oneLine(whyNothing(plan), MOST_WHY)}.`,
      ...warningLines(plan),
    ];
  return [
    `${doneWords(plan)}: ${plural(total, "file")} changed on disk.`,
    ...changeLines(plan),
    "Your context of these files is stale: read them again before you edit them.",
    `${plan.verb === "undo" ? "To take that back: checkpoint_undo with redo: true" : "Undo with checkpoint_undo"}${guard ? `; what was replaced is in checkpoint #${guard.number}` : ""}.`,
    ...warningLines(plan),
  ];
}

export function failureValues(failures: RestoreReport["failures"]) {
  return failures
    .slice(0, MOST_FAILURES)
    .map(({ path, code, message }) => ({ path, code, message }));
}

/** What failed, and how that left the files. */
export function failureLines({
  failures,
  isHalfDone,
}: {
  failures: readonly Pick<
    RestoreReport["failures"][number],
    "path" | "message"
  >[];
  isHalfDone?: true;
}): string[] {
  return [
    isHalfDone
      ? "The restore failed and could not be rolled back yet: some files are as before, some are not. Read them again; the guard checkpoint holds what was there."
      : "The restore failed and was rolled back: the files are as before.",
    ...failures
      .slice(0, SHOWN_FAILURES)
      .map(({ path, message }) => `  ${pathText(path)}: ${oneLine(message)}`),
    ...(failures.length > SHOWN_FAILURES
      ? [`  ... and ${failures.length - SHOWN_FAILURES} more`]
      : []),
  ];
}

function doneWords({ verb, target }: RestorePlan): string {
  const label = oneLine(target.label);
  if (verb === "undo") return `Undid the ${label}`;
  if (verb === "redo") return `Redid the ${label}`;
  if (verb === "revert") return `Took back ${label}`;
  return `Restored to ${label}`;
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

function warningLines(plan: RestorePlan): string[] {
  const { leftAlone, changedByOthers, changedSince = [] } = plan;
  const lines: string[] = [];
  if (changedSince.length > 0)
    lines.push(
      "Changed since that restore, and kept in the guard:",
      ...pathLines(changedSince.map((path) => ["-", path] as const)),
    );
  if (changedByOthers.length > 0)
    lines.push(
      plan.verb === "revert"
        ? "Others changed these files since; their work is kept, but for what resolve decides:"
        : "Others changed these files since; their work goes back too:",
      ...pathLines(
        changedByOthers.map(
          ({ path, sources }) => [sources.join(", ") + ":", path] as const,
        ),
      ),
    );
  if (leftAlone.length > 0)
    lines.push(
      "Left alone:",
      ...pathLines(
        leftAlone.map(({ path, reason }) => [`(${reason})`, path] as const),
      ),
    );
  return lines;
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
    target: sideValue(plan.target),
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
    leftAlone: leftAlone.map(({ path, reason }) => ({ path, reason })),
    changedByOthers: changedByOthers.map(({ path, sources }) => ({
      path,
      sources: [...sources],
    })),
    truncated:
      changes.length < plan.writes.length + plan.deletes.length ||
      leftAlone.length < plan.leftAlone.length ||
      changedByOthers.length < plan.changedByOthers.length,
  };
}

/** Returns as many of the first as there is room for. */
export function firstOf<T extends { path: string }>(all: readonly T[]): T[] {
  let left = MOST_CHARACTERS;
  const end = all.findIndex(({ path }) => (left -= path.length + 10) < 0);
  return all.slice(0, end < 0 ? undefined : end);
}
