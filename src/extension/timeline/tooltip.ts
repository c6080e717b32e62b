import type { Role } from "../../answers/thread";
import type { Checkpoint } from "../../engine/model/checkpoint";
import type { Entry, Member } from "./entries";
import { kindLooks } from "./kinds";
import { l10n } from "../text/l10n";
import { plain, shorten } from "../text/markdown";
import { filesChanged, hereText, verdictsOf } from "./rowText";
import { checkLines } from "../verdicts/checkLines";
import { changesText, filesText } from "../../wording/counts";
import { authorName } from "../../wording/deeds";
import { isAgent } from "../../engine/model/sources";
import { bySource, kindMeaning, kindName } from "../../wording/kinds";
import { exactTime } from "../../wording/times";
import { reasonText } from "../../wording/reasons";
import { voice } from "../text/voice";

const MAX_LISTED = 5;

/** What is known about a row besides its checkpoint. */
export interface TooltipMarks {
  isHere?: boolean;
  isBaseline?: boolean;
  /** Who said the message that it belongs to. */
  role?: Role | undefined;
}

export function baselineLine(): string {
  return `$(diff) ${l10n.t("Baseline: the gutter shows what changed since")}`;
}

/** Returns everything known about a row, as markdown. */
export function tooltipOf(
  entry: Entry,
  marks: TooltipMarks,
  locale: string,
): string {
  const [{ checkpoint }] = entry.members;
  const paragraphs = [
    heading(checkpoint),
    checkpoint.description ? plain(shorten(checkpoint.description, 600)) : "",
    facts(entry, marks, locale),
    ...entry.members.map((member) =>
      perFolder(member, entry.members.length > 1),
    ),
  ];
  return paragraphs.filter(Boolean).join("\n\n");
}

function heading(checkpoint: Checkpoint): string {
  const { icon } = kindLooks[checkpoint.kind];
  const title = checkpoint.name ?? kindName(checkpoint.kind, voice);
  return `$(${icon}) **${plain(shorten(title, 200))}** \\#${checkpoint.number}`;
}

function facts(
  entry: Entry,
  { isHere, isBaseline, role }: TooltipMarks,
  locale: string,
): string {
  const [{ checkpoint }] = entry.members;
  const counts = changesText(filesChanged(entry), voice);
  const { task } = checkpoint;
  return lines([
    isHere ? `$(location) ${capitalized(hereText())}` : "",
    isBaseline ? baselineLine() : "",
    checkpoint.pinned
      ? `$(pinned) ${l10n.t("Pinned: kept until deleted")}`
      : "",
    `$(clock) ${plain(exactTime(entry.at, locale))}`,
    `$(tag) ${kindName(checkpoint.kind, voice)}: ${plain(meaningOf(checkpoint, role))}`,
    `$(person) ${plain(l10n.t("Created {0}", bySource(checkpoint.source, voice)))}`,
    `$(files) ${counts || l10n.t("No files changed")}`,
    ...checkLines(verdictsOf(entry)),
    checkpoint.unsaved
      ? `$(circle-filled) ${unsavedText(checkpoint.unsaved)}`
      : "",
    task?.current
      ? `$(checklist) ${plain(l10n.t("Task: {0}", shorten(task.current, 200)))}`
      : "",
    task?.completed?.length
      ? `$(check-all) ${tasksText(task.completed.length)}`
      : "",
    task?.session === undefined
      ? ""
      : `$(play-circle) ${l10n.t("Session {0}", task.session)}`,
    task?.tokens === undefined
      ? ""
      : `$(symbol-numeric) ${l10n.t("{0} tokens", task.tokens.toLocaleString(locale))}`,
    checkpoint.thread
      ? `$(comment-discussion) ${plain(l10n.t("Conversation {0}", shorten(checkpoint.thread, 80)))}`
      : "",
  ]);
}

/** When it was created; for a message of a conversation, the kind alone says too little. */
function meaningOf(
  { kind, source, message }: Checkpoint,
  role: Role | undefined,
): string {
  if (kind !== "automatic" || message === null || !isAgent(source))
    return kindMeaning(kind, voice);
  const name = authorName(source, voice);
  if (role === "user") return l10n.t("Start of a {0} turn", name);
  if (role === "agent") return l10n.t("End of a {0} turn", name);
  return l10n.t("Start or end of a {0} turn", name);
}

function unsavedText(count: number): string {
  return count === 1
    ? l10n.t("With unsaved changes of 1 editor")
    : l10n.t("With unsaved changes of {0} editors", count);
}

function tasksText(count: number): string {
  return count === 1
    ? l10n.t("1 task completed")
    : l10n.t("{0} tasks completed", count);
}

function perFolder(
  { folderName, checkpoint }: Member,
  isOneOf: boolean,
): string {
  return lines([
    isOneOf ? `$(folder) ${plain(folderName)} \\#${checkpoint.number}` : "",
    gitLine(checkpoint),
    ...skippedLines(checkpoint),
  ]);
}

function gitLine({ git }: Checkpoint): string {
  if (!git) return "";
  const branch = git.branch ?? l10n.t("detached HEAD");
  const commit = git.commit?.slice(0, 8) ?? l10n.t("no commit yet");
  const dirty = git.dirtyCount
    ? ", " + l10n.t("uncommitted: {0}", filesText(git.dirtyCount, voice))
    : "";
  return `$(git-branch) ${plain(branch)} (${plain(commit)})${dirty}`;
}

function skippedLines({ skipped, skippedCount }: Checkpoint): string[] {
  if (skippedCount === 0) return [];
  const shown = skipped
    .slice(0, MAX_LISTED)
    .map(
      ({ path, reason }) => `- ${plain(path)}: ${reasonText(reason, voice)}`,
    );
  const more = skippedCount - shown.length;
  return [
    `$(warning) ${l10n.t("Not recorded: {0}", skippedCount)}`,
    "\n" +
      [...shown, more > 0 ? `- ${l10n.t("and {0} more", more)}` : ""]
        .filter(Boolean)
        .join("\n"),
  ];
}

/** A line of its own begins like the others. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Two spaces at the end make a line break in markdown. */
function lines(all: string[]): string {
  return all.filter(Boolean).join("  \n");
}
