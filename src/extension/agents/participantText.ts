import * as vscode from "vscode";
import { stateTimeOf, type Checkpoint } from "../../engine/model/checkpoint";
import type { FolderSession } from "../session/folders";
import { isRemarkableSource } from "../timeline/kinds";
import { plain, shorten } from "../text/markdown";
import { lastingTimeStyle } from "../timeline/viewSettings";
import { numberLink } from "./participantLinks";
import { filesText } from "../../wording/counts";
import { totalOf } from "../../engine/model/checkpoint";
import { sourceName } from "../../wording/kinds";
import { shortTime } from "../../wording/times";
import { voice } from "../text/voice";
import { checkpointTitle } from "../../wording/kinds";

/** Returns, for example, “#12 before the parser”, as text for `linked`. */
export function nameOf(session: FolderSession, checkpoint: Checkpoint): string {
  const name = plain(shorten(checkpointTitle(checkpoint, voice), 80));
  return `${numberLink(session, checkpoint.number)} ${name}`;
}

/** Returns a checkpoint as a list item: its name, and its details below. */
export function itemOf(session: FolderSession, checkpoint: Checkpoint): string {
  const { filesChanged, source, pinned } = checkpoint;
  const name = checkpointTitle(checkpoint, voice);
  const count = totalOf(filesChanged);
  const when = shortTime(stateTimeOf(checkpoint), lastingTimeStyle(), voice);
  const about = [
    when,
    count === 0 ? "" : filesText(count, voice),
    isRemarkableSource(source) ? sourceName(source, voice) : "",
    pinned ? vscode.l10n.t("pinned") : "",
  ].filter((part) => part !== "" && !name.includes(part));
  return `- ${nameOf(session, checkpoint)}  \n  ${plain(about.join(" · "))}`;
}

/** Returns a fence longer than any in the text, so that the text cannot close it. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(
    0,
    ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length),
  );
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n\n`;
}

/** Lists what `@checkpoint` can do, each with an example to type. */
export function helpText(): string {
  const { t } = vscode.l10n;
  return [
    t("I record this workspace and can rewind it:"),
    "",
    `- \`/create ${t("before the parser")}\`  \n  ${t("creates a checkpoint of the current state")}`,
    `- \`/list\`  \n  ${t("the latest checkpoints, or those that match a word")}`,
    `- \`/diff 12\`  \n  ${t("what changed since a checkpoint, or between two")}`,
    `- \`/restore 12\`  \n  ${t("restores it; you see the changes first")}`,
    `- \`/undo\`  \n  ${t("undoes the last restore")}`,
    `- \`/blame src/app.ts:10-20\`  \n  ${t("who wrote these lines, and after which prompt; without a file, those of the active editor")}`,
    "",
    t("Refer to a checkpoint by number, by name, or as `latest`."),
  ].join("\n");
}
