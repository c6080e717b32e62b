import { merge3 } from "./merge";
import { isSymlink, type Held } from "./version";
import { ancestorsOf, type WorkspacePath } from "./workspacePath";

/**
 * Decides what reverting a change means for each of its files: a three-way merge in
 * which the base is the result of the change, ours is the current state, and theirs
 * is the state before the change. Contents, modes and paths are all merged this
 * way; it conflicts where git would, and never guesses.
 */

/**
 * One file of the change; null where it did not exist. Two different paths mean a
 * rename.
 */
export interface RevertedFile {
  before: Located | null;
  after: Located | null;
}

export interface Located extends Held {
  path: WorkspacePath;
}

export interface RevertContext {
  /** The current file at a path. */
  now: (path: WorkspacePath) => Held | null;
  /** Paths of current files below a path, if it is a folder. */
  below?: ((path: WorkspacePath) => Iterable<WorkspacePath>) | undefined;
  /** Files renamed since the change: old path to new. */
  renamedSince?: ReadonlyMap<WorkspacePath, WorkspacePath> | undefined;
  read: (hash: string) => Uint8Array;
  labels?: { ours: string; theirs: string } | undefined;
}

export type ConflictReason =
  | "content" // both sides changed the same lines, a binary file, or a link
  | "edited-since" // added by the change, edited or renamed since: keep or delete?
  | "deleted-since" // modified by the change, deleted since: bring back or not?
  | "occupied" // another file is at the file's path, or blocks it
  | "renamed-apart"; // renamed by the change, and since then to yet another name

export type RevertStep =
  | {
      action: "write";
      path: WorkspacePath;
      mode: number;
      content: StepContent;
      /** The file's current path, if it is moved. */
      from?: WorkspacePath;
    }
  | { action: "delete"; path: WorkspacePath }
  | {
      action: "conflict";
      path: WorkspacePath;
      reason: ConflictReason;
      base: Held | null;
      ours: Held | null;
      theirs: Held | null;
      /** The text with markers; null if the sides cannot be merged. */
      merged: Uint8Array | null;
      /** The mode to write, whichever content is chosen. */
      mode: number;
      from?: WorkspacePath;
    };

/** Content that is already stored, or that the merge produced. */
export type StepContent = Held | { bytes: Uint8Array };

/** Returns the steps in path order, each path once; unchanged files have no step. */
export function decideRevert(
  files: readonly RevertedFile[],
  context: RevertContext,
): RevertStep[] {
  // Paths that become free: files added or renamed by the change and still there.
  const leaving = new Set<WorkspacePath>();
  for (const { before, after } of files) {
    if (!after || after.path === before?.path || movedSince(after, context))
      continue;
    const now = context.now(after.path);
    if (now && (before || isSameFile(now, after))) leaving.add(after.path);
  }
  const occupant: Occupant = (path) =>
    leaving.has(path) ? null : context.now(path);

  let decided = files.map((file) => decideFile(file, context, occupant));
  for (;;) {
    const steps = joined(decided);
    const inTheWay = (path: WorkspacePath) => isInTheWay(path, steps, context);
    const isStuck = (own: RevertStep[]) =>
      own.some((step) => step.action === "write" && inTheWay(step.path));
    // A file that stays because of a conflict may block others in turn.
    if (!decided.some(isStuck))
      return [...steps.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    decided = decided.map((own, i) =>
      isStuck(own) ? asConflict(files[i]!, own, context) : own,
    );
  }
}

/** Combines the steps by path. */
function joined(
  decided: readonly RevertStep[][],
): Map<WorkspacePath, RevertStep> {
  const steps = new Map<WorkspacePath, RevertStep>();
  for (const step of decided.flat()) {
    const other = steps.get(step.path);
    // Files that swap names: one takes the path that the other leaves. Two files
    // are never written to one path, because each had its own before the change.
    if (!other || other.action === "delete") steps.set(step.path, step);
    else if (step.action === "conflict" && other.action === "write")
      steps.set(step.path, step);
  }
  return steps;
}

/** True if a file is at a parent of the path, or files remain below it. */
function isInTheWay(
  path: WorkspacePath,
  steps: ReadonlyMap<WorkspacePath, RevertStep>,
  { now, below }: RevertContext,
): boolean {
  const willBe = (at: WorkspacePath) => {
    const action = steps.get(at)?.action;
    return action === "write" || (action !== "delete" && now(at) !== null);
  };
  if (ancestorsOf(path).some(willBe)) return true;
  for (const at of below?.(path) ?? []) if (willBe(at)) return true;
  return false;
}

/** The file stays where it is until the conflict is resolved. */
function asConflict(
  { before, after }: RevertedFile,
  own: readonly RevertStep[],
  { now }: RevertContext,
): RevertStep[] {
  const { path } = own.find((step) => step.action === "write")!;
  const sides = { base: after, ours: now(path), theirs: before };
  return [conflict(path, "occupied", sides)];
}

/** The current file at a path, if it will stay there. */
type Occupant = (path: WorkspacePath) => Held | null;

function decideFile(
  { before, after }: RevertedFile,
  context: RevertContext,
  occupant: Occupant,
): RevertStep[] {
  if (!after) return before ? bringBack(before, context, occupant) : [];
  const nowPath = movedSince(after, context) ?? after.path;
  const now = context.now(nowPath);
  const sides = { base: after, ours: now, theirs: before };
  if (!before) {
    if (!now) return [];
    return nowPath === after.path && isSameFile(now, after)
      ? [{ action: "delete", path: nowPath }]
      : [conflict(nowPath, "edited-since", sides)];
  }
  if (before.path === after.path && isSameFile(before, after)) return [];
  if (!now) {
    const other = nowPath === before.path ? null : context.now(before.path);
    const reason = other ? "occupied" : "deleted-since";
    return [conflict(before.path, reason, { ...sides, ours: other })];
  }

  const path = pick(after.path, nowPath, before.path);
  if (path === undefined) return [conflict(nowPath, "renamed-apart", sides)];
  const { mode, content, merged } = changedType(before, after, {
    ...now,
    path: nowPath,
  })
    ? { mode: now.mode, content: null, merged: null }
    : mergeHeld(after, now, before, context);
  const isMoved = path !== nowPath;
  const wanted = content && !("bytes" in content) ? { ...content, mode } : null;
  const other = isMoved ? occupant(path) : null;
  if (other && !(wanted && isSameFile(other, wanted)))
    // Ours is the file at the path now; the reverted file stays where it is.
    return [conflict(path, "occupied", { ...sides, ours: other })];
  const steps: RevertStep[] = [];
  const from = isMoved ? { from: nowPath } : {};
  if (!content)
    steps.push({ ...conflict(path, "content", sides), merged, mode, ...from });
  else if (isMoved || !wanted || !isSameFile(wanted, now))
    steps.push({ action: "write", path, mode, content, ...from });
  if (isMoved) steps.push({ action: "delete", path: nowPath });
  return steps;
}

/**
 * True if one side renamed the file and the other replaced it with a symlink, or a
 * symlink with a file. It is hardly the same file then; like git, ask.
 */
function changedType(before: Located, after: Located, now: Located): boolean {
  const isOther = (a: Held, b: Held) => isSymlink(a.mode) !== isSymlink(b.mode);
  return (
    (now.path !== after.path && isOther(before, after)) ||
    (before.path !== after.path && isOther(now, after))
  );
}

/** A file that the change deleted. */
function bringBack(
  before: Located,
  context: RevertContext,
  occupant: Occupant,
): RevertStep[] {
  const { path, mode } = before;
  const now = occupant(path);
  if (!now) return [{ action: "write", path, mode, content: held(before) }];
  if (isSameFile(now, before)) return [];
  const sides = { base: null, ours: now, theirs: before };
  const merged = mergeContent(null, now, before, context).merged;
  return [{ ...conflict(path, "occupied", sides), merged }];
}

interface Sides {
  base: Held | null;
  ours: Held | null;
  theirs: Held | null;
}

function conflict(path: WorkspacePath, reason: ConflictReason, sides: Sides) {
  const { base, ours, theirs } = sides;
  return {
    action: "conflict" as const,
    path,
    reason,
    base: base && held(base),
    ours: ours && held(ours),
    theirs: theirs && held(theirs),
    merged: null as Uint8Array | null,
    mode: (ours ?? theirs ?? base)!.mode,
  };
}

interface MergedContent {
  /** Null on conflict; `merged` may then have the text with markers. */
  content: StepContent | null;
  merged: Uint8Array | null;
}

function mergeHeld(
  base: Held,
  ours: Held,
  theirs: Held,
  context: RevertContext,
): MergedContent & { mode: number } {
  if (![base, ours, theirs].some(({ mode }) => isSymlink(mode)))
    return {
      ...mergeContent(base, ours, theirs, context),
      mode: mergeBits(base.mode, ours.mode, theirs.mode),
    };
  // A symlink is never merged: a partial target would point nowhere useful.
  const key = ({ hash, mode }: Held) => `${mode} ${hash}`;
  const kept = pick(key(base), key(ours), key(theirs));
  const side = [ours, theirs].find((one) => key(one) === kept);
  return side
    ? { mode: side.mode, content: held(side), merged: null }
    : { mode: ours.mode, content: null, merged: null };
}

function mergeContent(
  base: Held | null,
  ours: Held,
  theirs: Held,
  context: RevertContext,
): MergedContent {
  const kept = base ? pick(base.hash, ours.hash, theirs.hash) : undefined;
  const side = [ours, theirs].find(({ hash }) => hash === kept);
  if (side) return { content: held(side), merged: null };
  if ([base, ours, theirs].some((one) => one && isSymlink(one.mode)))
    return { content: null, merged: null };
  const merged = merge3({
    base: base ? context.read(base.hash) : new Uint8Array(0),
    ours: context.read(ours.hash),
    theirs: context.read(theirs.hash),
    labels: context.labels,
  });
  return merged.ok
    ? { content: { bytes: merged.bytes }, merged: null }
    : { content: null, merged: merged.merged };
}

/** The value of the side that changed; undefined if both changed it differently. */
function pick<T>(base: T, ours: T, theirs: T): T | undefined {
  if (ours === base) return theirs;
  return theirs === base || ours === theirs ? ours : undefined;
}

/** Merges each permission bit separately: if both sides change a bit, they agree. */
function mergeBits(base: number, ours: number, theirs: number): number {
  return (base & ours & theirs) | (~base & (ours | theirs));
}

function movedSince(
  { path }: Located,
  { renamedSince }: RevertContext,
): WorkspacePath | undefined {
  return renamedSince?.get(path);
}

function isSameFile(a: Held, b: Held): boolean {
  return a.hash === b.hash && a.mode === b.mode;
}

function held({ hash, mode, sizeBytes }: Held): Held {
  return { hash, mode, sizeBytes };
}
