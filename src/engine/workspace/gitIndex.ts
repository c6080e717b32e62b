import { createHash } from "node:crypto";

/**
 * Reads the names in a git index file, versions 2 to 4, without creating a string
 * for each. Throws on anything it does not understand: an unreadable index must not
 * be treated as an empty one.
 */

export interface ParsedIndex {
  names: SortedNames;
  /** For a split index: the other entries are in the file with this name. */
  shared: SharedIndex | null;
}

export interface SharedIndex {
  fileName: string;
  /** Whether the entry at a position of that file is deleted. */
  isDeleted: (position: number) => boolean;
}

const SUBMODULE = 0o160000;
const MODE_AT = 24;
const STAT_BYTES = 40;

/** `hashBytes` is 20, or 32 in a SHA-256 repository. */
export function parseGitIndex(bytes: Buffer, hashBytes: 20 | 32): ParsedIndex {
  const end = bytes.length - hashBytes;
  checkSum(bytes, end, hashBytes);
  if (bytes.toString("latin1", 0, 4) !== "DIRC")
    throw new Error("not-an-index");
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) throw new Error(`index-version-${version}`);
  const count = bytes.readUInt32BE(8);
  const names = new NameCollector(bytes.length);
  let at = 12;
  for (let i = 0; i < count; i++) {
    const start = at;
    const mode = bytes.readUInt32BE(start + MODE_AT);
    at += STAT_BYTES + hashBytes;
    const flags = bytes.readUInt16BE(at);
    at += version >= 3 && flags & 0x4000 ? 4 : 2;
    let strip = 0;
    if (version === 4) {
      // Encoded like git's other offsets: each further byte adds one before the
      // shift.
      let byte = bytes.readUInt8(at++);
      strip = byte & 0x7f;
      while (byte & 0x80) {
        byte = bytes.readUInt8(at++);
        strip = (strip + 1) * 128 + (byte & 0x7f);
      }
    }
    const isFolder = (mode & 0o170000) === SUBMODULE;
    const nul = names.add(
      bytes,
      at,
      end,
      isFolder,
      version === 4 ? strip : null,
    );
    if (nul === end) throw new Error("name-unterminated");
    // Before version 4, entries are padded with one to eight zeros.
    at = version === 4 ? nul + 1 : start + ((nul - start + 8) & ~7);
  }
  const shared = readExtensions(bytes, at, end, hashBytes);
  return { names: names.finish(), shared };
}

/** Merges the names of both files of a split index. */
export function joinSplit(
  own: SortedNames,
  base: SortedNames,
  isDeleted: (position: number) => boolean,
): SortedNames {
  const names = new NameCollector(own.bytes.length + base.bytes.length);
  for (let i = 0; i < base.count; i++) if (!isDeleted(i)) names.copy(base, i);
  // An entry that replaces a shared one has no name here.
  for (let i = 0; i < own.count; i++)
    if (own.lengthOf(i) > 0) names.copy(own, i);
  return names.finish();
}

/** Names as bytes, in ascending order. Lookups use binary search, so few become strings. */
export class SortedNames {
  constructor(
    readonly bytes: Buffer,
    /** The end offset of each name. */
    private readonly ends: Uint32Array,
    /** Positions of the names that are submodule folders. */
    private readonly folders: ReadonlySet<number>,
  ) {}

  get count(): number {
    return this.ends.length;
  }

  has(name: string): boolean {
    const at = this.find(name);
    return at !== null && !this.isFolder(at);
  }

  hasSubmodule(folder: string): boolean {
    const at = this.find(folder);
    return at !== null && this.isFolder(at);
  }

  /** The entry of a folder in a sparse index has nothing below it. */
  hasBelow(folder: string): boolean {
    const prefix = Buffer.from(folder + "/");
    const at = this.firstFrom(prefix);
    if (at >= this.count || this.lengthOf(at) <= prefix.length) return false;
    const start = this.startOf(at);
    return compare(this.bytes, start, start + prefix.length, prefix) === 0;
  }

  isFolder(i: number): boolean {
    return this.folders.has(i);
  }

  startOf(i: number): number {
    return i === 0 ? 0 : this.ends[i - 1]!;
  }

  lengthOf(i: number): number {
    return this.ends[i]! - this.startOf(i);
  }

  private compare(wanted: Buffer, i: number): number {
    return compare(this.bytes, this.startOf(i), this.ends[i]!, wanted);
  }

  private find(name: string): number | null {
    const wanted = Buffer.from(name);
    const at = this.firstFrom(wanted);
    return at < this.count && this.compare(wanted, at) === 0 ? at : null;
  }

  /** The position of the first name that is not smaller. */
  private firstFrom(wanted: Buffer): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(wanted, middle) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Collects names in a growing buffer. */
class NameCollector {
  private bytes: Uint8Array;
  private length = 0;
  private readonly ends: number[] = [];
  private readonly folders = new Set<number>();
  private isSorted = true;
  private readonly most: number;

  constructor(fileBytes: number) {
    this.bytes = new Uint8Array(Math.max(1024, fileBytes >> 1));
    // A compressed name can expand to any length; no real index needs more than
    // this.
    this.most = 64 * 1024 + 16 * fileBytes;
  }

  /**
   * Adds the name that ends at the next zero byte, and returns that position. With
   * `strip`, it starts with the previous name minus that many bytes. Copies byte by
   * byte: for names this short, Buffer's own methods take ten times as long.
   */
  add(
    from: Uint8Array,
    start: number,
    limit: number,
    isFolder: boolean,
    strip: number | null,
  ): number {
    const last = this.lastStart();
    const first = this.length;
    const kept = strip === null ? 0 : first - last - strip;
    if (kept < 0) throw new Error("name-too-short");
    let zero = start;
    while (zero < limit && from[zero] !== 0) zero++;
    this.reserve(kept + zero - start);
    const { bytes } = this;
    let to = first;
    for (let i = last; i < last + kept; i++) bytes[to++] = bytes[i]!;
    for (let i = start; i < zero; i++) bytes[to++] = from[i]!;
    if (isFolder) this.folders.add(this.ends.length);
    if (this.isSorted && this.ends.length > 0)
      this.isSorted = isAscending(bytes, last, first, to);
    this.length = to;
    this.ends.push(to);
    return zero;
  }

  copy(names: SortedNames, i: number): void {
    const start = names.startOf(i);
    const end = start + names.lengthOf(i);
    this.add(names.bytes, start, end, names.isFolder(i), null);
  }

  finish(): SortedNames {
    if (this.isSorted)
      return new SortedNames(
        Buffer.from(this.bytes.subarray(0, this.length)),
        Uint32Array.from(this.ends),
        this.folders,
      );
    const all = Buffer.from(this.bytes.buffer, 0, this.length);
    const nameOf = (i: number) =>
      all.subarray(i === 0 ? 0 : this.ends[i - 1], this.ends[i]);
    const order = [...this.ends.keys()].sort((a, b) =>
      Buffer.compare(nameOf(a), nameOf(b)),
    );
    const names = order.map(nameOf);
    let length = 0;
    const ends = names.map((name) => (length += name.length));
    const folders = [...order.keys()].filter((i) =>
      this.folders.has(order[i]!),
    );
    return new SortedNames(
      Buffer.concat(names),
      Uint32Array.from(ends),
      new Set(folders),
    );
  }

  private lastStart(): number {
    const { ends } = this;
    return ends.length < 2 ? 0 : ends[ends.length - 2]!;
  }

  private reserve(length: number): void {
    const needed = this.length + length;
    if (needed > this.most) throw new Error("names-too-long");
    if (needed <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}

/** Git can be configured to write zeros instead (`index.skipHash`). */
function checkSum(bytes: Buffer, end: number, hashBytes: number): void {
  if (end < 12) throw new Error("too-short");
  const said = bytes.subarray(end);
  if (said.every((byte) => byte === 0)) return;
  const hash = createHash(hashBytes === 20 ? "sha1" : "sha256");
  if (!hash.update(bytes.subarray(0, end)).digest().equals(said))
    throw new Error("wrong-checksum");
}

function readExtensions(
  bytes: Buffer,
  from: number,
  end: number,
  hashBytes: number,
): SharedIndex | null {
  let shared: SharedIndex | null = null;
  let at = from;
  while (at < end) {
    const name = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32BE(at + 4);
    const next = at + 8 + length;
    if (next > end) throw new Error("extension-unterminated");
    if (name === "link")
      shared = readLink(bytes.subarray(at + 8, next), hashBytes);
    // An extension that starts with a lowercase letter changes the meaning of the
    // entries.
    else if (/^[a-z]/.test(name) && name !== "sdir")
      throw new Error(`extension-${name}`);
    at = next;
  }
  return shared;
}

function readLink(bytes: Buffer, hashBytes: number): SharedIndex | null {
  const hash = bytes.subarray(0, hashBytes);
  if (hash.every((byte) => byte === 0)) return null; // all entries are in this file
  const bitmap = bytes.subarray(hashBytes);
  return {
    fileName: `sharedindex.${hash.toString("hex")}`,
    isDeleted: bitmap.length === 0 ? () => false : readBitmap(bitmap),
  };
}

/** An EWAH bitmap: runs of equal words, each followed by literal words. */
function readBitmap(bytes: Buffer): (position: number) => boolean {
  const bits = bytes.readUInt32BE(0);
  const words = bytes.readUInt32BE(4);
  const runs: { from: number; to: number }[] = [];
  const literals = new Map<number, bigint>();
  let word = 0;
  for (let i = 0; i < words;) {
    const marker = bytes.readBigUInt64BE(8 + 8 * i++);
    const isSet = (marker & 1n) === 1n;
    const length = Number((marker >> 1n) & 0xffffffffn);
    if (isSet) runs.push({ from: word * 64, to: (word + length) * 64 });
    word += length;
    for (let left = Number(marker >> 33n); left > 0; left--)
      literals.set(word++, bytes.readBigUInt64BE(8 + 8 * i++));
  }
  return (position) =>
    position < bits &&
    (runs.some(({ from, to }) => position >= from && position < to) ||
      (((literals.get(position >>> 6) ?? 0n) >> BigInt(position & 63)) & 1n) ===
        1n);
}

/** Like memcmp, for a range of these bytes. */
function compare(
  bytes: Uint8Array,
  start: number,
  end: number,
  other: Uint8Array,
): number {
  const shorter = Math.min(end - start, other.length);
  for (let i = 0; i < shorter; i++) {
    const difference = bytes[start + i]! - other[i]!;
    if (difference !== 0) return difference;
  }
  return end - start - other.length;
}

/** True if the second of two adjacent names is not smaller. */
function isAscending(
  bytes: Uint8Array,
  first: number,
  second: number,
  end: number,
): boolean {
  let a = first;
  let b = second;
  while (a < second && b < end && bytes[a] === bytes[b]) {
    a++;
    b++;
  }
  return a === second || (b < end && bytes[a]! < bytes[b]!);
}
