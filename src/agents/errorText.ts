import { spoken } from "../wording/errors";
import { escapeControls } from "./escapeControls";
import { voice } from "./voice";

/** Returns an error as text for a model: what happened, what to do, and the error code. */
export function errorText(error: unknown): string {
  const { code, message, hint } = spoken(error, voice);
  const parts = [message, hint, `(error code: ${code})`];
  const text = parts.filter(Boolean).join(" ");
  // A name in it may contain line breaks, which must not split the message.
  return escapeControls(text.replace(/\s*\n\s*/g, " "));
}
