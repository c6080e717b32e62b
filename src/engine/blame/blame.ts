import type { Blame, LineAuthors } from "../../answers/blame";
import type { BlameRequest, Run } from "../api";
import type { Context } from "../context";
import { problem } from "../model/errors";
import type { WorkspacePath } from "../model/workspacePath";
import { traceLines } from "./traceLines";

/** Says of each line of a file which version brought it, and who wrote that. */
export function blame(
  context: Context,
  given: string,
  request: BlameRequest = {},
  run?: Run,
): Blame {
  const traced = traceLines(context, given, request, run);
  const { path, moment, lines, origins, describe } = traced;
  const { from, to } = rangeOf(request, lines.length, path);
  return {
    path,
    at: moment,
    lines: lines.slice(from - 1, to).map((text, i) => ({
      line: from + i,
      text: utf8(text),
      ...describe(origins[from - 1 + i]!),
    })),
  };
}

/** The same of a whole file, for an editor: each version once, however many lines it has. */
export function lineAuthors(
  context: Context,
  given: string,
  run?: Run,
): LineAuthors {
  const { path, moment, lines, origins, describe } = traceLines(
    context,
    given,
    {},
    run,
  );
  const places = new Map<number, number>();
  for (const origin of origins)
    if (!places.has(origin)) places.set(origin, places.size);
  return {
    path,
    at: moment,
    versions: [...places.keys()].map(describe),
    lines: Array.from(origins, (origin) => places.get(origin)!),
    texts: lines.map(utf8),
  };
}

function rangeOf(
  { from = 1, to = Infinity }: BlameRequest,
  count: number,
  path: WorkspacePath,
): { from: number; to: number } {
  const isWhole = (n: number) => Number.isInteger(n) || n === Infinity;
  if (!isWhole(from) || !isWhole(to) || from < 1 || to < from)
    throw problem("bad-line-range", { from, to });
  if (from > count && from > 1)
    throw problem("no-such-line", { path, line: from, count });
  return { from, to: Math.min(to, count) };
}

/** A line is compared byte by byte, one character each; people read UTF-8. */
function utf8(line: string): string {
  return Buffer.from(line.replace(/\r?\n$/, ""), "latin1").toString("utf8");
}
