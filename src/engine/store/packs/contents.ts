import type { Disk, FileKind } from "../../../base/disk";
import { isErrno } from "../../../base/disk";
import { diskError } from "../../model/diskError";
import type { CheckpointError } from "../../model/errors";
import { problem } from "../../model/errors";
import type { Layout } from "../layout";
import { isIntact } from "./packRecord";
import { PackReader } from "./packReader";
import type { Place } from "./packs";
import { packNumbers } from "./packs";
import { PackWriter } from "./packWriter";
import { UncommittedPacks } from "./uncommittedPacks";
import { highestPack, lastPlace, placeOf } from "../index/queries/contents";
import type { StoreIndex } from "../index/storeIndex";

/** The contents of a store by hash: their locations and bytes. */
export class Contents {
  /** What was written but is not referenced by a record yet. */
  readonly uncommitted: UncommittedPacks;
  private readonly reader: PackReader;
  /** Where the contents are that are going to be read. */
  private expected: ReadonlyMap<string, Place> = new Map();
  private checkedPack: number | undefined;

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
    private readonly index: () => StoreIndex,
    /** Reads what other processes wrote. */
    private readonly refresh: () => void,
    /** Do we still have the store's lock? */
    private readonly mayCut: () => boolean,
  ) {
    this.reader = new PackReader(disk, layout);
    this.uncommitted = new UncommittedPacks(disk, layout);
  }

  /**
   * Returns a writer that appends to the last pack, or to a reserved one. The
   * caller holds the lock.
   */
  writer(pack?: number): PackWriter {
    let last = pack ?? this.lastPack();
    const writer = new PackWriter(
      this.disk,
      this.layout,
      Math.max(1, last),
      () => {
        this.recheckLast();
        return (last = this.freshPack(last));
      },
      pack !== undefined,
      this.mayCut,
    );
    this.uncommitted.add(writer);
    return writer;
  }

  /**
   * Reserves a pack that only the caller writes. The number of a lost pack is not
   * reused, because records still refer to it.
   */
  reserve(): number {
    this.recheckLast();
    const known = highestPack(this.index());
    return this.freshPack(Math.max(known, this.lastThere()));
  }

  /** True if the content is stored and not damaged, so it need not be stored again. */
  has(hash: string): boolean {
    const place = placeOf(this.index(), hash);
    return place !== undefined && this.reader.isIntact(place, hash);
  }

  /** True unless the content is known to be lost; damage shows only when it is read. */
  knows(hash: string): boolean {
    const place = placeOf(this.index(), hash);
    return place !== undefined && this.reader.reaches(place);
  }

  /**
   * Announces which contents are going to be read, instead of those announced before:
   * each is located once, and no more is decompressed than they need.
   */
  expect(hashes: readonly string[]): void {
    const places = new Map<string, Place>();
    for (const hash of hashes) {
      const place = placeOf(this.index(), hash);
      if (place) places.set(hash, place);
    }
    this.expected = places;
    this.reader.expect(places.values());
  }

  /** Returns the bytes, verified against their hash; throws `damaged`. */
  read(hash: string): Uint8Array {
    let why = "";
    for (let tries = 0; tries < 2; tries++) {
      const known = tries === 0 ? this.expected.get(hash) : undefined;
      const place = known ?? placeOf(this.index(), hash);
      if (!place) throw lost(hash, "unknown");
      try {
        const blob = this.reader.read(place);
        if (blob && blob.hash === hash && isIntact(blob)) return blob.bytes;
        why = blob ? "wrong-hash" : "pack-missing";
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
      }
      // Another process may have moved it, so try again.
      this.reader.reset();
      this.refresh();
    }
    throw lost(hash, why);
  }

  /** Looks for the last pack again next time, because another one may have been begun. */
  recheckLast(): void {
    this.checkedPack = undefined;
  }

  /** Drops decompressed contents and closes packs, after packs were rewritten. */
  forget(): void {
    this.reader.reset();
    this.expected = new Map();
    this.checkedPack = undefined;
  }

  /**
   * The pack to append to: never one that is not a file, or that lost its end,
   * because records still refer to offsets there.
   */
  private lastPack(): number {
    const checked = this.checkedPack;
    if (checked !== undefined && this.kindOf(checked) === "file")
      return checked;
    const last = this.lastThere();
    this.checkedPack = last;
    const kind = last > 0 ? this.kindOf(last) : undefined;
    if (kind && kind !== "file") return this.freshPack(last);
    const known = lastPlace(this.index());
    if (known === null || known.pack < last) return last;
    return this.reader.reaches(known) ? last : this.freshPack(known.pack);
  }

  private kindOf(pack: number): FileKind | undefined {
    return this.disk.lstat(this.layout.pack(pack))?.kind;
  }

  private lastThere(): number {
    return packNumbers(this.disk, this.layout).at(-1) ?? 0;
  }

  private freshPack(last: number): number {
    for (let n = last + 1; ; n++) {
      try {
        this.disk.close(this.disk.open(this.layout.pack(n), "wx", 0o600));
        return n;
      } catch (error) {
        if (!isErrno(error, "EEXIST"))
          throw diskError(error, "write", this.layout.pack(n));
      }
    }
  }
}

function lost(hash: string, reason: string): CheckpointError {
  return problem("content-unreadable", { hash, reason });
}
