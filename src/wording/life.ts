import type { Origin } from "../answers/version";
import { bySource } from "./kinds";
import type { Voice } from "./voice";

/**
 * Returns when a text first appeared in a file and when it vanished, and by whom. `when` formats
 * a time for the host.
 */
export function lifeText(
  { appeared, vanished }: { appeared: Origin; vanished: Origin | null },
  when: (at: string) => string,
  voice: Voice,
): string {
  const part = (origin: Origin) =>
    [when(origin.at), bySource(origin.source, voice), promptText(origin)]
      .filter(Boolean)
      .join(" ");
  const first = isFirstCapture(appeared)
    ? voice.t("Already there when recording started, {0}.", when(appeared.at))
    : voice.t("Appeared {0}.", part(appeared));
  if (vanished === null) return first;
  // What is looked for comes first: the end may be cut off.
  return `${voice.t("Removed {0}.", part(vanished))} ${first}`;
}

/** The first capture finds what was there before: nobody is known to have written it. */
function isFirstCapture({ moment, source }: Origin): boolean {
  return moment === 1 && source === "outside";
}

/** The start of a prompt, in parentheses; empty if there is none. */
function promptText({ prompt }: Origin): string {
  const line = prompt?.trim().split(/\s*\n/, 1)[0] ?? "";
  if (line === "") return "";
  const short = [...line].slice(0, 60).join("");
  return `(“${short}${short.length < line.length ? "…" : ""}”)`;
}
