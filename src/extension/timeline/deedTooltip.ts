import type { Deed } from "../../engine/api";
import { filesText } from "../../wording/counts";
import { authorName, deedTitle, linesText } from "../../wording/deeds";
import { exactTime } from "../../wording/times";
import { l10n } from "../text/l10n";
import { plain, shorten } from "../text/markdown";
import { checkLines } from "../verdicts/checkLines";
import { voice } from "../text/voice";
import { hereText } from "./rowText";
import { baselineLine, type TooltipMarks } from "./tooltip";

/** Returns everything known about a deed, as markdown. */
export function deedTooltip(
  deed: Deed,
  { isHere, isBaseline }: Omit<TooltipMarks, "role">,
  locale: string,
): string {
  const { checkpoint, checkpoints, kind, files } = deed;
  const numbers = checkpoints.map(({ number }) => `#${number}`);
  const lines = [
    isHere ? `$(target) ${plain(hereText())}` : "",
    isBaseline ? baselineLine() : "",
    `$(clock) ${plain(exactTime(deed.at, locale))}`,
    `$(person) ${plain(whoText(deed))}`,
    kind === "session" && files > 0
      ? `$(files) ${plain(l10n.t("{0} in the folder", filesText(files, voice)))}`
      : files > 0
        ? `$(files) ${plain([filesText(files, voice), linesText(deed.lines)].filter(Boolean).join(", "))}`
        : "",
    ...checkLines(deed.verdicts),
    checkpoint?.pinned
      ? `$(pinned) ${l10n.t("Pinned: kept until deleted")}`
      : "",
    checkpoint?.git?.branch
      ? `$(git-branch) ${plain(checkpoint.git.branch)}`
      : "",
    numbers.length > 0
      ? `$(history) ${plain(numbers.slice(0, 5).join(", "))}${numbers.length > 5 ? ", …" : ""}`
      : "",
    checkpoint?.skippedCount
      ? `$(warning) ${l10n.t("Not recorded: {0}", checkpoint.skippedCount)}`
      : "",
  ];
  return [
    `**${plain(shorten(deedTitle(deed, voice), 300))}**`,
    checkpoint?.description ? plain(shorten(checkpoint.description, 600)) : "",
    lines.filter(Boolean).join("  \n"),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** For instance “A Claude Code turn”. */
function whoText({ kind, author }: Deed): string {
  const name = authorName(author, voice);
  return kind === "turn" ? l10n.t("A {0} turn", name) : name;
}
