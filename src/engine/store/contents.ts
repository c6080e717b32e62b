import type { Disk } from "../../base/disk";
import { isErrno } from "../../base/disk";
import { diskError } from "../model/diskError";
import { CheckpointError } from "../model/errors";
import type { Layout } from "./layout";
import { isIntact } from "./packRecord";
import { PackReader } from "./packReader";
import type { Place } from "./packs";
import { packNumbers } from "./packs";
import { PackWriter } from "./packWriter";
import { LOST } from "./schema";
import type { SqlDatabase } from "./sql";
import { hashBytes } from "./sql";

/** The contents of a store by their hash: where they lie, and their bytes. */
export class Contents {
  private readonly reader: PackReader;
  private checkedPack: number | undefined;

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
    private readonly sql: () => SqlDatabase,
    /** Follows what other processes wrote. */
    private readonly refresh: () => void,
  ) {
    this.reader = new PackReader(disk, layout);
  }

  /** A writer going on in the last pack, or in a reserved one. */
  writer(pack?: number): PackWriter {
    let last = pack ?? this.lastPack();
    return new PackWriter(
      this.disk,
      this.layout,
      Math.max(1, last),
      () => (last = this.freshPack(last)),
      pack !== undefined,
    );
  }

  /** A new pack; not by the number of one that was lost, for its places are taken. */
  reserve(): number {
    const known = this.sql().number("SELECT max(pack) FROM content");
    return this.freshPack(Math.max(known, this.lastThere()));
  }

  has(hash: string): boolean {
    const place = this.placeOf(hash);
    return place !== undefined && this.reader.isSound(place, hash);
  }

  knows(hash: string): boolean {
    const place = this.placeOf(hash);
    return place !== undefined && this.reader.reaches(place);
  }

  /** Returns the bytes, checked against their hash; throws `damaged`. */
  read(hash: string): Uint8Array {
    let why = "";
    for (let tries = 0; tries < 2; tries++) {
      const place = this.placeOf(hash);
      if (!place) throw lost(hash, "it is not in the store");
      try {
        const blob = this.reader.read(place);
        if (blob && blob.hash === hash && isIntact(blob)) return blob.bytes;
        why = blob ? "its bytes do not match its hash" : "its pack is missing";
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
      }
      // Another process may have moved it: look once more.
      this.reader.reset();
      this.refresh();
    }
    throw lost(hash, why);
  }

  /** Drops unpacked contents and open packs, after packs were rewritten. */
  forget(): void {
    this.reader.reset();
    this.checkedPack = undefined;
  }

  /** The pack to go on with: never one that lost its end, for its places are taken, or that is no file. */
  private lastPack(): number {
    const last = this.lastThere();
    if (last === this.checkedPack) return last;
    this.checkedPack = last;
    const stat = last > 0 ? this.disk.lstat(this.layout.pack(last)) : null;
    if (stat && stat.kind !== "file") return this.freshPack(last);
    const [pack, offset] = this.sql().first(
      `SELECT pack, max(offset) FROM content
       WHERE pack = (SELECT max(pack) FROM content)`,
    ) as [number | null, number];
    if (pack === null || pack < last) return last;
    return this.reader.reaches({ pack, offset }) ? last : this.freshPack(pack);
  }

  private lastThere(): number {
    return packNumbers(this.disk, this.layout).at(-1) ?? 0;
  }

  private placeOf(hash: string): Place | undefined {
    const row = this.sql().first(
      "SELECT pack, offset, slot FROM content WHERE hash = ?",
      hashBytes(hash),
    );
    if (!row || row[0] === LOST) return undefined;
    return {
      pack: row[0] as number,
      offset: row[1] as number,
      slot: row[2] as number,
    };
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

function lost(hash: string, why: string): CheckpointError {
  return new CheckpointError(
    "damaged",
    `A stored content cannot be read: ${why}.`,
    {
      hint: "Run “Checkpoint: Verify Store” (checkpoint verify) to see what is affected; verify --repair saves what can be saved.",
      data: { hash },
    },
  );
}
