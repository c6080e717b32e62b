import type { ChangeCounts } from "../engine/model/checkpoint";
import { fill, type Voice } from "./voice";

/** Returns `1 file`, `2 files`, for hosts that are not translated. */
export function count(n: number, one: string, many = `${one}s`): string {
  return fill(`{0} ${n === 1 ? one : many}`, n);
}

export function filesText(n: number, voice: Voice): string {
  return n === 1 ? voice.t("1 file") : voice.t("{0} files", n);
}

export function checkpointsText(n: number, voice: Voice): string {
  return n === 1 ? voice.t("1 checkpoint") : voice.t("{0} checkpoints", n);
}

export function versionsText(n: number, voice: Voice): string {
  return n === 1 ? voice.t("1 version") : voice.t("{0} versions", n);
}

/** Contents are stored once each, however many versions share them. */
export function contentsText(n: number, voice: Voice): string {
  return n === 1 ? voice.t("1 file content") : voice.t("{0} file contents", n);
}

export function messagesText(n: number, voice: Voice): string {
  return n === 1 ? voice.t("1 message") : voice.t("{0} messages", n);
}

export function linesCount(n: number, voice: Voice): string {
  return n === 1 ? voice.t("1 line") : voice.t("{0} lines", n);
}

/** Returns, for example, “2 added, 1 deleted”; empty if nothing changed. */
export function changesText(counts: ChangeCounts, voice: Voice): string {
  return [
    counts.added ? voice.t("{0} added", counts.added) : "",
    counts.modified ? voice.t("{0} modified", counts.modified) : "",
    counts.deleted ? voice.t("{0} deleted", counts.deleted) : "",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Returns the first few and the number of others: “a, b, and 3 more”. */
export function someOf(
  all: readonly string[],
  most: number,
  voice: Voice,
): string {
  const shown = all.slice(0, most);
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [moreText(more, voice)] : [])].join(", ");
}

export function moreText(n: number, voice: Voice): string {
  return voice.t("and {0} more", n);
}

/** Returns, for example, “4.2 MB”. */
export function sizeText(bytes: number, voice: Voice): string {
  if (bytes < 1000)
    return bytes === 1 ? voice.t("1 byte") : voice.t("{0} bytes", bytes);
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit] ?? ""}`;
}

/** Formats a size in MB, in the units of the settings: `0.3`, `12`, `5,120`. */
export function megabytes(bytes: number): string {
  const value = bytes / (1024 * 1024);
  return value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en");
}
