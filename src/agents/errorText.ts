import { CheckpointError } from "../engine/model/errors";

/** Returns an error as a model reads it: what happened, what to do, and its code. */
export function errorText(error: unknown): string {
  const { code, message, hint } = CheckpointError.from(error);
  const parts = [message, hint, `(error code: ${code})`];
  return parts.filter((part) => part !== null && part !== "").join(" ");
}
