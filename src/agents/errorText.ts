import { CheckpointError } from "../engine/model/errors";
import { hintText } from "./hintText";
import { visible } from "./visible";

/** Returns an error as a model reads it: what happened, what to do, and its code. */
export function errorText(error: unknown): string {
  const { code, message, hint } = CheckpointError.from(error);
  const parts = [message, hint && hintText(hint), `(error code: ${code})`];
  const text = parts.filter((part) => part !== null && part !== "").join(" ");
  // A name in it may hold line breaks, and must not end what is said of it.
  return visible(text.replace(/\s*\n\s*/g, " "));
}
