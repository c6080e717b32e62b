import type { FileVersion } from "../../engine/model/version";
import { sizeText } from "./counts";
import { bySource, isRemarkableSource, sourceName } from "./kinds";
import { l10n } from "./l10n";
import { shorten } from "./markdown";
import { skipText } from "./tooltip";
import { exactTime, shortTime, type TimeStyle } from "./times";

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
  const size = version.hash === null ? "" : sizeText(version.sizeBytes);
  const by = isRemarkableSource(version.source)
    ? sourceName(version.source)
    : "";
  const label = shortTime(version.at, time);
  return {
    label,
    spoken: [label, what, checkpoint, by, size].filter(Boolean).join(", "),
    description: [isOrdinary(version) ? "" : what, checkpoint, by, size]
      .filter(Boolean)
      .join(" · "),
    tooltip: [
      exactTime(version.at, time.locale),
      what,
      l10n.t("Changed {0}", bySource(version.source)),
      version.checkpoint
        ? l10n.t("First in checkpoint {0}", checkpoint)
        : l10n.t("In no checkpoint; can be restored while it is recent"),
      size,
    ]
      .filter(Boolean)
      .join("\n"),
    ...lookOf(version),
  };
}

/** A version in a title: by its checkpoint, or by the clock where it is in none. */
export function versionName(
  version: Pick<FileVersion, "checkpoint" | "at">,
  time: TimeStyle,
): string {
  const { checkpoint, at } = version;
  return checkpoint ? `#${checkpoint.number}` : shortTime(at, time);
}

/** Versions that hold something: what can be opened and restored. */
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

/** Saved over and over: the icon says it. */
function isOrdinary({ change, unsaved, source }: FileVersion): boolean {
  return change === "modified" && !unsaved && source !== "restore";
}

function changeText(version: FileVersion): string {
  if (version.unsaved)
    return version.hash === null
      ? l10n.t("unsaved text gone")
      : l10n.t("unsaved text");
  const isRestored = version.source === "restore";
  switch (version.change) {
    case "added":
      return isRestored ? l10n.t("brought back") : l10n.t("added");
    case "modified":
      return isRestored ? l10n.t("restored") : l10n.t("modified");
    case "deleted":
      return l10n.t("deleted");
    case "released":
      return l10n.t("no longer recorded (ignored)");
    case "skipped":
      return version.reason
        ? l10n.t("not recorded: {0}", skipText(version.reason))
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
