import type { Context } from "../context";
import type { CheckpointError } from "../model/errors";
import { problem } from "../model/errors";
import { isoTime } from "../model/isoTime";
import type { RestoreEntry, RestorePlan } from "../model/restorePlan";
import { numberOf } from "../store/index/queries/checkpoints";
import type { RestoreRow } from "../store/index/queries/restores";
import { restoreRows } from "../store/index/queries/restores";

export function restoreEntries(context: Context, limit = 100): RestoreEntry[] {
  const rows = restoreRows(context.store.index).reverse();
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

/** Restores that began and did not end because their process was interrupted. */
export function unfinishedRestores(context: Context): RestoreRow[] {
  return restoreRows(context.store.index).filter(
    (row) => row.state === "begun",
  );
}

/** The undo and redo stacks, rebuilt from the order of restores. */
export function stacks(context: Context) {
  const undo: RestoreRow[] = [];
  let redo: RestoreRow[] = [];
  const undone = new Set<string>();
  const take = (from: RestoreRow[], id: string | null) => {
    const at = from.findIndex((row) => row.id === id);
    if (at >= 0) from.splice(at, 1);
  };
  for (const row of restoreRows(context.store.index)) {
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

/** Throws if what a plan would undo has been undone by another plan in the meantime. */
export function assertStillToDo(
  context: Context,
  { verb, of }: RestorePlan,
): void {
  if (of === undefined) return;
  const way = verb === "redo" ? "redo" : "undo";
  const stack = stacks(context)[way];
  if (!stack.some((row) => row.id === of)) throw nothingTo(way, of);
}

export function nothingTo(
  verb: "undo" | "redo",
  id: string | undefined,
): CheckpointError {
  return id === undefined
    ? problem("nothing-to-undo", { verb })
    : problem("unknown-restore", { restore: id.slice(0, 40), verb });
}

function toEntry(
  context: Context,
  row: RestoreRow,
  undone: Set<string>,
): RestoreEntry {
  return {
    id: row.id,
    verb: row.verb,
    at: isoTime(row.at),
    target: row.plan.target.label,
    guard: numberOf(context.store.index, row.guard),
    writes: row.plan.writes.length,
    deletes: row.plan.deletes.length,
    state: undone.has(row.id) ? "undone" : (row.state as RestoreEntry["state"]),
    source: row.source,
  };
}
