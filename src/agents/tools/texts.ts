import { visible } from "../visible";
import { titleOf, type Checkpoint } from "../../engine/model/checkpoint";

/** How many paths an answer's text names; the data has more. */
const SHOWN = 40;

/** Returns a checkpoint on one line: `#12 Before the rewrite (manual, claude-code, 3 files, 2026-11-16 10:30Z)`. */
export function checkpointLine(
  checkpoint: Pick<
    Checkpoint,
    "number" | "name" | "kind" | "source" | "createdAt"
  > & { filesChanged: { added: unknown; modified: unknown; deleted: unknown } },
): string {
  const { added, modified, deleted } = checkpoint.filesChanged;
  const files = [added, modified, deleted]
    .map((given) => (Array.isArray(given) ? given.length : Number(given)))
    .reduce((sum, n) => sum + n, 0);
  const about = [
    checkpoint.kind,
    checkpoint.source,
    plural(files, "file"),
    shortTime(checkpoint.createdAt),
  ];
  return `#${checkpoint.number} ${oneLine(titleOf(checkpoint))} (${about.join(", ")})`;
}

/** Returns paths as indented lines, with how many more there are. */
export function pathLines(
  marked: readonly (readonly [mark: string, path: string])[],
  shown = SHOWN,
): string[] {
  const lines = marked
    .slice(0, shown)
    .map(([mark, path]) => `  ${mark} ${pathText(path)}`);
  const more = marked.length - shown;
  return more > 0 ? [...lines, `  ... and ${more} more`] : lines;
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Names and texts may hold line breaks; a line of an answer must not. */
export function oneLine(text: string, most = 200): string {
  const flat = visible(text.replace(/\s+/g, " ").trim());
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat;
}

/** Returns a text of several lines as what it is: somebody's words, not ours. */
export function quotedLines(text: string): string[] {
  return visible(text)
    .split("\n")
    .map((line) => `  | ${line}`);
}

/** Returns a path whole, to be given back to us; in quotes when a line would show another. */
export function pathText(path: string): string {
  const isPlain = path === visible(path) && !/^ | {2}| $|[^\S ]/.test(path);
  return isPlain ? path : visible(JSON.stringify(path));
}

export function shortTime(iso: string): string {
  return iso.slice(0, 16).replace("T", " ") + "Z";
}
