import { CheckpointError } from "./errors";

/** Returns a file system failure as one of ours, with the path and what was tried. */
export function diskError(
  error: unknown,
  doing: string,
  path: string,
): CheckpointError {
  if (error instanceof CheckpointError) return error;
  const errno =
    error instanceof Error && "code" in error ? String(error.code) : "";
  const data = { path, errno };
  if (errno === "ENOSPC" || errno === "EDQUOT")
    return new CheckpointError(
      "disk-full",
      `The disk is full: could not ${doing} ${path}.`,
      {
        hint: "Free some space and try again; nothing that was saved before is affected.",
        data,
        cause: error,
      },
    );
  const why =
    errno === "EACCES" || errno === "EPERM" || errno === "EROFS"
      ? "permission denied"
      : errno || (error instanceof Error ? error.message : String(error));
  return new CheckpointError("io", `Could not ${doing} ${path}: ${why}.`, {
    hint: "Check the permissions of that path and the health of the disk.",
    data,
    cause: error,
  });
}
