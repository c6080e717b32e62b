import type { SpokenError } from "../answers/error";
import { CheckpointError, type ErrorCode } from "../engine/model/errors";

interface Details {
  hint?: string | null | undefined;
  data?: Readonly<Record<string, unknown>> | undefined;
  cause?: unknown;
}

/**
 * An error that brings its own words: one that concerns only its host (how a command was called,
 * what was picked in the editor), or one that another host has already put into words.
 */
export class SaidError extends CheckpointError {
  readonly hint: string | null;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(code, "said", details.data ?? {}, details.cause);
    this.message = message;
    this.hint = details.hint ?? null;
  }

  /** Returns an error for words received from elsewhere. */
  static of(spoken: SpokenError): SaidError {
    return new SaidError(spoken.code, spoken.message, spoken);
  }
}
