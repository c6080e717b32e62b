import type { Context } from "../context";
import { isoTime } from "../history/rows";
import { CheckpointError } from "../model/errors";
import type {
  RestoreEntry,
  RestorePlan,
  RestoreVerb,
} from "../model/restorePlan";

/** A restore as the index has it. */
export interface RestoreRow {
  id: string;
  verb: RestoreVerb;
  at: number;
  source: string;
  guard: string;
  moment: number;
  plan: RestorePlan;
  of: string | null;
  state: string;
}

export function restoreEntries(context: Context, limit = 100): RestoreEntry[] {
  const rows = restoreRows(context).reverse();
  const { undone } = stacks(context);
  return rows
    .filter((row) => row.state !== "begun")
    .slice(0, limit)
    .map((row) => toEntry(context, row, undone));
}

export function topEntries(context: Context): {
  undo: RestoreEntry | null;
  redo: RestoreEntry | null;
} {
  const { undo, redo, undone } = stacks(context);
  const entry = (row: RestoreRow | undefined) =>
    row ? toEntry(context, row, undone) : null;
  return { undo: entry(undo.at(-1)), redo: entry(redo.at(-1)) };
}

/** Restores that began and did not end: their process was cut off. */
export function unfinishedRestores(context: Context): RestoreRow[] {
  return restoreRows(context).filter((row) => row.state === "begun");
}

/** Both stacks, from the order in which things were done. */
export function stacks(context: Context) {
  const undo: RestoreRow[] = [];
  let redo: RestoreRow[] = [];
  const undone = new Set<string>();
  const take = (from: RestoreRow[], id: string | null) => {
    const at = from.findIndex((row) => row.id === id);
    if (at >= 0) from.splice(at, 1);
  };
  for (const row of restoreRows(context)) {
    if (row.state !== "done" && row.state !== "recovered") continue;
    if (row.verb === "undo") {
      take(undo, row.of);
      redo.push(row);
      if (row.of !== null) undone.add(row.of);
    } else if (row.verb === "redo") {
      take(redo, row.of);
      undo.push(row);
    } else {
      undo.push(row);
      redo = [];
    }
  }
  return { undo, redo, undone };
}

/** Throws when what a plan takes back was taken back meanwhile, by another one. */
export function assertStillToDo(
  context: Context,
  { verb, of }: RestorePlan,
): void {
  if (of === undefined) return;
  const stack = stacks(context)[verb === "redo" ? "redo" : "undo"];
  if (!stack.some((row) => row.id === of)) throw nothingTo(verb, of);
}

export function nothingTo(
  verb: string,
  id: string | undefined,
): CheckpointError {
  return id === undefined
    ? new CheckpointError("nothing-to-undo", `There is no restore to ${verb}.`)
    : new CheckpointError(
        "not-found",
        `There is no restore ${id.slice(0, 40)} to ${verb}.`,
        {
          hint: "It may have been undone already. The id of a restore is in what it answered, as restoreId.",
        },
      );
}

function toEntry(
  context: Context,
  row: RestoreRow,
  undone: Set<string>,
): RestoreEntry {
  const number = context.store.index.sql.first(
    "SELECT number FROM checkpoint WHERE id = ?",
    row.guard,
  )?.[0];
  return {
    id: row.id,
    verb: row.verb,
    at: isoTime(row.at),
    target: row.plan.target.label,
    guard: (number as number | undefined) ?? null,
    writes: row.plan.writes.length,
    deletes: row.plan.deletes.length,
    state: undone.has(row.id) ? "undone" : (row.state as RestoreEntry["state"]),
    source: row.source,
  };
}

export function restoreRows(context: Context): RestoreRow[] {
  return context.store.index.sql
    .all(
      "SELECT id, verb, at, source, guard, moment, plan, of, state FROM restore ORDER BY seq",
    )
    .map((row) => ({
      id: row[0] as string,
      verb: row[1] as RestoreVerb,
      at: row[2] as number,
      source: row[3] as string,
      guard: row[4] as string,
      moment: row[5] as number,
      plan: JSON.parse(row[6] as string) as RestorePlan,
      of: row[7] as string | null,
      state: row[8] as string,
    }));
}
