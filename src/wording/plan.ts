import type { UncertainChange } from "../answers/restore";
import type {
  ChangedByOthers,
  RestorePlan,
  RestoreReport,
  RestoreVerb,
} from "../engine/model/restorePlan";
import { filesText } from "./counts";
import { sourceName } from "./kinds";
import { reasonText } from "./reasons";
import type { Voice } from "./voice";

/** The parts of a plan that are described in words. */
export type Planned = Pick<
  RestorePlan,
  "writes" | "deletes" | "leftAlone" | "unsaved" | "changedByOthers"
> &
  Partial<Pick<RestorePlan, "verb" | "scope" | "changedSince">>;

/** A heading and the paths below it, each with a note; the host lays them out. */
export interface Section {
  title: string;
  rows: { path: string; note: string }[];
  /** What the user can do about it. */
  hint?: string;
}

/** The number of files for each thing a plan does. */
export interface PlanCounts {
  replace: number;
  create: number;
  delete: number;
  /** Unsaved changes that are discarded, and those that are restored. */
  discard: number;
  unsaved: number;
}

export function countPlans(
  plans: readonly Pick<RestorePlan, "writes" | "deletes" | "unsaved">[],
): PlanCounts {
  const counts = { replace: 0, create: 0, delete: 0, discard: 0, unsaved: 0 };
  for (const { writes, deletes, unsaved } of plans) {
    for (const { action } of writes) counts[action] += 1;
    counts.delete += deletes.length;
    for (const { hash } of unsaved)
      counts[hash === null ? "discard" : "unsaved"] += 1;
  }
  return counts;
}

export function isEmptyPlan(
  plan: Pick<RestorePlan, "writes" | "deletes" | "unsaved">,
): boolean {
  return plan.writes.length + plan.deletes.length + plan.unsaved.length === 0;
}

/** Returns, for example, “3 files will be replaced, 1 file will be deleted.” */
export function willDoText(counts: PlanCounts, voice: Voice): string {
  const files = (n: number) => filesText(n, voice);
  return sentence([
    counts.replace && voice.t("{0} will be replaced", files(counts.replace)),
    counts.create && voice.t("{0} will be recreated", files(counts.create)),
    counts.delete && voice.t("{0} will be deleted", files(counts.delete)),
    counts.discard &&
      voice.t(
        "unsaved changes in {0} will be discarded (kept in the guard checkpoint)",
        files(counts.discard),
      ),
    counts.unsaved &&
      voice.t("unsaved changes in {0} will be restored", files(counts.unsaved)),
  ]);
}

/** Returns, for example, “3 files replaced, 1 file deleted.” */
export function didText(counts: PlanCounts, voice: Voice): string {
  const files = (n: number) => filesText(n, voice);
  return sentence([
    counts.replace && voice.t("{0} replaced", files(counts.replace)),
    counts.create && voice.t("{0} recreated", files(counts.create)),
    counts.delete && voice.t("{0} deleted", files(counts.delete)),
    counts.discard &&
      voice.t("unsaved changes in {0} discarded", files(counts.discard)),
    counts.unsaved &&
      voice.t("unsaved changes in {0} restored", files(counts.unsaved)),
  ]);
}

function sentence(parts: readonly (string | 0)[]): string {
  const text = parts.filter(Boolean).join(", ");
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Lists what will be deleted, for a host that does not list every change. */
export function deletesSection(
  deletes: readonly { path: string }[],
  voice: Voice,
): Section[] {
  return section(
    voice.t("Will be deleted:"),
    deletes.map(({ path }) => ({ path, note: "" })),
  );
}

/**
 * Names the newer work that a restore replaces: others' changes in its files, and for an undo what
 * was changed since. Every host shows it first.
 */
export function newerSections(
  plan: Pick<Planned, "changedByOthers"> &
    Partial<Pick<Planned, "verb" | "scope" | "changedSince">>,
  voice: Voice,
  /** The restore is done: the changes were replaced. */
  isDone = false,
): Section[] {
  // A revert merges, so it keeps what others changed since.
  if (plan.verb === "revert") return [];
  const source = plan.scope?.source ?? null;
  const others = byWhom(plan.changedByOthers, voice);
  const named = new Set(others.map(({ path }) => path));
  const since = (plan.changedSince ?? [])
    .filter((path) => !named.has(path))
    .map((path) => ({ path, note: "" }));
  return section(
    isDone
      ? voice.t("These newer changes were replaced:")
      : voice.t("These newer changes will be replaced:"),
    [...others, ...since],
    source === null
      ? undefined
      : voice.t(
          "To keep their changes, use {0}.",
          voice.action("revert", source),
        ),
  );
}

export function leftAloneSection(
  { leftAlone }: Pick<Planned, "leftAlone">,
  voice: Voice,
): Section[] {
  return section(
    voice.t("Left alone:"),
    leftAlone.map(({ path, reason }) => ({
      path,
      note: reasonText(reason, voice),
    })),
  );
}

/** Names the editors whose unsaved changes a restore replaces. */
export function unsavedSection(
  editors: readonly string[],
  voice: Voice,
): Section[] {
  return section(
    voice.t("Unsaved changes, kept in the guard checkpoint:"),
    editors.map((path) => ({ path, note: "" })),
  );
}

/** Lists the changes that a revert leaves alone because their author is unknown. */
export function uncertainSection(
  maybe: readonly UncertainChange[],
  voice: Voice,
): Section[] {
  return section(
    voice.t(
      "Left alone, because more than one author was at work when they changed:",
    ),
    maybe.map(({ path, sources }) => ({
      path,
      note: voice.t("maybe {0}", namesOf(sources, voice)),
    })),
    voice.t("To revert them too, use {0}.", voice.action("include-uncertain")),
  );
}

export function byWhom(
  changed: readonly ChangedByOthers[],
  voice: Voice,
): Section["rows"] {
  return changed.map(({ path, sources }) => ({
    path,
    note: namesOf(sources, voice),
  }));
}

function namesOf(sources: readonly string[], voice: Voice): string {
  return sources.map((source) => sourceName(source, voice)).join(", ");
}

/** Returns no section if there are no rows. */
export function section(
  title: string,
  rows: Section["rows"],
  hint?: string,
): Section[] {
  if (rows.length === 0) return [];
  return [hint === undefined ? { title, rows } : { title, rows, hint }];
}

/** What a restore is about, by name. */
export interface Subject {
  verb: RestoreVerb;
  /** The checkpoint, time or change it is about; may be empty for undo and redo. */
  target: string;
  /** The paths or folders it is limited to; absent means everything. */
  what?: string | undefined;
  /** True when `what` names several things. */
  isMany?: boolean;
  /** The source whose changes it is limited to. */
  source?: string | null;
  /** The target names a change, and the files go back to before it. */
  isBefore?: boolean;
}

export function subjectOf(
  { verb, target, scope }: RestorePlan,
  voice: Voice,
): Subject {
  const { paths, source } = scope;
  const isMany = paths.length > 1;
  const what = isMany
    ? voice.t("{0} files and folders", paths.length)
    : paths[0];
  return { verb, target: target.label, what, isMany, source };
}

/** Returns the question that asks whether to apply the plan. */
export function questionText(subject: Subject, voice: Voice): string {
  const { verb, target, what } = subject;
  if (verb === "undo") return voice.t("Undo the last restore?");
  if (verb === "redo") return voice.t("Redo the last restore?");
  if (verb === "revert") return voice.t("Revert {0}?", target);
  if (subject.isBefore)
    return voice.t(
      "Restore {0} as it was before {1}?",
      whole(what, voice),
      target,
    );
  return what === undefined
    ? voice.t("Restore the workspace to {0}?", target)
    : voice.t("Restore {0} to {1}?", what, target);
}

function whole(what: string | undefined, voice: Voice): string {
  return what ?? voice.t("the workspace");
}

/** Returns a title for what is planned or in progress. */
export function planTitle(subject: Subject, voice: Voice): string {
  const { verb, target, what } = subject;
  if (verb === "undo") return voice.t("Undo restore");
  if (verb === "redo") return voice.t("Redo restore");
  if (verb === "revert") return voice.t("Revert {0}", target);
  if (subject.isBefore)
    return voice.t("Restore {0} to before {1}", whole(what, voice), target);
  return what === undefined
    ? voice.t("Restore to {0}", target)
    : voice.t("Restore {0} to {1}", what, target);
}

/** Returns the message that a plan has nothing to do, and why. */
export function nothingText(subject: Subject, voice: Voice): string {
  const { verb, target, what, isMany, source, isBefore } = subject;
  if (verb === "undo" || verb === "redo")
    return voice.t("Nothing to change: the files already match.");
  if (verb === "revert")
    return voice.t("Nothing from {0} is left to revert.", target);
  if (source)
    return voice.t(
      "Nothing that {0} changed since {1} is left to restore.",
      sourceName(source, voice),
      target,
    );
  if (isBefore)
    return voice.t(
      "{0} is already as it was before {1}.",
      what ?? voice.t("The workspace"),
      target,
    );
  if (what === undefined)
    return voice.t("The workspace already matches {0}.", target);
  return isMany
    ? voice.t("{0} already match {1}.", what, target)
    : voice.t("{0} already matches {1}.", what, target);
}

/** Returns what was done, without a full stop, because counts follow. */
export function doneText(subject: Subject, voice: Voice): string {
  const { verb, target, what } = subject;
  if (verb === "undo")
    return target
      ? voice.t("Undid the {0}", target)
      : voice.t("Restore undone");
  if (verb === "redo")
    return target
      ? voice.t("Redid the {0}", target)
      : voice.t("Restore redone");
  if (verb === "revert") return voice.t("Reverted {0}", target);
  if (subject.isBefore)
    return voice.t("Restored {0} to before {1}", whole(what, voice), target);
  return what === undefined
    ? voice.t("Restored to {0}", target)
    : voice.t("Restored {0} to {1}", what, target);
}

/** Returns where the replaced state is kept; `guards` are numbers such as “#12”. */
export function guardText(guards: string, voice: Voice): string {
  return voice.t("The previous state is kept in guard checkpoint {0}.", guards);
}

/** Returns how to undo what was just done. */
export function wayBackText(verb: RestoreVerb, voice: Voice): string {
  return verb === "undo"
    ? voice.t("To redo it, use {0}.", voice.action("redo"))
    : voice.t("To undo it, use {0}.", voice.action("undo"));
}

/** Returns which state a failed restore left the files in. */
export function failedText(
  verb: RestoreVerb,
  { isHalfDone }: Pick<RestoreReport, "isHalfDone">,
  voice: Voice,
): string {
  const what =
    verb === "revert" ? voice.t("The revert") : voice.t("The restore");
  return isHalfDone
    ? voice.t(
        "{0} failed and could not be rolled back yet: some files have changed, some have not. The guard checkpoint has everything as it was.",
        what,
      )
    : voice.t(
        "{0} failed and was rolled back. Your files are unchanged.",
        what,
      );
}
