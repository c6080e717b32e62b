import type { FileVersion } from "../../engine/model/version";
import { isRemarkableSource } from "../timeline/kinds";
import { linesOf } from "../timeline/changeRows";
import { l10n } from "../text/l10n";
import { shorten } from "../text/markdown";
import { reasonText } from "../../wording/reasons";
import { sizeText } from "../../wording/counts";
import { authorName, linesSpoken, linesText } from "../../wording/deeds";
import { bySource } from "../../wording/kinds";
import {
  briefTime,
  exactTime,
  shortTime,
  type TimeStyle,
} from "../../wording/times";
import { markSpoken, markText, verdictText } from "../../wording/verdicts";
import { voice } from "../text/voice";

export interface VersionText {
  label: string;
  description: string;
  tooltip: string;
  /** For a screen reader, which sees no icon. */
  spoken: string;
  icon: string;
  color: string | null;
}

/** Returns what a version of a file says in its row. */
export function versionText(
  version: FileVersion,
  time: TimeStyle,
): VersionText {
  const what = changeText(version);
  const checkpoint = version.checkpoint
    ? version.checkpoint.name === null
      ? `#${version.checkpoint.number}`
      : `#${version.checkpoint.number} ${shorten(version.checkpoint.name, 60)}`
    : "";
  const size = version.hash === null ? "" : sizeText(version.sizeBytes, voice);
  const lines = linesOf({
    linesAdded: version.linesAdded ?? null,
    linesRemoved: version.linesRemoved ?? null,
  });
  const prompt = shorten(version.prompt ?? "", 80);
  const by = isRemarkableSource(version.source)
    ? authorName(version.source, voice)
    : "";
  return {
    // A narrow side bar cuts the end, where the prompt is.
    label: briefTime(version.at, time, voice),
    spoken: [
      shortTime(version.at, time, voice),
      what,
      linesSpoken(lines, voice),
      by,
      prompt,
      checkpoint,
      markSpoken(version.verdicts, voice),
    ]
      .filter(Boolean)
      .join(", "),
    description: [
      markText(version.verdicts, voice),
      linesText(lines),
      isOrdinary(version) ? "" : what,
      by,
      prompt && `“${prompt}”`,
      checkpoint,
    ]
      .filter(Boolean)
      .join(" · "),
    tooltip: [
      exactTime(version.at, time.locale),
      what,
      l10n.t("Changed {0}", bySource(version.source, voice)),
      version.prompt === null ? "" : `“${shorten(version.prompt, 400)}”`,
      version.checkpoint
        ? l10n.t("First in checkpoint {0}", checkpoint)
        : l10n.t("In no checkpoint; can be restored while it is recent"),
      ...version.verdicts.map((one) => verdictText(one, voice)),
      size,
    ]
      .filter(Boolean)
      .join("\n"),
    ...lookOf(version),
  };
}

/** Returns the name of a version for a title: its checkpoint, or its time if it has none. */
export function versionName(
  version: Pick<FileVersion, "checkpoint" | "at">,
  time: TimeStyle,
): string {
  const { checkpoint, at } = version;
  return checkpoint ? `#${checkpoint.number}` : shortTime(at, time, voice);
}

/** False for noise: that unsaved text is gone says nothing about the file. */
export function isWorthARow({ unsaved, hash }: FileVersion): boolean {
  return !unsaved || hash !== null;
}

/** Versions with content, which can be opened and restored. */
export function hasContent(version: FileVersion): boolean {
  return version.hash !== null;
}

/** Returns the version that a row is compared with: the next older with content. */
export function versionBefore(
  versions: readonly FileVersion[],
  index: number,
): FileVersion | null {
  const version = versions[index];
  return (
    versions
      .slice(index + 1)
      .find((older) => older.path === version?.path && hasContent(older)) ??
    null
  );
}

/** For a version that was only saved, the icon says enough. */
function isOrdinary({ change, unsaved, source }: FileVersion): boolean {
  return change === "modified" && !unsaved && source !== "restore";
}

function changeText(version: FileVersion): string {
  if (version.unsaved) return l10n.t("unsaved changes");
  const isRestored = version.source === "restore";
  switch (version.change) {
    case "added":
      return isRestored ? l10n.t("recreated") : l10n.t("added");
    case "modified":
      return isRestored ? l10n.t("restored") : l10n.t("modified");
    case "deleted":
      return l10n.t("deleted");
    case "released":
      return l10n.t("no longer recorded (ignored)");
    case "skipped":
      return version.reason
        ? l10n.t("not recorded: {0}", reasonText(version.reason, voice))
        : l10n.t("not recorded");
  }
}

function lookOf(version: FileVersion): { icon: string; color: string | null } {
  if (version.unsaved)
    return {
      icon: version.hash === null ? "circle-outline" : "circle-filled",
      color: null,
    };
  switch (version.change) {
    case "added":
      return {
        icon: "diff-added",
        color: "gitDecoration.addedResourceForeground",
      };
    case "modified":
      return {
        icon: "diff-modified",
        color: "gitDecoration.modifiedResourceForeground",
      };
    case "deleted":
      return {
        icon: "diff-removed",
        color: "gitDecoration.deletedResourceForeground",
      };
    case "released":
    case "skipped":
      return { icon: "diff-ignored", color: null };
  }
}
