import type { AuthorLines, Authors } from "../../answers/blame";
import type { AuthorsRequest, Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import { resolvePoint } from "../history/resolveRef";
import { isProblem } from "../model/errors";
import { isWithin } from "../model/workspacePath";
import { changesBetween } from "../store/index/queries/snapshots";
import { firstText } from "../store/index/queries/threads";
import { traceLines } from "./traceLines";

/** The first moment has the files that were there before the history. */
const FIRST = 1;

/** Counts the lines of the files that changed, by author and conversation. */
export function authors(
  context: Context,
  { since, path = "" }: AuthorsRequest = {},
  run?: Run,
): Authors {
  const { index } = context.store;
  const at = resolvePoint(context, "workspace").moment;
  const from =
    since === undefined ? FIRST : resolvePoint(context, since).moment;
  // A file may have changed on disk, only in its editor, or both.
  const changed = new Set(
    changesBetween(index, Math.min(from, at), at)
      .filter((change) => change.after !== null && isWithin(change.path, path))
      .map((change) => change.path),
  );
  const rows = new Map<string, AuthorLines>();
  const skipped: string[] = [];
  for (const each of changed) {
    checkCancelled(run);
    try {
      const traced = traceLines(context, each, { since: `@${from}` }, run);
      count(context, rows, traced);
    } catch (error) {
      if (
        !isProblem(error, "binary-blame") &&
        !isProblem(error, "too-large-to-blame")
      )
        throw error;
      skipped.push(each);
    }
  }
  return {
    at,
    since: since === undefined ? null : from,
    authors: [...rows.values()].sort(
      (a, b) =>
        Number(a.source === null) - Number(b.source === null) ||
        b.lines - a.lines,
    ),
    skipped,
  };
}

function count(
  { store: { index } }: Context,
  rows: Map<string, AuthorLines>,
  { path, origins, describe }: ReturnType<typeof traceLines>,
): void {
  for (const origin of origins) {
    const { source, thread } = describe(origin);
    const key = JSON.stringify([source, thread]);
    let row = rows.get(key);
    if (!row) {
      const title = thread === null ? null : firstText(index, thread);
      row = { source, thread, title, lines: 0, files: [] };
      rows.set(key, row);
    }
    row.lines++;
    const last = row.files.at(-1);
    if (last?.path === path) last.lines++;
    else row.files.push({ path, lines: 1 });
  }
}
