import type { Checkpoint, SkipReason } from "../../engine/model/checkpoint";
import { countsText, filesText } from "./counts";
import type { Entry, Member } from "./entries";
import { bySource, kindLooks, kindMeaning, kindName } from "./kinds";
import { l10n } from "./l10n";
import { plain, shorten } from "./markdown";
import { filesChanged, hereText, type Here } from "./rowText";
import { exactTime } from "./times";

const MAX_LISTED = 5;

/** Returns everything known about a row, as markdown. */
export function tooltipOf(entry: Entry, here: Here, locale: string): string {
  const [{ checkpoint }] = entry.members;
  const paragraphs = [
    heading(checkpoint),
    checkpoint.description ? plain(shorten(checkpoint.description, 600)) : "",
    facts(entry, here, locale),
    ...entry.members.map((member) =>
      perFolder(member, entry.members.length > 1),
    ),
  ];
  return paragraphs.filter(Boolean).join("\n\n");
}

function heading(checkpoint: Checkpoint): string {
  const { icon } = kindLooks[checkpoint.kind];
  const title = checkpoint.name ?? kindName(checkpoint.kind);
  return `$(${icon}) **${plain(shorten(title, 200))}** \\#${checkpoint.number}`;
}

function facts(entry: Entry, here: Here, locale: string): string {
  const [{ checkpoint }] = entry.members;
  const counts = countsText(filesChanged(entry));
  const { task } = checkpoint;
  return lines([
    here ? `$(location) ${capitalized(hereText(here))}` : "",
    checkpoint.pinned
      ? `$(pinned) ${l10n.t("Pinned: kept until deleted")}`
      : "",
    `$(clock) ${plain(exactTime(entry.at, locale))}`,
    `$(tag) ${kindName(checkpoint.kind)}: ${plain(kindMeaning(checkpoint.kind))}`,
    `$(person) ${plain(l10n.t("Made {0}", bySource(checkpoint.source)))}`,
    `$(files) ${counts || l10n.t("No files changed")}`,
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
      ? `$(comment-discussion) ${plain(l10n.t("Thread {0}", shorten(checkpoint.thread, 80)))}`
      : "",
  ]);
}

function unsavedText(count: number): string {
  return count === 1
    ? l10n.t("With the unsaved text of 1 editor")
    : l10n.t("With the unsaved text of {0} editors", count);
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
    ? ", " + l10n.t("uncommitted: {0}", filesText(git.dirtyCount))
    : "";
  return `$(git-branch) ${plain(branch)} (${plain(commit)})${dirty}`;
}

function skippedLines({ skipped, skippedCount }: Checkpoint): string[] {
  if (skippedCount === 0) return [];
  const shown = skipped
    .slice(0, MAX_LISTED)
    .map(({ path, reason }) => `- ${plain(path)}: ${skipText(reason)}`);
  const more = skippedCount - shown.length;
  return [
    `$(warning) ${l10n.t("Not recorded: {0}", skippedCount)}`,
    "\n" +
      [...shown, more > 0 ? `- ${l10n.t("and {0} more", more)}` : ""]
        .filter(Boolean)
        .join("\n"),
  ];
}

export function skipText(reason: SkipReason): string {
  switch (reason) {
    case "too-large":
      return l10n.t("larger than checkpoint.maxFileSize");
    case "unreadable":
      return l10n.t("could not be read");
    case "special":
      return l10n.t("not an ordinary file");
    case "changing":
      return l10n.t("was being written");
    case "name":
      return l10n.t("has a name that cannot be recorded");
  }
}

/** A line of its own begins like the others. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Two spaces at the end make a line break in markdown. */
function lines(all: string[]): string {
  return all.filter(Boolean).join("  \n");
}
