import { CheckpointError } from "./errors";

/**
 * A path inside the workspace folder: relative, `/` between names, no empty,
 * `.` or `..` names. Made only here, so that whoever holds one knows its shape;
 * what the disk holds at that path is checked at each write.
 */
export type WorkspacePath = string & { readonly __brand: "WorkspacePath" };

/** Version control folders: never recorded and never written. */
const VCS_NAMES = new Set([".git", ".hg", ".svn", ".jj", ".bzr", "_darcs"]);

/** Our own temporary files, left by a restore that was cut off. */
const TEMP_NAME = /^\.checkpoint-[0-9a-z]+-\d+\.tmp$/;

export function isWorkspacePath(text: unknown): text is WorkspacePath {
  return typeof text === "string" && text.length <= 4096 && isInside(text);
}

function isInside(text: string): boolean {
  if (text.includes("\0") || text.startsWith("/")) return false;
  if (process.platform === "win32" && /[\\:]/.test(text)) return false;
  for (const name of text.split("/"))
    if (name === "" || name === "." || name === "..") return false;
  return true;
}

/** Returns the path as a workspace path, or throws `bad-path`. */
export function workspacePath(text: unknown): WorkspacePath {
  if (isWorkspacePath(text)) return text;
  const shown = typeof text === "string" ? text.slice(0, 200) : typeof text;
  throw new CheckpointError(
    "bad-path",
    `“${shown}” is not a path inside the workspace folder.`,
    {
      hint: "Give a path relative to the workspace folder, without “..”.",
      data: { path: shown },
    },
  );
}

/** True for such a folder's name, and for what the platform takes for it. */
export function isVcsName(
  name: string,
  platform: NodeJS.Platform = process.platform,
): boolean {
  const lower = name.toLowerCase();
  return (
    VCS_NAMES.has(lower) ||
    (platform === "win32" && VCS_NAMES.has(onWindows(lower))) ||
    (platform === "darwin" && VCS_NAMES.has(lower.replace(UNSEEN, "")))
  );
}

/** Windows drops dots and spaces at the end, and gives long names short ones: GIT~1. */
function onWindows(name: string): string {
  return name.replace(/[ .]+$/, "").replace(/^([a-z]+)~\d+$/, ".$1");
}

/** Characters that HFS+ does not see in a name. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

export function isTempName(name: string): boolean {
  return TEMP_NAME.test(name);
}

export function tempName(planId: string, n: number): string {
  return `.checkpoint-${planId.toLowerCase()}-${n}.tmp`;
}

/** True when no rule may ever bring this path in: inside a VCS folder, or ours. */
export function isProtectedPath(path: string): boolean {
  return path.split("/").some((name) => isVcsName(name) || isTempName(name));
}

/** What no path has that is surely right: names that begin with a dot, or are empty, or odd. */
const DOUBTFUL = /(?:^|\/)(?:[._/]|$)|[\\:~]|[^ -~]/;

/**
 * True for what a history may hold; one that is too long is held as skipped.
 * Asked of every path that a journal brings, so most are decided at one look.
 */
export function isRecordable(path: unknown): path is string {
  if (typeof path !== "string") return false;
  return !DOUBTFUL.test(path) || (isInside(path) && !isProtectedPath(path));
}

export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folders above a path, outermost first, without the root. */
export function ancestorsOf(path: string): string[] {
  const out: string[] = [];
  for (let i = path.indexOf("/"); i >= 0; i = path.indexOf("/", i + 1))
    out.push(path.slice(0, i));
  return out;
}

/** True when `path` is `folder` or lies below it; "" is the whole workspace. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(folder + "/");
}

/** A path as a glob that means just it. */
export function literalGlob(path: string): string {
  return path.replace(/[?*()[\]{}\\!]/g, "\\$&");
}
