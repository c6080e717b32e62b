import type { Run } from "../api";
import type { Placed } from "../capture/readOutcome";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import { diskError } from "../model/diskError";
import { CheckpointError, isProblem, problem } from "../model/errors";
import type {
  PlannedState,
  RestoreFailure,
  RestorePlan,
} from "../model/restorePlan";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import {
  ancestorsOf,
  isWorkspacePath,
  parentOf,
  tempName,
} from "../model/workspacePath";
import {
  isFoundInOtherCase,
  isListed,
  lstatInside,
  spellingOf,
} from "../workspace/safePath";
import type { Staged } from "../workspace/safeWrite";
import { SafeWriter } from "../workspace/safeWrite";
import { removableFolders } from "./removeObstacles";
import { isStillAs } from "./fileOnDisk";

/** One path's transition from its current state to its target state; null means no file. */
export interface Operation {
  path: WorkspacePath;
  from: PlannedState | null;
  to: PlannedState | null;
}

export interface Outcome {
  done: Operation[];
  /** What was written, as it was when read back. */
  placed: Map<WorkspacePath, Placed>;
  failures: RestoreFailure[];
}

/**
 * Performs the operations: everything is staged and verified before anything is
 * replaced, and everything is replaced before anything else is deleted. Stops at
 * the first failure; the caller decides whether to roll back.
 */
export function doOperations(
  context: Context,
  id: string,
  operations: readonly Operation[],
  run?: Run,
): Outcome {
  const writer = new SafeWriter(
    context.disk,
    context.root,
    context.modes,
    process.platform,
    context.ownData,
  );
  const writes = operations.filter((op) => op.to !== null);
  const deletes = operations.filter((op) => op.to === null);
  const staged = new Map<Operation, Staged>();
  const done: Operation[] = [];
  const placed: Outcome["placed"] = new Map();
  let doing: Operation | undefined;
  const { contents } = context.store;
  contents.expect(writes.map((op) => op.to!.hash));
  try {
    writes.forEach((op, n) => {
      doing = op;
      // Cancelling is safe only before anything has been replaced.
      checkCancelled(run);
      run?.progress?.({ phase: "write", done: n, total: writes.length });
      const bytes = contents.read(op.to!.hash);
      staged.set(
        op,
        writer.stage(op.path, tempName(id, n), bytes, op.to!.mode),
      );
    });
    const isInTheWay = mustPrecedeWrites(context, writes);
    const [first, last] = split(deletes, isInTheWay);
    for (const op of first) {
      doing = op;
      removeStill(context, writer, op);
      done.push(op);
    }
    for (const op of writes)
      if (op.from === null) removeEmptyFoldersAt(context, writer, op.path);
    for (const op of writes) {
      doing = op;
      const { temp, stat } = staged.get(op)!;
      placeStill(context, writer, op, temp);
      staged.delete(op);
      done.push(op);
      if (stat)
        placed.set(op.path, { hash: op.to!.hash, stat, atMs: Date.now() });
    }
    for (const op of last) {
      doing = op;
      removeStill(context, writer, op);
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
      failures: [{ path: doing?.path ?? "", ...failure.toJSON() }],
    };
  } finally {
    contents.expect([]);
    for (const { temp } of staged.values()) writer.discard(temp);
  }
}

/**
 * The last check before a path is replaced. Staging takes a while, and the guard
 * does not contain what was written in the meantime.
 */
function placeStill(
  context: Context,
  writer: SafeWriter,
  { path, from }: Operation,
  temp: WorkspacePath,
): void {
  if (from === null) {
    if (!isFree(context, path)) throw changed(path);
    writer.place(temp, path);
    return;
  }
  if (!isStillAs(context, path, from)) throw changed(path);
  unlessBlocked(path, () => writer.replace(temp, path));
}

function removeStill(
  context: Context,
  writer: SafeWriter,
  { path, from }: Operation,
): void {
  if (from !== null && !isStillAs(context, path, from)) throw changed(path);
  unlessBlocked(path, () => writer.remove(path));
}

/** A file was there, so whatever blocks its path now is somebody's change as well. */
function unlessBlocked(path: WorkspacePath, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw isProblem(error, "way-blocked") ? changed(path) : error;
  }
}

function changed(path: WorkspacePath): CheckpointError {
  return problem("changed-while-restoring", { path });
}

/** True if a file can be created at a path: no other spelling of it exists on this disk. */
function isFree({ disk, root }: Context, path: WorkspacePath): boolean {
  const stat = lstatInside(disk, root, path);
  if (stat === null || stat.kind === "folder") return true;
  // For about a second, FUSE still finds a deleted file under another spelling.
  return !isListed(disk, root, path);
}

/**
 * The operations of a plan. Paths outside the folder are skipped: Checkpoint never
 * planned those.
 */
export function operationsOf(plan: RestorePlan): Operation[] {
  const operations: Operation[] = [];
  for (const { path, before, after } of plan.writes)
    if (isWorkspacePath(path))
      operations.push({ path, from: before, to: after });
  for (const { path, before } of plan.deletes)
    if (isWorkspacePath(path))
      operations.push({ path, from: before, to: null });
  return operations;
}

/** The operations that undo these. */
export function reversed(operations: readonly Operation[]): Operation[] {
  return operations.map(({ path, from, to }) => ({ path, from: to, to: from }));
}

/**
 * True for a deletion that must come before the writes: its path is at, above or
 * below a path to write, in any spelling on a case-insensitive disk.
 */
function mustPrecedeWrites(
  context: Context,
  writes: readonly Operation[],
): (path: WorkspacePath) => boolean {
  const paths = new Set(writes.map((op) => op.path));
  const above = new Set(writes.flatMap((op) => ancestorsOf(op.path)));
  const free = writes.filter((op) => op.from === null).map((op) => op.path);
  let names: Record<"at" | "above", Set<string>> | undefined;
  const mayHaveOtherSpelling = otherSpellings(context);
  const isSpelledOtherwise = (path: WorkspacePath) => {
    if (!mayHaveOtherSpelling(path)) return false;
    names ??= { at: namesAt(context, free), above: namesAt(context, above) };
    const { at } = names;
    const isAt = (one: WorkspacePath) => at.has(nameAt(context, one));
    return (
      names.above.has(nameAt(context, path)) ||
      (at.size > 0 && [path, ...ancestorsOf(path)].some(isAt))
    );
  };
  return (path) =>
    above.has(path) ||
    ancestorsOf(path).some((folder) => paths.has(folder)) ||
    isSpelledOtherwise(path);
}

/**
 * Returns a predicate for paths that may have other spellings on this disk: false for most, so
 * that they need not be compared with the names of what is written.
 */
function otherSpellings({
  disk,
  root,
}: Context): (path: WorkspacePath) => boolean {
  const asked = new Map<WorkspacePath, boolean>();
  const hasOne = (path: WorkspacePath) => {
    let answer = asked.get(path);
    if (answer === undefined) {
      // A name on Windows may have a short form as well.
      const isPlain = process.platform !== "win32" && /^[ -~]*$/.test(path);
      answer = !isPlain || isFoundInOtherCase(disk, root, path);
      asked.set(path, answer);
    }
    return answer;
  };
  return (path) => [...ancestorsOf(path), path].some(hasOne);
}

/** Removes the empty folders at paths where a file is to be written: all or none. */
function removeEmptyFoldersAt(
  context: Context,
  writer: SafeWriter,
  path: WorkspacePath,
): void {
  const folders = removableFolders(context, path) ?? [];
  for (const folder of folders.reverse()) writer.removeIfEmpty(folder);
}

function removeEmptyFolders(
  writer: SafeWriter,
  deletes: readonly Operation[],
): void {
  const folders = new Set(deletes.map((op) => parentOf(op.path)));
  for (const folder of [...folders].sort((a, b) => b.length - a.length))
    for (let at: WorkspaceFolder = folder; at !== ""; at = parentOf(at))
      if (!writer.removeIfEmpty(at)) break;
}

/** The names on disk of what is at these paths. */
function namesAt(
  context: Context,
  paths: Iterable<WorkspacePath>,
): Set<string> {
  const names = new Set<string>();
  for (const path of paths) names.add(nameAt(context, path));
  names.delete("");
  return names;
}

/** Not identified by inode: FUSE has a different one for each spelling of a name. */
function nameAt({ disk, root }: Context, path: WorkspacePath): string {
  return disk.lstat(root + "/" + path) ? spellingOf(disk, root, path) : "";
}

function split(
  operations: readonly Operation[],
  isFirst: (path: WorkspacePath) => boolean,
): [Operation[], Operation[]] {
  const first: Operation[] = [];
  const last: Operation[] = [];
  for (const op of operations) (isFirst(op.path) ? first : last).push(op);
  return [first, last];
}
