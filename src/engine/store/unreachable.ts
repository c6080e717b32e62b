import path from "node:path";
import type { Disk } from "../../base/disk";
import { diskError } from "../model/diskError";
import { CheckpointError } from "../model/errors";

const ELSEWHERE =
  "keep histories elsewhere (the setting checkpoint.storagePath, or --store DIR)";

/**
 * Returns why the store cannot be used, as somebody can act on it: which folder
 * or file it is about, what that means and what to do. Other errors stay as
 * they are.
 */
export function unreachable(
  disk: Disk,
  error: unknown,
  file: string,
): CheckpointError {
  const known = diskError(error, "open", file);
  if (known.code !== "io") return known;
  const { errno = "", path: at = file } = known.data as Partial<
    Record<"errno" | "path", string>
  >;
  const words = wordsFor(errno, wayTo(disk, at));
  if (!words) return known;
  return new CheckpointError("io", words.message, {
    hint: words.hint,
    data: { path: words.path, errno },
    cause: error,
  });
}

/** How far the way to a path goes, and what it ends at. */
interface Way {
  path: string;
  end: "there" | "missing" | "closed" | "file" | "link";
}

function wayTo(disk: Disk, target: string): Way {
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

function lookAt(disk: Disk, at: string): Way["end"] {
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

const DEEDS: Readonly<Record<Way["end"], string>> = {
  there: "read and write",
  file: "read and write",
  link: "follow",
  missing: "write to",
  closed: "enter",
};

interface Words {
  path: string;
  message: string;
  hint: string;
}

function wordsFor(errno: string, way: Way): Words | null {
  const { path, end } = way;
  switch (errno) {
    case "EACCES":
    case "EPERM":
      return {
        path,
        message: `Your account may not ${DEEDS[end]} ${path}, where the history of this folder is kept.`,
        hint: `Nothing was recorded or changed. Give your account that right (it may belong to another account, such as root after sudo), or ${ELSEWHERE}.`,
      };
    case "EROFS":
      return {
        path,
        message: `Nothing can be recorded: ${path}, where the history of this folder is kept, is on a read-only disk.`,
        hint: `Make the disk writable, or ${ELSEWHERE}.`,
      };
    case "ENOTDIR":
    case "EEXIST":
      return end === "file"
        ? {
            path,
            message: `The history of this folder cannot be kept: ${path} is a file, where a folder should be.`,
            hint: `Move that file away, or ${ELSEWHERE}.`,
          }
        : null;
    case "ENOENT":
      return {
        path,
        message:
          end === "link"
            ? `The history of this folder cannot be reached: ${path} is a link that leads to nothing.`
            : `The history of this folder cannot be reached: what was in ${path} is gone.`,
        hint: `If it is on another disk, connect that; otherwise put it back, or ${ELSEWHERE}.`,
      };
    default:
      return null;
  }
}
