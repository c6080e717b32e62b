import type { ChangeCounts } from "../../engine/model/checkpoint";
import { l10n } from "./l10n";

export function totalOf(counts: ChangeCounts): number {
  return counts.added + counts.modified + counts.deleted;
}

export function filesText(count: number): string {
  return count === 1 ? l10n.t("1 file") : l10n.t("{0} files", count);
}

export function checkpointsText(count: number): string {
  return count === 1
    ? l10n.t("1 checkpoint")
    : l10n.t("{0} checkpoints", count);
}

export function versionsText(count: number): string {
  return count === 1 ? l10n.t("1 version") : l10n.t("{0} versions", count);
}

export function contentsText(count: number): string {
  return count === 1 ? l10n.t("1 content") : l10n.t("{0} contents", count);
}

/** For instance “2 added, 1 deleted”; empty when nothing changed. */
export function countsText(counts: ChangeCounts): string {
  const parts: string[] = [];
  if (counts.added) parts.push(l10n.t("{0} added", counts.added));
  if (counts.modified) parts.push(l10n.t("{0} modified", counts.modified));
  if (counts.deleted) parts.push(l10n.t("{0} deleted", counts.deleted));
  return parts.join(", ");
}

export function addCounts(all: readonly ChangeCounts[]): ChangeCounts {
  const sum = { added: 0, modified: 0, deleted: 0 };
  for (const counts of all) {
    sum.added += counts.added;
    sum.modified += counts.modified;
    sum.deleted += counts.deleted;
  }
  return sum;
}

/** For instance “4.2 MB”. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return l10n.t("{0} B", bytes);
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = value < 10 ? 1 : 0;
  return `${value.toFixed(digits)} ${units[unit] ?? ""}`;
}
