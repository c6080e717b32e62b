import type { SkipReason } from "../../model/checkpoint";
import type { WorkspaceFolder, WorkspacePath } from "../../model/workspacePath";
import {
  ancestorsOf,
  baseOf,
  childOf,
  parentOf,
} from "../../model/workspacePath";

/** The current disk version of a path, with which a scan compares the file. */
export interface CurrentRow {
  version: number;
  pathId: number;
  /** The content's row id; null for a skipped path. */
  content: number | null;
  mode: number;
  sizeBytes: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  reason: SkipReason | null;
  /** Its position in the table, if it comes from there. */
  slot?: number;
}

/** Columns for values that may be large or fractional, and columns for small ones. */
const WIDE = 4;
const NARROW = 5;
const NO_CONTENT = -1;

const REASONS: readonly (SkipReason | null)[] = [
  null,
  "too-large",
  "unreadable",
  "special",
  "changing",
  "name",
  "own-data",
];

/**
 * Every path of the current state, for a full scan. A folder may have a hundred
 * thousand of them; columns take a fifth of the memory of objects. Names are
 * grouped by folder, in the order of a scan.
 */
export class CurrentStateCache {
  private readonly folders = new Map<WorkspaceFolder, Map<string, number>>();
  /** The number of folders with files below each folder, at any depth. */
  private readonly below = new Map<WorkspacePath, number>();
  private readonly free: number[] = [];
  private wide = new Float64Array(WIDE * 64);
  private narrow = new Int32Array(NARROW * 64);
  private used = 0;

  get(path: WorkspacePath): CurrentRow | undefined {
    return this.childrenOf(parentOf(path))(baseOf(path));
  }

  /** Returns a lookup by name in one folder. */
  childrenOf(
    folder: WorkspaceFolder,
  ): (name: string) => CurrentRow | undefined {
    const names = this.folders.get(folder);
    if (!names) return () => undefined;
    return (name) => {
      const slot = names.get(name);
      return slot === undefined ? undefined : this.rowAt(slot);
    };
  }

  /** The same for a scan: each row is valid until the next one is looked up. */
  scannedIn(
    folder: WorkspaceFolder,
  ): (name: string) => Readonly<CurrentRow> | undefined {
    const names = this.folders.get(folder);
    if (!names) return () => undefined;
    let row: CurrentRow | undefined;
    return (name) => {
      const slot = names.get(name);
      if (slot === undefined) return undefined;
      if (row) this.readInto(row, slot);
      else row = this.rowAt(slot);
      return row;
    };
  }

  /** True if there are paths below this one, so it is known to be a folder. */
  hasBelow(path: WorkspacePath): boolean {
    return this.folders.has(path) || this.below.has(path);
  }

  *entries(): Iterable<[path: WorkspacePath, row: CurrentRow]> {
    for (const [path, slot] of this.slots()) yield [path, this.rowAt(slot)];
  }

  /**
   * Tracks which rows a scan has found. If the table changes meanwhile, the rest has to be
   * checked: it may contain paths that were added.
   */
  tally(): Tally {
    let isSeen = new Uint8Array(this.used);
    let left = this.used - this.free.length;
    return {
      add: ({ slot }) => {
        if (slot! >= isSeen.length) {
          const more = new Uint8Array(this.used);
          more.set(isSeen);
          left += more.length - isSeen.length;
          isSeen = more;
        }
        left -= 1 - isSeen[slot!]!;
        isSeen[slot!] = 1;
      },
      has: (row) => isSeen[row.slot!] === 1,
      rest: () => {
        const rest: WorkspacePath[] = [];
        if (left === 0) return rest;
        for (const [path, slot] of this.slots())
          if (isSeen[slot] === 0) rest.push(path);
        return rest;
      },
    };
  }

  set(path: WorkspacePath, row: CurrentRow): void {
    const slot = this.slotOf(path);
    const { wide, narrow } = this;
    let at = slot * WIDE;
    wide[at++] = row.mtimeMs;
    wide[at++] = row.ctimeMs;
    wide[at++] = row.ino;
    wide[at] = row.sizeBytes;
    at = slot * NARROW;
    narrow[at++] = row.version;
    narrow[at++] = row.pathId;
    narrow[at++] = row.content ?? NO_CONTENT;
    narrow[at++] = row.mode;
    narrow[at] = codeOf(row.reason);
  }

  remove(path: WorkspacePath): void {
    const folder = parentOf(path);
    const names = this.folders.get(folder);
    const slot = names?.get(baseOf(path));
    if (!names || slot === undefined) return;
    names.delete(baseOf(path));
    if (names.size === 0) {
      this.folders.delete(folder);
      this.countBelow(folder, -1);
    }
    this.free.push(slot);
  }

  private *slots(): Iterable<[path: WorkspacePath, slot: number]> {
    for (const [folder, names] of this.folders) {
      for (const [name, slot] of names) yield [childOf(folder, name), slot];
    }
  }

  private rowAt(slot: number): CurrentRow {
    const { wide, narrow } = this;
    const w = slot * WIDE;
    const n = slot * NARROW;
    const content = narrow[n + 2]!;
    return {
      slot,
      version: narrow[n]!,
      pathId: narrow[n + 1]!,
      content: content === NO_CONTENT ? null : content,
      mode: narrow[n + 3]!,
      sizeBytes: wide[w + 3]!,
      mtimeMs: wide[w]!,
      ctimeMs: wide[w + 1]!,
      ino: wide[w + 2]!,
      reason: REASONS[narrow[n + 4]!]!,
    };
  }

  private readInto(row: CurrentRow, slot: number): void {
    const { wide, narrow } = this;
    const w = slot * WIDE;
    const n = slot * NARROW;
    const content = narrow[n + 2]!;
    row.slot = slot;
    row.version = narrow[n]!;
    row.pathId = narrow[n + 1]!;
    row.content = content === NO_CONTENT ? null : content;
    row.mode = narrow[n + 3]!;
    row.sizeBytes = wide[w + 3]!;
    row.mtimeMs = wide[w]!;
    row.ctimeMs = wide[w + 1]!;
    row.ino = wide[w + 2]!;
    row.reason = REASONS[narrow[n + 4]!]!;
  }

  /** The slot of a path; a new one if it has none. */
  private slotOf(path: WorkspacePath): number {
    const folder = parentOf(path);
    const name = baseOf(path);
    let names = this.folders.get(folder);
    if (!names) {
      names = new Map();
      this.folders.set(folder, names);
      this.countBelow(folder, 1);
    }
    let slot = names.get(name);
    if (slot !== undefined) return slot;
    slot = this.free.pop() ?? this.used++;
    names.set(name, slot);
    if (this.used * WIDE > this.wide.length) this.grow();
    return slot;
  }

  private countBelow(folder: WorkspaceFolder, more: 1 | -1): void {
    for (const above of ancestorsOf(folder)) {
      const count = (this.below.get(above) ?? 0) + more;
      if (count === 0) this.below.delete(above);
      else this.below.set(above, count);
    }
  }

  private grow(): void {
    const { wide, narrow } = this;
    const room = Math.ceil(this.used * 1.5);
    this.wide = new Float64Array(room * WIDE);
    this.wide.set(wide);
    this.narrow = new Int32Array(room * NARROW);
    this.narrow.set(narrow);
  }
}

function codeOf(reason: SkipReason | null): number {
  const code = REASONS.indexOf(reason);
  // A reason of a later version: it only matters that there is one.
  return code < 0 ? REASONS.indexOf("unreadable") : code;
}

/** The rows of a table that a scan has found. */
export interface Tally {
  add(row: CurrentRow): void;
  has(row: CurrentRow): boolean;
  /** The paths of the other rows. */
  rest(): WorkspacePath[];
}
