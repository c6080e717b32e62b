import { CheckpointError, type ErrorCode } from "../engine/model/errors";

/** How the command ends, for scripts. */
export const EXIT = {
  done: 0,
  /** Something failed; stderr (or the JSON) says what and what to do. */
  failed: 1,
  /** The command was called wrongly; nothing was done. */
  usage: 2,
  /** There are conflicts to decide; nothing was done. */
  conflicts: 3,
  /** Stopped by Ctrl-C, as shells count it. */
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
