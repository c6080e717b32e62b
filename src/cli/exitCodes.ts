import { CheckpointError, type ErrorCode } from "../engine/model/errors";

/** Exit codes, for scripts. */
export const EXIT = {
  done: 0,
  /** Something failed; stderr (or the JSON) says what happened and what to do. */
  failed: 1,
  /** Invalid usage; nothing was done. */
  usage: 2,
  /** There are conflicts to resolve; nothing was done. */
  conflicts: 3,
  /** The command to run could not be started, as in shells. */
  notStarted: 127,
  /** Interrupted by Ctrl-C (128 + SIGINT, as in shells). */
  interrupted: 130,
} as const;

const OTHERS: Partial<Record<ErrorCode, number>> = {
  "bad-input": EXIT.usage,
  "bad-path": EXIT.usage,
  conflicts: EXIT.conflicts,
  cancelled: EXIT.interrupted,
};

export function exitCodeOf(error: unknown): number {
  return OTHERS[CheckpointError.from(error).code] ?? EXIT.failed;
}
