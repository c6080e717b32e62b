import { problem } from "./errors";

/**
 * A path inside the workspace folder: relative, `/` between names, no empty, `.` or
 * `..` names. Only this file creates one, so the type guarantees its shape; what is
 * on disk at the path is checked at each write.
 */
export type WorkspacePath = string & { readonly __brand: "WorkspacePath" };

/** A folder inside the workspace folder, or "" for the workspace folder itself. */
export type WorkspaceFolder = WorkspacePath | "";

/** Version control folders: never recorded or written. */
const VCS_NAMES = new Set([".git", ".hg", ".svn", ".jj", ".bzr", "_darcs"]);

/** Our temporary files, which an interrupted restore may leave behind. */
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

/** Parses a workspace path; throws `bad-path`. */
export function workspacePath(text: unknown): WorkspacePath {
  if (isWorkspacePath(text)) return text;
  const shown = typeof text === "string" ? text.slice(0, 200) : typeof text;
  throw problem("path-outside", { path: shown });
}

/** Parses a folder; "" is the workspace folder itself. */
export function workspaceFolder(text: unknown): WorkspaceFolder {
  return text === "" ? "" : workspacePath(text);
}

/**
 * A path from our own store or another thread of ours; it was parsed before it was
 * written.
 */
export function ownPath(text: unknown): WorkspacePath {
  return text as WorkspacePath;
}

/**
 * True for the name of a version control folder, and for names the platform treats
 * as equal to it.
 */
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

/** Windows drops trailing dots and spaces, and gives long names short aliases: GIT~1. */
function onWindows(name: string): string {
  return name.replace(/[ .]+$/, "").replace(/^([a-z]+)~\d+$/, ".$1");
}

/** Characters that HFS+ ignores in names. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

export function isTempName(name: string): boolean {
  return TEMP_NAME.test(name);
}

export function tempName(planId: string, n: number): string {
  return `.checkpoint-${planId.toLowerCase()}-${n}.tmp`;
}

/** True if no rule may ever include this path: it is in a VCS folder, or it is ours. */
export function isProtectedPath(path: string): boolean {
  if (!DOUBTFUL.test(path)) return false;
  return path.split("/").some((name) => isVcsName(name) || isTempName(name));
}

/**
 * Matches paths that need a full check: names that are empty, start with a dot or
 * have unusual characters.
 */
const DOUBTFUL = /(?:^|\/)(?:[._/]|$)|[\\:~]|[^ -~]/;

/**
 * True for a path that a history may contain; one that is too long is recorded as
 * skipped. Called for every path read from a journal, so most are accepted by one
 * regular expression.
 */
export function isRecordable(path: unknown): path is WorkspacePath {
  if (typeof path !== "string") return false;
  return !DOUBTFUL.test(path) || (isInside(path) && !isProtectedPath(path));
}

/** A parent of a workspace path is one itself; a parent of any other string is a string. */
type FolderAbove<P> = P extends WorkspaceFolder ? WorkspaceFolder : string;

export function parentOf<P extends string>(path: P): FolderAbove<P> {
  const slash = path.lastIndexOf("/");
  return (slash < 0 ? "" : path.slice(0, slash)) as FolderAbove<P>;
}

/** The path of a name in a folder, as listed by the disk. */
export function childOf(folder: WorkspaceFolder, name: string): WorkspacePath {
  return (folder === "" ? name : `${folder}/${name}`) as WorkspacePath;
}

export function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The parent folders of a path, outermost first, without the root. */
export function ancestorsOf<P extends string>(
  path: P,
): (P extends WorkspaceFolder ? WorkspacePath : string)[] {
  const out: string[] = [];
  for (let i = path.indexOf("/"); i >= 0; i = path.indexOf("/", i + 1))
    out.push(path.slice(0, i));
  return out as ReturnType<typeof ancestorsOf<P>>;
}

/** True if `path` is `folder` or below it; "" contains everything. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(folder + "/");
}

/** Escapes a path as a glob that matches exactly that path. */
export function literalGlob(path: string): string {
  return path.replace(/[?*()[\]{}\\!]/g, "\\$&");
}
