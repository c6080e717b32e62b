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
