import fs from "node:fs";
import path from "node:path";
import { CheckpointError } from "../engine/model/errors";
import { literalGlob, workspacePath } from "../engine/model/workspacePath";

/**
 * Returns a path that a person gave as a path of the workspace, "" for the
 * workspace itself. As in git, it is relative to where they stand, as long as
 * that is inside the workspace; from elsewhere it is relative to the workspace.
 */
export function toWorkspacePath(
  given: string,
  root: string,
  cwd: string,
): string {
  if (given === "")
    throw new CheckpointError("bad-path", "An empty path names no file.", {
      hint: "Give a path relative to where you are, or “.” for all of it.",
      data: { path: given },
    });
  const full = path.resolve(isInside(cwd, root) ? cwd : root, given);
  const inside = isInside(full, root) ? root : linkTo(root, full);
  if (inside === null) throw outside(given, root);
  const relative = path.relative(inside, full).split(path.sep).join("/");
  return relative === "" ? "" : workspacePath(relative);
}

/** The other way round: returns a path of the workspace as a person would give it. */
export function fromWorkspacePath(
  known: string,
  root: string,
  cwd: string,
): string {
  if (!isInside(cwd, root)) return known || ".";
  const full = path.join(root, ...known.split("/"));
  return path.relative(cwd, full).split(path.sep).join("/") || ".";
}

/** Returns a glob as `toWorkspacePath` does a path. */
export function toWorkspaceGlob(
  given: string,
  root: string,
  cwd: string,
): string {
  const here = toWorkspacePath(".", root, cwd);
  // A name alone means any of that name, here below the folder one stands in.
  const below = here !== "" && !given.includes("/") ? `**/${given}` : given;
  const glob = path.posix.join(literalGlob(here), below);
  if (glob === ".." || glob.startsWith("../")) throw outside(given, root);
  return glob;
}

/** Returns the paths to limit a verb to; undefined when that is everything. */
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
  return new CheckpointError(
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
 * The workspace is known by its real path; someone who came by a link gives
 * absolute paths through it. Returns the folder at or above `full` that is the
 * root under another name. Nothing below the root is resolved: a link there
 * may be what was recorded, or stand where a folder was.
 */
function linkTo(root: string, full: string): string | null {
  for (let at = full; ; at = path.dirname(at)) {
    try {
      if (fs.realpathSync.native(at) === root) return at;
    } catch {
      // Not there (a deleted file): its folder may be.
    }
    if (path.dirname(at) === at) return null;
  }
}
