import type { Run, UndoRequest } from "../api";
import type { Context } from "../context";
import { isKept } from "../history/resolveRef";
import { problem } from "../model/errors";
import type { RestorePlan } from "../model/restorePlan";
import type { WorkspacePath } from "../model/workspacePath";
import { isWorkspacePath } from "../model/workspacePath";
import { spellingOf } from "../workspace/safePath";
import { operationsOf } from "./operations";
import type { OwnWrite } from "./decision";
import { describePlan } from "../model/names";
import { asPlanner, makePlan } from "./planRestore";
import type { RestoreRow } from "../store/index/queries/restores";
import { restoreRows } from "../store/index/queries/restores";
import { nothingTo, stacks } from "../history/restores";

/** Plans to put back what the latest restore (or a given one) replaced. */
export function planUndo(
  context: Context,
  request: UndoRequest = {},
  run?: Run,
): RestorePlan {
  return planBack(context, "undo", request, run);
}

/** Plans to redo the latest undone restore. */
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
    const undone = asSpelled(context, writesOf(row.plan), new Set(paths));
    const unsaved = row.plan.unsaved
      .map((entry) => entry.path)
      .filter(isWorkspacePath);
    const spelled = undone.map((write) => write.path);
    const scope = [...new Set([...paths, ...unsaved, ...spelled])];
    assertGuardKept(context, row);
    return makePlan(
      context,
      {
        verb,
        target: {
          label: describePlan(original(context, row).plan),
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

function writesOf({ writes }: RestorePlan): OwnWrite[] {
  return writes.flatMap((write) =>
    isWorkspacePath(write.path) ? [{ ...write, path: write.path }] : [],
  );
}

/**
 * What a restore wrote, plus the same writes under the disk's spelling: in an
 * existing folder A, a file written below a is recorded below A.
 */
function asSpelled(
  { disk, root }: Context,
  writes: readonly OwnWrite[],
  paths: ReadonlySet<WorkspacePath>,
): OwnWrite[] {
  const others = writes.flatMap((write) => {
    const path = spellingOf(disk, root, write.path);
    // The file that was there under that spelling was replaced and is listed
    // already.
    return paths.has(path) ? [] : [{ ...write, path }];
  });
  return [...others, ...writes];
}

/** Follows undo and redo to the original restore. */
function original(context: Context, row: RestoreRow): RestoreRow {
  const rows = new Map(
    restoreRows(context.store.index).map((one) => [one.id, one]),
  );
  let first = row;
  while (first.of !== null && rows.has(first.of)) first = rows.get(first.of)!;
  return first;
}

function assertGuardKept(context: Context, { moment }: RestoreRow): void {
  if (isKept(context, moment)) return;
  throw problem("guard-not-kept");
}
