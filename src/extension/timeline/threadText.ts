import type { Thread, ThreadMessage } from "../../engine/model/thread";
import { l10n } from "../text/l10n";
import { shortenAtWord } from "../text/markdown";

/** What a conversation is called; some have no title. */
export function threadTitle(
  { title }: Pick<Thread, "title">,
  max: number,
): string {
  return shortenAtWord(title, max) || l10n.t("Untitled conversation");
}

/** What a message is called: how it begins, or who said it where it has no words. */
export function messageTitle(
  message: Pick<ThreadMessage, "text" | "role">,
  max: number,
): string {
  return shortenAtWord(message.text, max) || whoSaid(message);
}

export function whoSaid({ role }: Pick<ThreadMessage, "role">): string {
  return role === "user" ? l10n.t("You") : l10n.t("Agent");
}
