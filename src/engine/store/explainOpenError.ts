import path from "node:path";
import type { Disk } from "../../base/disk";
import { diskError } from "../model/diskError";
import type { CheckpointError } from "../model/errors";
import { problem } from "../model/errors";
import type { PathEnd } from "../model/problems";

/**
 * Converts an error on opening a store to one that a person can act on: which
 * folder or file is affected, what that means and what to do. Other errors stay as
 * they are.
 */
export function explainOpenError(
  disk: Disk,
  error: unknown,
  file: string,
): CheckpointError {
  const known = diskError(error, "open", file);
  if (known.code !== "io") return known;
  const { errno = "", path: at = file } = known.data as Partial<
    Record<"errno" | "path", string>
  >;
  const found = existingPartOf(disk, at);
  return isExplained(errno, found)
    ? problem("store-unreachable", { ...found, errno }, error)
    : known;
}

/** How much of a path exists, and what is at the point where it ends. */
interface ExistingPart {
  path: string;
  end: PathEnd;
}

function existingPartOf(disk: Disk, target: string): ExistingPart {
  const { root } = path.parse(target);
  let at = root;
  for (const name of target.slice(root.length).split(path.sep)) {
    const next = path.join(at, name);
    const end = lookAt(disk, next);
    if (end === "missing" || end === "closed") return { path: at, end };
    if (end !== "there") return { path: next, end };
    at = next;
  }
  return { path: at, end: "there" };
}

function lookAt(disk: Disk, at: string): ExistingPart["end"] {
  try {
    const stat = disk.lstat(at);
    if (!stat) return "missing";
    if (stat.kind !== "symlink")
      return stat.kind === "folder" ? "there" : "file";
  } catch {
    return "closed";
  }
  try {
    const real = disk.lstat(disk.realPath(at));
    return real?.kind === "folder" ? "there" : "file";
  } catch {
    return "link";
  }
}

/** True if that explains more than the original error. */
function isExplained(errno: string, { end }: ExistingPart): boolean {
  switch (errno) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "ENOENT":
      return true;
    case "ENOTDIR":
    case "EEXIST":
      return end === "file";
    default:
      return false;
  }
}
