import { isBinary } from "./binary";
import { exactText } from "./exactText";
import {
  countLineChanges,
  lineChanges,
  splitLines,
  type LineChange,
} from "./lineChanges";
import { isSymlink } from "./version";

/** One changed file; null for a side without the file. */
export interface PatchRequest {
  path: string;
  /** The previous path of a renamed file. */
  from?: string | undefined;
  old: Uint8Array | null;
  new: Uint8Array | null;
  /** Modes as in `Held`; ignored for a side without the file. */
  oldMode?: number | undefined;
  newMode?: number | undefined;
  /** Lines of context. Default 3. */
  context?: number | undefined;
}

/** Returns how many lines were added and removed; null if either side is binary. */
export function lineCounts(
  old: Uint8Array,
  now: Uint8Array,
): { added: number; removed: number } | null {
  if (isBinary(old) || isBinary(now)) return null;
  return countLineChanges(splitLines(old), splitLines(now));
}

/**
 * Returns the change of one file in git's format, for `git apply`; "" if git cannot
 * express it (of modes, git stores only whether a file is executable). The text is
 * exact: `exactBytes` returns the original bytes even if lines are not UTF-8.
 */
export function unifiedPatch(request: PatchRequest): string {
  const { path, old, new: now } = request;
  const oldMode = old === null ? null : gitMode(request.oldMode);
  const newMode = now === null ? null : gitMode(request.newMode);
  if (oldMode === null && newMode === null) return "";
  const becameLink =
    oldMode !== newMode && (oldMode === LINK || newMode === LINK);
  if (oldMode !== null && newMode !== null && becameLink)
    // Git has no patch from a file to a symlink: it is a deletion and an addition.
    return (
      unifiedPatch({ ...request, path: request.from ?? path, new: null }) +
      unifiedPatch({ ...request, from: undefined, old: null })
    );

  const from = request.from ?? path;
  const header: string[] = [];
  if (oldMode === null) header.push(`new file mode ${newMode}`);
  else if (newMode === null) header.push(`deleted file mode ${oldMode}`);
  else if (oldMode !== newMode)
    header.push(`old mode ${oldMode}`, `new mode ${newMode}`);
  if (from !== path && oldMode !== null && newMode !== null)
    header.push(`rename from ${quoted(from)}`, `rename to ${quoted(path)}`);

  const body = contentPatch(
    old ?? NOTHING,
    now ?? NOTHING,
    oldMode === null ? null : `a/${from}`,
    newMode === null ? null : `b/${path}`,
    Math.max(0, Math.floor(request.context ?? 3)),
  );
  if (header.length === 0 && body === "") return "";
  const title = `diff --git ${quoted(`a/${from}`)} ${quoted(`b/${path}`)}`;
  return [title, ...header, body].join("\n");
}

const NOTHING = new Uint8Array(0);
const LINK = "120000";

function gitMode(mode = 0o644): string {
  if (isSymlink(mode)) return LINK;
  return mode & 0o100 ? "100755" : "100644";
}

function contentPatch(
  old: Uint8Array,
  now: Uint8Array,
  oldName: string | null,
  newName: string | null,
  context: number,
): string {
  if (Buffer.compare(old, now) === 0) return "";
  if (isBinary(old) || isBinary(now))
    return `Binary files ${title(oldName)} and ${title(newName)} differ\n`;
  const oldLines = splitLines(old);
  const newLines = splitLines(now);
  const hunks = gather(lineChanges(oldLines, newLines), context).map((group) =>
    hunk(group, oldLines, newLines, context),
  );
  const body = exactText(Buffer.from(hunks.join(""), "latin1"));
  return `--- ${fileLine(oldName)}\n+++ ${fileLine(newName)}\n${body}`;
}

/** Combines changes whose context overlaps into one hunk. */
function gather(changes: LineChange[], context: number): LineChange[][] {
  const groups: LineChange[][] = [];
  let end = -Infinity;
  for (const change of changes) {
    if (change.oldStart - end <= 2 * context) groups.at(-1)!.push(change);
    else groups.push([change]);
    end = change.oldStart + change.oldCount;
  }
  return groups;
}

function hunk(
  changes: LineChange[],
  oldLines: string[],
  newLines: string[],
  context: number,
): string {
  const first = changes[0]!;
  const last = changes.at(-1)!;
  const before = Math.min(context, first.oldStart);
  const lastEnd = last.oldStart + last.oldCount;
  const after = Math.min(context, oldLines.length - lastEnd);
  const oldStart = first.oldStart - before;
  const newStart = first.newStart - before;
  const oldCount = lastEnd + after - oldStart;
  const newCount = last.newStart + last.newCount + after - newStart;

  const out = [
    `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@\n`,
  ];
  const push = (sign: string, lines: string[], start: number, end: number) => {
    for (let i = start; i < end; i++) {
      const line = lines[i]!;
      out.push(sign, line);
      if (!line.endsWith("\n")) out.push("\n\\ No newline at end of file\n");
    }
  };
  let at = oldStart;
  for (const change of changes) {
    push(" ", oldLines, at, change.oldStart);
    at = change.oldStart + change.oldCount;
    push("-", oldLines, change.oldStart, at);
    push("+", newLines, change.newStart, change.newStart + change.newCount);
  }
  push(" ", oldLines, at, at + after);
  return out.join("");
}

/** Line numbers start at 1; an empty range gives the line before it. */
function range(start: number, count: number): string {
  if (count === 1) return `${start + 1}`;
  return `${count === 0 ? start : start + 1},${count}`;
}

function title(name: string | null): string {
  return name === null ? "/dev/null" : quoted(name);
}

/** A name with a space is followed by a tab, so that parsers find its end. */
function fileLine(name: string | null): string {
  const text = title(name);
  return text.includes(" ") && !text.startsWith('"') ? text + "\t" : text;
}

const ESCAPES: Record<string, string> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/**
 * Quotes a name like git with core.quotePath off: non-ASCII letters stay readable;
 * control characters, quotes and backslashes are escaped.
 */
function quoted(name: string): string {
  const special = /[\x00-\x1f\x7f"\\]/g;
  if (!special.test(name)) return name;
  const escaped = name.replace(
    special,
    (char) =>
      ESCAPES[char] ?? "\\" + char.charCodeAt(0).toString(8).padStart(3, "0"),
  );
  return `"${escaped}"`;
}
