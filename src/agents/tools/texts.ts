import { escapeControls } from "../escapeControls";
import {
  stateTimeOf,
  type ChangeCounts,
  type ChangePaths,
  type Checkpoint,
} from "../../engine/model/checkpoint";
import { count, moreText } from "../../wording/counts";
import { checkpointTitle } from "../../wording/kinds";
import type { Section } from "../../wording/plan";
import { voice } from "../voice";

/** How many paths an answer's text lists; its data has more. */
const SHOWN = 40;

/** What an agent must know after files were restored. */
export const STALE =
  "Your context of these files is stale: read them again before you edit them.";

/** Returns a checkpoint on one line: `#12 Before the rewrite (manual, claude-code, 3 files, 2026-11-16 10:30Z)`. */
export function checkpointLine(
  checkpoint: Pick<
    Checkpoint,
    "number" | "name" | "kind" | "source" | "createdAt" | "stateAt"
  > & { filesChanged: ChangeCounts | ChangePaths },
): string {
  const { added, modified, deleted } = checkpoint.filesChanged;
  const files = [added, modified, deleted]
    .map((given) => (Array.isArray(given) ? given.length : Number(given)))
    .reduce((sum, n) => sum + n, 0);
  const about = [
    checkpoint.kind,
    checkpoint.source,
    count(files, "file"),
    shortTime(stateTimeOf(checkpoint)),
  ];
  return `#${checkpoint.number} ${oneLine(checkpointTitle(checkpoint, voice))} (${about.join(", ")})`;
}

/** Returns paths as indented lines, with the number of further ones. */
export function pathLines(
  marked: readonly (readonly [mark: string, path: string])[],
  shown = SHOWN,
): string[] {
  const lines = marked
    .slice(0, shown)
    .map(([mark, path]) => `  ${mark} ${pathText(path)}`);
  const more = marked.length - shown;
  return more > 0 ? [...lines, `  ${moreText(more, voice)}`] : lines;
}

/** Returns sections with their paths, each path after its note. */
export function sectionLines(sections: readonly Section[]): string[] {
  return sections.flatMap(({ title, rows, hint }) => [
    title,
    ...pathLines(
      rows.map(({ path, note }) => [note ? `(${note})` : "-", path] as const),
    ),
    ...(hint === undefined ? [] : [hint]),
  ]);
}

/** Replaces line breaks, which names and texts may contain but a line of an answer must not. */
export function oneLine(text: string, most = 200): string {
  const flat = escapeControls(text.replace(/\s+/g, " ").trim());
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat;
}

/** Returns a text of several lines as a quotation, so that it is not taken for our words. */
export function quotedLines(text: string): string[] {
  return escapeControls(text)
    .split("\n")
    .map((line) => `  | ${line}`);
}

/** Returns a complete path that can be passed back to a tool, quoted if a line would show it differently. */
export function pathText(path: string): string {
  const isPlain =
    path === escapeControls(path) && !/^ | {2}| $|[^\S ]/.test(path);
  return isPlain ? path : escapeControls(JSON.stringify(path));
}

export function shortTime(iso: string): string {
  return iso.slice(0, 16).replace("T", " ") + "Z";
}
