import type { Disk } from "../../../base/disk";
import { isErrno } from "../../../base/disk";
import { diskError } from "../../model/diskError";
import type { Layout } from "../layout";
import type { Blob } from "./packRecord";
import {
  decodeRecord,
  hashIn,
  isWhole,
  recordLength,
  tableOf,
} from "./packRecord";
import type { Place } from "./packs";

const FIRST_READ = 8 * 1024;
const CACHE_BYTES = 4 * 1024 * 1024;

/** Reads contents, one record at a time, and keeps the last few records decompressed. */
export class PackReader {
  private readonly open = new Map<number, number>();
  private readonly sizes = new Map<number, number>();
  /** Tables of records that are intact. */
  private readonly intact = new Map<string, Buffer>();
  private readonly cache = new Map<string, Blob[]>();
  private cacheBytes = 0;
  /** The last slot of each record that is going to be read. */
  private readonly expected = new Map<string, number>();
  private readonly first = Buffer.allocUnsafeSlow(FIRST_READ);

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
  ) {}

  /**
   * Returns the content at a location, or null if its pack is gone. Throws if it
   * cannot be read.
   */
  read(place: Place): Blob | null {
    const key = keyOf(place);
    let blobs = this.cache.get(key);
    // Only its beginning may have been decompressed.
    if (!blobs || blobs.length <= place.slot) {
      const record = this.readRecord(place.pack, place.offset);
      if (!record) return null;
      const last = this.expected.get(key) ?? -1;
      blobs = decodeRecord(record, last < place.slot ? undefined : last);
      this.remember(key, blobs);
    }
    return blobs[place.slot] ?? null;
  }

  /**
   * Announces what is going to be read, instead of what was announced before: no more of
   * a record is decompressed than that.
   */
  expect(places: Iterable<Place>): void {
    this.expected.clear();
    for (const place of places) {
      const key = keyOf(place);
      const last = this.expected.get(key) ?? 0;
      this.expected.set(key, Math.max(last, place.slot));
    }
  }

  /** True if a pack is at least long enough for a location. */
  reaches({ pack, offset }: Pick<Place, "pack" | "offset">): boolean {
    let size = this.sizes.get(pack);
    if (size === undefined || size <= offset) {
      size = this.disk.lstat(this.layout.pack(pack))?.sizeBytes ?? 0;
      this.sizes.set(pack, size);
    }
    return size > offset;
  }

  /**
   * True if the record at a location has a valid checksum and that content; checked
   * once each.
   */
  isIntact({ pack, offset, slot }: Place, hash: string): boolean {
    const key = keyOf({ pack, offset });
    let table = this.intact.get(key);
    try {
      const record = table ? null : this.readRecord(pack, offset);
      if (record && isWhole(record)) table = tableOf(record);
    } catch {
      return false; // unreadable, so not intact
    }
    if (!table) return false;
    this.intact.set(key, table);
    return hashIn(table, slot) === hash;
  }

  /** Forgets everything, because packs were rewritten or the store is closed. */
  reset(): void {
    for (const fd of this.open.values()) this.disk.close(fd);
    this.open.clear();
    this.sizes.clear();
    this.intact.clear();
    this.cache.clear();
    this.cacheBytes = 0;
    this.expected.clear();
  }

  private readRecord(pack: number, offset: number): Buffer | null {
    const fd = this.fdOf(pack);
    if (fd === undefined) return null;
    const got = this.disk.read(fd, this.first, offset);
    const length = recordLength(this.first.subarray(0, got));
    if (length === null) throw new Error("no-record");
    if (length <= got) return Buffer.from(this.first.subarray(0, length));
    // Compared with the file's size, so that a damaged length is not allocated.
    if (offset + length > this.disk.stat(fd).sizeBytes)
      throw new Error("record-cut-off");
    const whole = Buffer.allocUnsafe(length);
    if (this.disk.read(fd, whole, offset) !== whole.length)
      throw new Error("record-cut-off");
    return whole;
  }

  private fdOf(pack: number): number | undefined {
    let fd = this.open.get(pack);
    if (fd !== undefined) return fd;
    try {
      fd = this.disk.open(this.layout.pack(pack), "r");
    } catch (error) {
      if (isErrno(error, "ENOENT")) return undefined;
      throw diskError(error, "read", this.layout.pack(pack));
    }
    this.open.set(pack, fd);
    return fd;
  }

  private remember(key: string, blobs: Blob[]): void {
    const bytes = sizeOf(blobs);
    if (bytes > CACHE_BYTES / 4) return;
    this.cacheBytes -= sizeOf(this.cache.get(key) ?? []);
    if (this.cacheBytes + bytes > CACHE_BYTES) {
      this.cache.clear();
      this.cacheBytes = 0;
    }
    this.cache.set(key, blobs);
    this.cacheBytes += bytes;
  }
}

function keyOf({ pack, offset }: Pick<Place, "pack" | "offset">): string {
  return `${pack}:${offset}`;
}

function sizeOf(blobs: readonly Blob[]): number {
  return blobs.reduce((bytes, blob) => bytes + blob.bytes.byteLength, 0);
}
