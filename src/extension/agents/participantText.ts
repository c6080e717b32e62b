import * as vscode from "vscode";
import { titleOf, type Checkpoint } from "../../engine/model/checkpoint";
import type { FolderSession } from "../folders";
import { filesText, totalOf } from "../views/counts";
import { isRemarkableSource, sourceName } from "../views/kinds";
import { plain, shorten } from "../views/markdown";
import { shortTime } from "../views/times";
import { lastingTimeStyle } from "../views/viewSettings";
import { numberLink } from "./participantLinks";

/** For instance “#12 before the parser”, as text for `linked`. */
export function nameOf(session: FolderSession, checkpoint: Checkpoint): string {
  const name = plain(shorten(titleOf(checkpoint), 80));
  return `${numberLink(session, checkpoint.number)} ${name}`;
}

/** A checkpoint as an item of a list: its name, and below it what a row tells. */
export function itemOf(session: FolderSession, checkpoint: Checkpoint): string {
  const { createdAt, filesChanged, source, pinned } = checkpoint;
  const name = titleOf(checkpoint);
  const count = totalOf(filesChanged);
  const when = shortTime(createdAt, lastingTimeStyle());
  const about = [
    when,
    count === 0 ? "" : filesText(count),
    isRemarkableSource(source) ? sourceName(source) : "",
    pinned ? vscode.l10n.t("pinned") : "",
  ].filter((part) => part !== "" && !name.includes(part));
  return `- ${nameOf(session, checkpoint)}  \n  ${plain(about.join(" · "))}`;
}

/** A fence longer than any in the text, so that the text cannot end it. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(
    0,
    ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length),
  );
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n\n`;
}

/** What `@checkpoint` can do, each with something to type. */
export function helpText(): string {
  const { t } = vscode.l10n;
  return [
    t("I record this workspace and can rewind it:"),
    "",
    `- \`/create ${t("before the parser")}\`  \n  ${t("makes a checkpoint of everything as it is")}`,
    `- \`/list\`  \n  ${t("the latest checkpoints; with a word, those that have it")}`,
    `- \`/diff 12\`  \n  ${t("what changed since a checkpoint; with two, between them")}`,
    `- \`/restore 12\`  \n  ${t("goes back to it; you see what changes first")}`,
    `- \`/undo\`  \n  ${t("takes the last restore back")}`,
    "",
    t("A checkpoint is meant by its number, its name, or `latest`."),
  ].join("\n");
}
