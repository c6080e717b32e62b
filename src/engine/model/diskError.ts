import { CheckpointError, problem } from "./errors";
import type { DiskOperation } from "./problems";

/**
 * Converts a file system error to a CheckpointError with the path and the attempted
 * operation.
 */
export function diskError(
  error: unknown,
  doing: DiskOperation,
  path: string,
): CheckpointError {
  if (error instanceof CheckpointError) return error;
  const errno =
    error instanceof Error && "code" in error ? String(error.code) : "";
  if (errno === "ENOSPC" || errno === "EDQUOT")
    return problem("disk-full", { path, errno, doing }, error);
  const reason = error instanceof Error ? error.message : String(error);
  return problem("disk-error", { path, errno, doing, reason }, error);
}
