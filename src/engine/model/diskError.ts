import { CheckpointError } from "./errors";

const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOENT: "it is not there",
  ENOTDIR: "a file stands where a folder should be",
  EISDIR: "it is a folder",
  EBUSY: "another program is using it, or it is a mount",
  ENAMETOOLONG: "its path is too long for this disk",
  EIO: "the disk reports an error",
};

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
    WORDS[errno] ??
    (errno || (error instanceof Error ? error.message : String(error)));
  return new CheckpointError("io", `Could not ${doing} ${path}: ${why}.`, {
    hint: "Check the permissions of that path and the health of the disk.",
    data,
    cause: error,
  });
}
