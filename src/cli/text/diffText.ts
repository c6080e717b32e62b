import type { Diff, FileChange } from "../../engine/model/changes";
import { printable, table, type Paint } from "./text";
import { count } from "../../wording/counts";

/** Returns a line per changed file with its line counts, and a total. */
export function statLines(diff: Diff, paint: Paint): string[] {
  const groups = [
    ["green", "A", diff.added],
    ["yellow", "M", diff.modified],
    ["red", "D", diff.deleted],
    ["cyan", "R", diff.renamed],
  ] as const;
  const rows = groups.flatMap(([style, letter, changes]) =>
    changes.map((change) => [
      paint(style, letter),
      linesText(change, paint),
      nameOf(change),
    ]),
  );
  const label = `${printable(diff.from.label)} to ${printable(diff.to.label)}`;
  if (rows.length === 0) return [`No difference from ${label}.`];
  const all = groups.flatMap(([, , changes]) => changes);
  const added = all.reduce((sum, c) => sum + (c.linesAdded ?? 0), 0);
  const removed = all.reduce((sum, c) => sum + (c.linesRemoved ?? 0), 0);
  return [
    ...table(rows),
    `${label}: ${count(rows.length, "file")}, ${paint("green", `+${added}`)} ${paint("red", `-${removed}`)} lines`,
  ];
}

export function nameLines(diff: Diff): string[] {
  const all = [
    ...diff.added,
    ...diff.modified,
    ...diff.deleted,
    ...diff.renamed,
  ];
  return all.map((change) => printable(change.path)).sort();
}

/** Returns a patch for display: coloured, with control characters escaped. */
export function patchLines(patch: string, paint: Paint): string[] {
  if (patch === "") return [];
  return patch
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const shown = line.split("\t").map(printable).join("\t");
      if (/^(\+\+\+|---|diff |index )/.test(line)) return paint("bold", shown);
      if (line.startsWith("@@")) return paint("cyan", shown);
      if (line.startsWith("+")) return paint("green", shown);
      if (line.startsWith("-")) return paint("red", shown);
      return shown;
    });
}

function nameOf(change: FileChange): string {
  const name = change.from
    ? `${printable(change.from)} -> ${printable(change.path)}`
    : printable(change.path);
  const mode = change.mode
    ? ` (mode ${change.mode.from} to ${change.mode.to})`
    : "";
  const layer = change.layer === "unsaved" ? " (unsaved)" : "";
  return name + mode + layer;
}

function linesText(change: FileChange, paint: Paint): string {
  if (change.binary) return "binary";
  if (change.linesAdded === null || change.linesRemoved === null) return "";
  return `${paint("green", `+${change.linesAdded}`)} ${paint("red", `-${change.linesRemoved}`)}`;
}
