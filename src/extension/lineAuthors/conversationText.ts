import { escapeDirections } from "../../base/directions";
import type { ThreadDetail } from "../../engine/model/thread";
import { authorName } from "../../wording/deeds";
import { exactTime } from "../../wording/times";
import { voice } from "../text/voice";

/** Returns a conversation as text, and the line of one of its messages. */
export function conversationText(
  { title, source, messages }: ThreadDetail,
  message: string | null,
  locale: string,
): { text: string; line: number } {
  const lines = [`# ${title.replaceAll(/\s+/g, " ")}`, ""];
  let line = 0;
  for (const { id, role, text, at, deleted } of messages) {
    if (deleted) continue;
    if (id === message) line = lines.length;
    const who = authorName(role === "user" ? "editor" : source, voice);
    lines.push(`## ${who} · ${exactTime(at, locale)}`, "");
    lines.push(...text.split(/\r\n|\r|\n/), "");
  }
  return { text: escapeDirections(lines.join("\n")), line };
}
