import type { Run } from "../api";
import type { Placed } from "../capture/readFiles";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import { diskError } from "../model/diskError";
import { CheckpointError } from "../model/errors";
import type { PlannedState, RestoreFailure } from "../model/restorePlan";
import { ancestorsOf, parentOf, tempName } from "../model/workspacePath";
import { lstatInside } from "../workspace/safePath";
import type { Staged } from "../workspace/safeWrite";
import { SafeWriter } from "../workspace/safeWrite";
import { foldersToGo } from "./clearTheWay";
import { holds } from "./current";

/** One path's way from what stands there to what shall; null is nothing. */
export interface Operation {
  path: string;
  from: PlannedState | null;
  to: PlannedState | null;
}

export interface Outcome {
  done: Operation[];
  /** What was written, as it was when it was read back. */
  placed: Map<string, Placed>;
  failures: RestoreFailure[];
}

/**
 * Does the operations: everything is staged and verified before anything is
 * replaced, and everything is replaced before anything else is deleted. Stops at
 * the first failure; the caller decides what becomes of what was done.
 */
export function doOperations(
  context: Context,
  id: string,
  operations: readonly Operation[],
  run?: Run,
): Outcome {
  const writer = new SafeWriter(context.disk, context.root);
  const writes = operations.filter((op) => op.to !== null);
  const deletes = operations.filter((op) => op.to === null);
  const staged = new Map<Operation, Staged>();
  const done: Operation[] = [];
  const placed: Outcome["placed"] = new Map();
  let doing: Operation | undefined;
  try {
    writes.forEach((op, n) => {
      doing = op;
      // Cancelling is safe only while nothing was replaced.
      checkCancelled(run);
      run?.progress?.({ phase: "write", done: n, total: writes.length });
      const bytes = context.store.content(op.to!.hash);
      staged.set(
        op,
        writer.stage(op.path, tempName(id, n), bytes, op.to!.mode),
      );
    });
    const isInTheWay = inTheWay(context, writes);
    const [first, last] = split(deletes, isInTheWay);
    for (const op of first) {
      doing = op;
      assertStill(context, op);
      writer.remove(op.path);
      done.push(op);
    }
    for (const op of writes)
      if (op.from === null) clearFolders(context, writer, op.path);
    for (const op of writes) {
      doing = op;
      assertStill(context, op);
      const { temp, stat } = staged.get(op)!;
      writer.place(temp, op.path);
      staged.delete(op);
      done.push(op);
      if (stat)
        placed.set(op.path, { hash: op.to!.hash, stat, atMs: Date.now() });
    }
    for (const op of last) {
      doing = op;
      assertStill(context, op);
      writer.remove(op.path);
      done.push(op);
    }
    removeEmptyFolders(writer, deletes);
    return { done, placed, failures: [] };
  } catch (error) {
    if (CheckpointError.is(error, "cancelled")) throw error;
    const failure = diskError(error, "restore", doing?.path ?? "");
    return {
      done,
      placed,
      failures: [
        {
          path: doing?.path ?? "",
          code: failure.code,
          message: failure.message,
        },
      ],
    };
  } finally {
    for (const { temp } of staged.values()) writer.discard(temp);
  }
}

/**
 * The last look before a path is replaced. Staging takes a while, and what
 * somebody wrote meanwhile no guard holds.
 */
function assertStill(context: Context, { path, from }: Operation): void {
  const isStill =
    from === null ? isFree(context, path) : holds(context, path, from);
  if (isStill) return;
  throw new CheckpointError(
    "plan-changed",
    `${path} was changed while the restore was at work.`,
    { hint: "Look at the new plan and confirm again.", data: { path } },
  );
}

/** True when a file can be put at a path: on this disk none has another spelling of it. */
function isFree({ disk, root }: Context, path: string): boolean {
  const stat = lstatInside(disk, root, path);
  return stat === null || stat.kind === "folder";
}

/** The way back. */
export function reversed(operations: readonly Operation[]): Operation[] {
  return operations.map(({ path, from, to }) => ({ path, from: to, to: from }));
}

/**
 * True for what must go before the writes: at, above or below a path to write, on
 * a disk that ignores case under another spelling too.
 */
function inTheWay(
  context: Context,
  writes: readonly Operation[],
): (path: string) => boolean {
  const paths = new Set(writes.map((op) => op.path));
  const above = new Set(writes.flatMap((op) => ancestorsOf(op.path)));
  const free = writes.filter((op) => op.from === null).map((op) => op.path);
  let ids: Record<"at" | "above", Set<string>> | undefined;
  const isSpelledOtherwise = (path: string) => {
    ids ??= { at: fileIds(context, free), above: fileIds(context, above) };
    const { at } = ids;
    const isAt = (one: string) => at.has(fileId(context, one));
    return (
      ids.above.has(fileId(context, path)) ||
      (at.size > 0 && [path, ...ancestorsOf(path)].some(isAt))
    );
  };
  return (path) =>
    above.has(path) ||
    ancestorsOf(path).some((folder) => paths.has(folder)) ||
    isSpelledOtherwise(path);
}

/** Removes the empty folders that stand where a file is to be written: all or none. */
function clearFolders(
  context: Context,
  writer: SafeWriter,
  path: string,
): void {
  const folders = foldersToGo(context, path) ?? [];
  for (const folder of folders.reverse()) writer.removeIfEmpty(folder);
}

function removeEmptyFolders(
  writer: SafeWriter,
  deletes: readonly Operation[],
): void {
  const folders = new Set(deletes.map((op) => parentOf(op.path)));
  for (const folder of [...folders].sort((a, b) => b.length - a.length))
    for (let at = folder; at !== ""; at = parentOf(at))
      if (!writer.removeIfEmpty(at)) break;
}

/** What stands at these paths, however else it may be called. */
function fileIds(context: Context, paths: Iterable<string>): Set<string> {
  const ids = new Set<string>();
  for (const path of paths) ids.add(fileId(context, path));
  ids.delete("");
  return ids;
}

function fileId(context: Context, path: string): string {
  const stat = context.disk.lstat(context.root + "/" + path);
  return stat ? `${stat.dev}:${stat.ino}` : "";
}

function split(
  operations: readonly Operation[],
  isFirst: (path: string) => boolean,
): [Operation[], Operation[]] {
  const first: Operation[] = [];
  const last: Operation[] = [];
  for (const op of operations) (isFirst(op.path) ? first : last).push(op);
  return [first, last];
}
