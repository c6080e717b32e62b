import type { Run, UndoRequest } from "../api";
import type { Context } from "../context";
import { isKept } from "../history/points";
import { CheckpointError } from "../model/errors";
import type { PlannedWrite, RestorePlan } from "../model/restorePlan";
import { spellingOf } from "../workspace/safePath";
import { operationsOf } from "./applyRestore";
import { deedOf } from "./deed";
import { asPlanner, makePlan } from "./planRestore";
import type { RestoreRow } from "./restores";
import { nothingTo, restoreRows, stacks } from "./restores";

/** Plans to put back what the latest restore (or a given one) replaced. */
export function planUndo(
  context: Context,
  request: UndoRequest = {},
  run?: Run,
): RestorePlan {
  return planBack(context, "undo", request, run);
}

/** Plans to do again what the latest undo took back. */
export function planRedo(
  context: Context,
  request: UndoRequest = {},
  run?: Run,
): RestorePlan {
  return planBack(context, "redo", request, run);
}

function planBack(
  context: Context,
  verb: "undo" | "redo",
  request: UndoRequest,
  run?: Run,
): RestorePlan {
  return asPlanner(context, run, () => {
    const stack = stacks(context)[verb];
    const row =
      request.restore === undefined
        ? stack.at(-1)
        : stack.find((candidate) => candidate.id === request.restore);
    if (!row) throw nothingTo(verb, request.restore);
    const paths = operationsOf(row.plan).map((op) => op.path);
    const undone = asSpelled(context, row.plan.writes, new Set(paths));
    const unsaved = row.plan.unsaved.map((entry) => entry.path);
    const spelled = undone.map((write) => write.path);
    const scope = [...new Set([...paths, ...unsaved, ...spelled])];
    assertGuardKept(context, row);
    return makePlan(
      context,
      {
        verb,
        target: {
          label: deedOf(original(context, row).plan),
          moment: row.moment,
          checkpoint: null,
        },
        moment: row.moment,
        paths: scope,
        isExact: true,
        isFileless: scope.length === 0,
        source: null,
        withUnsaved: request.unsaved ?? false,
        editors: request.editors,
        of: row.id,
        undone,
      },
      run,
    );
  });
}

/**
 * What a restore wrote, and once more by the name that the disk gave it: in a
 * folder that was there as A it is not below a.
 */
function asSpelled(
  { disk, root }: Context,
  writes: readonly PlannedWrite[],
  paths: ReadonlySet<string>,
): PlannedWrite[] {
  const others = writes.flatMap((write) => {
    const path = spellingOf(disk, root, write.path);
    // What stood there by that name was replaced, and is known by it.
    return paths.has(path) ? [] : [{ ...write, path }];
  });
  return [...others, ...writes];
}

/** The restore that was undone, redone, undone again... */
function original(context: Context, row: RestoreRow): RestoreRow {
  const rows = new Map(restoreRows(context).map((one) => [one.id, one]));
  let first = row;
  while (first.of !== null && rows.has(first.of)) first = rows.get(first.of)!;
  return first;
}

function assertGuardKept(context: Context, { moment }: RestoreRow): void {
  if (isKept(context, moment)) return;
  throw new CheckpointError(
    "not-kept",
    "What that restore replaced is no longer kept.",
    {
      hint: "Guard checkpoints are pruned after a while; choose a checkpoint from the list.",
    },
  );
}
