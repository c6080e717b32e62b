import type { ChangesOf } from "./problems";
import type { RestorePlan, RestoreVerb } from "./restorePlan";
import type { ThreadMessage } from "./thread";

// Names that are written to the journal: those of guard checkpoints, and of the
// target of a restore. They are data that later versions read and show unchanged,
// so they are created here, in English, rather than by whichever host writes them.

const VERB_NAMES: Record<RestoreVerb, string> = {
  restore: "restore to",
  undo: "undoing the",
  redo: "redoing the",
  revert: "revert of",
  thread: "return to",
};

/** Describes what a plan does, as part of a sentence: “restore to #3 Works”. */
export function describePlan({
  verb,
  target,
}: Pick<RestorePlan, "verb" | "target">): string {
  return `${VERB_NAMES[verb]} ${target.label}`;
}

/** The name of the guard checkpoint that is created before a plan is applied. */
export function guardName(plan: Pick<RestorePlan, "verb" | "target">): string {
  if (plan.verb === "undo" || plan.verb === "redo")
    return `Before ${plan.verb}`;
  const what =
    plan.verb === "thread"
      ? `going back to ${plan.target.label}`
      : describePlan(plan);
  return `Before ${what}`.slice(0, 200);
}

/** The name of the guard before files are deleted or moved. */
export function guardBefore(
  what: "deleting" | "moving",
  names: readonly string[],
): string {
  const [first] = names;
  if (first === undefined) return `Before ${what} files`;
  const rest = names.length > 1 ? ` and ${names.length - 1} more` : "";
  return `Before ${what} ${first}${rest}`;
}

/** Describes a guard that an agent did not wait for. */
export const PARTIAL_GUARD =
  "Partial: the agent did not wait, so the command was already running while this was recorded. Files that it had deleted or changed by then are missing here, or are as it left them.";

/**
 * What a revert applies to; `since` is a time, given when older changes are no
 * longer kept. `said` is the message, or the one that a conversation begins with.
 */
export function changesName(
  of: ChangesOf,
  since: string | null,
  said?: Pick<ThreadMessage, "text" | "index">,
): string {
  return nameOf(of, said) + (since === null ? "" : ` since ${since}`);
}

function nameOf(
  of: ChangesOf,
  said: Pick<ThreadMessage, "text" | "index"> | undefined,
): string {
  if ("source" in of) return `the changes of ${of.source}`;
  const { thread, message } = of;
  const hasWords = said !== undefined && said.text.trim() !== "";
  if (message !== null)
    return hasWords
      ? messageName(said, thread)
      : `message ${message} of ${thread}`;
  return hasWords
    ? `the conversation ${messageName(said, thread)}`
    : `the thread ${thread}`;
}

/** The target of a rewind: how the message begins. Messages are numbered from one. */
export function messageName(
  { text, index }: Pick<ThreadMessage, "text" | "index">,
  thread: string,
): string {
  const line = text.trim().split(/\s*\n/, 1)[0] ?? "";
  if (line === "") return `message ${index + 1} of ${thread}`;
  const short = [...line].slice(0, MESSAGE_LENGTH).join("");
  return `“${short}${short.length < line.length ? "…" : ""}”`;
}

const MESSAGE_LENGTH = 60;

/**
 * Labels of conflict markers, shown in the file in which a person resolves the
 * conflict.
 */
export const CONFLICT_LABELS = { ours: "now", theirs: "before the change" };
