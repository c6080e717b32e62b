import { merge3 } from "./merge";
import { isSymlink, type Held } from "./version";
import { ancestorsOf } from "./workspacePath";

/**
 * What taking back a change means for each file of it: a three-way merge in
 * which the base is what the change made, ours is what stands there now, and
 * theirs is what it was before. Contents, modes and paths are merged alike;
 * where git would conflict, so do we, and nothing here is ever guessed.
 */

/** One file of the change; null where it did not exist. Two paths: it was renamed. */
export interface RevertedFile {
  before: Located | null;
  after: Located | null;
}

export interface Located extends Held {
  path: string;
}

export interface RevertContext {
  /** What stands at a path now. */
  now: (path: string) => Held | null;
  /** Paths of files that stand below a path now: it is a folder. */
  below?: ((path: string) => Iterable<string>) | undefined;
  /** Where files of the changed state went since: old path to new. */
  renamedSince?: ReadonlyMap<string, string> | undefined;
  read: (hash: string) => Uint8Array;
  labels?: { ours: string; theirs: string } | undefined;
}

export type ConflictReason =
  | "content" // both changed the same lines, or a binary file or link
  | "edited-since" // added by the change, edited or renamed since: keep or delete?
  | "deleted-since" // changed by the change, deleted since: bring back or not?
  | "occupied" // something else stands where the file would come back, or in the way
  | "renamed-apart"; // renamed by the change, and again since to another name

export type RevertStep =
  | {
      action: "write";
      path: string;
      mode: number;
      content: StepContent;
      /** Where the file stands now, when it is moved. */
      from?: string;
    }
  | { action: "delete"; path: string }
  | {
      action: "conflict";
      path: string;
      reason: ConflictReason;
      base: Held | null;
      ours: Held | null;
      theirs: Held | null;
      /** With markers; null when the sides cannot be mixed. */
      merged: Uint8Array | null;
      /** The mode to write whichever content is chosen. */
      mode: number;
      from?: string;
    };

/** Content that is stored already, or that the merge made. */
export type StepContent = Held | { bytes: Uint8Array };

/** Returns what to do, in path order, each path once; nothing where nothing is to do. */
export function decideRevert(
  files: readonly RevertedFile[],
  context: RevertContext,
): RevertStep[] {
  // Paths that get free: files the change added or renamed, still there.
  const leaving = new Set<string>();
  for (const { before, after } of files) {
    if (!after || after.path === before?.path || movedSince(after, context))
      continue;
    const now = context.now(after.path);
    if (now && (before || isSame(now, after))) leaving.add(after.path);
  }
  const occupant: Occupant = (path) =>
    leaving.has(path) ? null : context.now(path);

  let decided = files.map((file) => decideFile(file, context, occupant));
  for (;;) {
    const steps = joined(decided);
    const inTheWay = (path: string) => isInTheWay(path, steps, context);
    const isStuck = (own: RevertStep[]) =>
      own.some((step) => step.action === "write" && inTheWay(step.path));
    // What stays because of that may be in the way of others in turn.
    if (!decided.some(isStuck))
      return [...steps.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    decided = decided.map((own, i) =>
      isStuck(own) ? asConflict(files[i]!, own, context) : own,
    );
  }
}

/** The steps by path. */
function joined(decided: readonly RevertStep[][]): Map<string, RevertStep> {
  const steps = new Map<string, RevertStep>();
  for (const step of decided.flat()) {
    const other = steps.get(step.path);
    // Files that swap names: what one leaves, the other takes. No two are
    // written to one path, since before the change each had its own.
    if (!other || other.action === "delete") steps.set(step.path, step);
    else if (step.action === "conflict" && other.action === "write")
      steps.set(step.path, step);
  }
  return steps;
}

/** True when a file stands above the path, or files stay below it. */
function isInTheWay(
  path: string,
  steps: ReadonlyMap<string, RevertStep>,
  { now, below }: RevertContext,
): boolean {
  const willBe = (at: string) => {
    const action = steps.get(at)?.action;
    return action === "write" || (action !== "delete" && now(at) !== null);
  };
  if (ancestorsOf(path).some(willBe)) return true;
  for (const at of below?.(path) ?? []) if (willBe(at)) return true;
  return false;
}

/** The file stays where it is, and somebody decides. */
function asConflict(
  { before, after }: RevertedFile,
  own: readonly RevertStep[],
  { now }: RevertContext,
): RevertStep[] {
  const { path } = own.find((step) => step.action === "write")!;
  const sides = { base: after, ours: now(path), theirs: before };
  return [conflict(path, "occupied", sides)];
}

/** What stands at a path now and will not leave it. */
type Occupant = (path: string) => Held | null;

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
    return nowPath === after.path && isSame(now, after)
      ? [{ action: "delete", path: nowPath }]
      : [conflict(nowPath, "edited-since", sides)];
  }
  if (before.path === after.path && isSame(before, after)) return [];
  if (!now) {
    const other = nowPath === before.path ? null : context.now(before.path);
    const reason = other ? "occupied" : "deleted-since";
    return [conflict(before.path, reason, { ...sides, ours: other })];
  }

  const path = pick(after.path, nowPath, before.path);
  if (path === undefined) return [conflict(nowPath, "renamed-apart", sides)];
  const { mode, content, merged } = isTurned(before, after, {
    ...now,
    path: nowPath,
  })
    ? { mode: now.mode, content: null, merged: null }
    : mergeHeld(after, now, before, context);
  const isMoved = path !== nowPath;
  const wanted = content && !("bytes" in content) ? { ...content, mode } : null;
  const other = isMoved ? occupant(path) : null;
  if (other && !(wanted && isSame(other, wanted)))
    // What stands there now is ours; the file stays where it is.
    return [conflict(path, "occupied", { ...sides, ours: other })];
  const steps: RevertStep[] = [];
  const from = isMoved ? { from: nowPath } : {};
  if (!content)
    steps.push({ ...conflict(path, "content", sides), merged, mode, ...from });
  else if (isMoved || !wanted || !isSame(wanted, now))
    steps.push({ action: "write", path, mode, content, ...from });
  if (isMoved) steps.push({ action: "delete", path: nowPath });
  return steps;
}

/**
 * True for a file that one side renamed while the other made a link of it, or a
 * file of a link: hardly the same file any more. Git asks, and so do we.
 */
function isTurned(before: Located, after: Located, now: Located): boolean {
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
  if (isSame(now, before)) return [];
  const sides = { base: null, ours: now, theirs: before };
  const merged = mergeContent(null, now, before, context).merged;
  return [{ ...conflict(path, "occupied", sides), merged }];
}

interface Sides {
  base: Held | null;
  ours: Held | null;
  theirs: Held | null;
}

function conflict(path: string, reason: ConflictReason, sides: Sides) {
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
  /** Null when it conflicts; then `merged` may hold a text with markers. */
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
  // A link is taken whole: half of a target leads nowhere anybody meant.
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

/** The side that changed; undefined when both did, differently. */
function pick<T>(base: T, ours: T, theirs: T): T | undefined {
  if (ours === base) return theirs;
  return theirs === base || ours === theirs ? ours : undefined;
}

/** Each permission bit by itself: two sides can only change it to the same. */
function mergeBits(base: number, ours: number, theirs: number): number {
  return (base & ours & theirs) | (~base & (ours | theirs));
}

function movedSince(
  { path }: Located,
  { renamedSince }: RevertContext,
): string | undefined {
  return renamedSince?.get(path);
}

function isSame(a: Held, b: Held): boolean {
  return a.hash === b.hash && a.mode === b.mode;
}

function held({ hash, mode, sizeBytes }: Held): Held {
  return { hash, mode, sizeBytes };
}
