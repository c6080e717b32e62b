import type { SkipReason } from "../model/checkpoint";
import { ancestorsOf, baseOf, parentOf } from "../model/workspacePath";
import type { HeadRow } from "./head";

/** Numbers of a row that may be large or have fractions, and those that are small. */
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
];

/**
 * Every path of the present state, for a full scan. A folder may have a hundred
 * thousand of them: in columns they take a fifth of what as many objects would.
 * Names are kept folder by folder, as a scan meets them.
 */
export class HeadTable {
  private readonly folders = new Map<string, Map<string, number>>();
  /** How many folders with files lie below each, however deep. */
  private readonly below = new Map<string, number>();
  private readonly free: number[] = [];
  private wide = new Float64Array(WIDE * 64);
  private narrow = new Int32Array(NARROW * 64);
  private used = 0;

  get(path: string): HeadRow | undefined {
    return this.childrenOf(parentOf(path))(baseOf(path));
  }

  /** Looks names up in one folder. */
  childrenOf(folder: string): (name: string) => HeadRow | undefined {
    const names = this.folders.get(folder);
    if (!names) return () => undefined;
    return (name) => {
      const slot = names.get(name);
      return slot === undefined ? undefined : this.rowAt(slot);
    };
  }

  /** True when there are paths below this one: it is known as a folder. */
  hasBelow(path: string): boolean {
    return this.folders.has(path) || this.below.has(path);
  }

  *entries(): Iterable<[path: string, row: HeadRow]> {
    for (const [path, slot] of this.slots()) yield [path, this.rowAt(slot)];
  }

  /** A list of what was met, as long as the table stays as it is. */
  tally(): Tally {
    const met = new Uint8Array(this.used);
    let left = this.used - this.free.length;
    return {
      add: (row) => {
        left -= 1 - met[row.slot!]!;
        met[row.slot!] = 1;
      },
      has: (row) => met[row.slot!] === 1,
      rest: () => {
        const rest: string[] = [];
        if (left === 0) return rest;
        for (const [path, slot] of this.slots())
          if (met[slot] === 0) rest.push(path);
        return rest;
      },
    };
  }

  set(path: string, row: HeadRow): void {
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

  remove(path: string): void {
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

  private *slots(): Iterable<[path: string, slot: number]> {
    for (const [folder, names] of this.folders) {
      const prefix = folder === "" ? "" : folder + "/";
      for (const [name, slot] of names) yield [prefix + name, slot];
    }
  }

  private rowAt(slot: number): HeadRow {
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

  /** The slot of a path, a new one if it has none. */
  private slotOf(path: string): number {
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

  private countBelow(folder: string, more: 1 | -1): void {
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
  // A reason of a later version: all that counts is that there is one.
  return code < 0 ? REASONS.indexOf("unreadable") : code;
}

/** Which rows of a table a scan has met. */
export interface Tally {
  add(row: HeadRow): void;
  has(row: HeadRow): boolean;
  /** The paths of the others. */
  rest(): string[];
}
