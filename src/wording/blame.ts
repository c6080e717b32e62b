import type { BlameLine } from "../answers/blame";
import { authorName } from "./deeds";
import type { Voice } from "./voice";

/** Returns who wrote a line: “Claude Code (reviewer, claude-sonnet)”, “You (unsaved)”. */
export function lineAuthor(
  line: Pick<BlameLine, "age" | "source" | "subagent" | "model" | "unsaved">,
  voice: Voice,
): string {
  if (line.source === null)
    return line.age === "thinned"
      ? voice.t("No longer known")
      : voice.t("Older");
  const name = authorName(line.source, voice);
  const more = [
    line.unsaved ? voice.t("unsaved") : "",
    line.subagent ?? "",
    line.model ?? "",
  ].filter(Boolean);
  return more.length === 0 ? name : `${name} (${more.join(", ")})`;
}

/** Nobody who wrote a line has 0 %, and nobody has all lines while another has one. */
export function percentOf(lines: number, all: number): number {
  if (lines === all) return 100;
  return Math.min(99, Math.max(1, Math.round((100 * lines) / all)));
}
