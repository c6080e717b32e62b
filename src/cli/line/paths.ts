import fs from "node:fs";
import path from "node:path";
import type { CheckpointError } from "../../engine/model/errors";
import { literalGlob, workspacePath } from "../../engine/model/workspacePath";
import { SaidError } from "../../wording/said";

/**
 * Converts a path argument to a workspace path, "" for the workspace itself. As in git, it is
 * relative to the current directory if that is inside the workspace, otherwise to the workspace.
 */
export function toWorkspacePath(
  given: string,
  root: string,
  cwd: string,
): string {
  if (given === "")
    throw new SaidError("bad-path", "The path is empty.", {
      hint: "Use a path relative to the current directory, or “.” for all of it.",
      data: { path: given },
    });
  const full = path.resolve(isInside(cwd, root) ? cwd : root, given);
  const inside = isInside(full, root) ? root : linkTo(root, full);
  if (inside === null) throw outside(given, root);
  const relative = path.relative(inside, full).split(path.sep).join("/");
  return relative === "" ? "" : workspacePath(relative);
}

/** The reverse: converts a workspace path to one that a user would type here. */
export function fromWorkspacePath(
  known: string,
  root: string,
  cwd: string,
): string {
  if (!isInside(cwd, root)) return known || ".";
  const full = path.join(root, ...known.split("/"));
  return path.relative(cwd, full).split(path.sep).join("/") || ".";
}

/** Converts a glob like `toWorkspacePath` converts a path. */
export function toWorkspaceGlob(
  given: string,
  root: string,
  cwd: string,
): string {
  const here = toWorkspacePath(".", root, cwd);
  // A bare name matches at any depth below the current directory.
  const below = here !== "" && !given.includes("/") ? `**/${given}` : given;
  const glob = path.posix.join(literalGlob(here), below);
  if (glob === ".." || glob.startsWith("../")) throw outside(given, root);
  return glob;
}

/** Returns the paths that limit a verb; undefined if it is not limited. */
export function toScope(
  given: readonly string[] | null,
  root: string,
  cwd: string,
): string[] | undefined {
  if (!given || given.length === 0) return undefined;
  const paths = given.map((one) => toWorkspacePath(one, root, cwd));
  return paths.includes("") ? undefined : [...new Set(paths)];
}

function outside(given: string, root: string): CheckpointError {
  return new SaidError(
    "bad-path",
    `“${given}” is outside the workspace folder ${root}.`,
    {
      hint: "Checkpoint only touches files of the workspace folder.",
      data: { path: given },
    },
  );
}

function isInside(folder: string, root: string): boolean {
  const relative = path.relative(root, folder);
  return (
    relative !== ".." &&
    !relative.startsWith(".." + path.sep) &&
    !path.isAbsolute(relative)
  );
}

/**
 * The workspace is known by its real path, but absolute arguments may go through a symlink to it.
 * Returns the folder at or above `full` that is the root under another name. Nothing below the root
 * is resolved: a link there may have been recorded, or may have replaced a folder.
 */
function linkTo(root: string, full: string): string | null {
  for (let at = full; ; at = path.dirname(at)) {
    try {
      if (fs.realpathSync.native(at) === root) return at;
    } catch {
      // It does not exist (a deleted file), but its folder may.
    }
    if (path.dirname(at) === at) return null;
  }
}
