import type { Disk } from "../../base/disk";
import { giveBack } from "../../base/memory";
import { diskError } from "../model/diskError";
import type { Layout } from "./layout";
import type { Blob } from "./packRecord";
import { encodeRecord } from "./packRecord";
import type { BlobRow } from "./records";

/** Past this a new pack is begun: compaction rewrites one pack at a time. */
const PACK_LIMIT = 32 * 1024 * 1024;
// Reading one content unpacks its group: small enough for that, large enough to
// compress neighbours together.
const GROUP_BYTES = 64 * 1024;
const GROUP_FILES = 32;

/** The memory of a group, kept for the next writer: one is at work at a time, mostly. */
let spare: Buffer | undefined;

/**
 * Appends contents to packs. Used only while the store's lock is held, or on a
 * pack number that was reserved under it. Nothing counts before `finish`.
 */
export class PackWriter {
  /** Where each content went, as the journal will say. */
  readonly stored: BlobRow[] = [];
  private readonly group: Blob[] = [];
  /** The bytes of the group, one content after the other. */
  private buffer: Buffer | undefined;
  private groupBytes = 0;
  private fd: number | undefined;
  private sizeBytes = 0;
  /** Of the record that is being written now. */
  private comingBytes = 0;
  /** A pack was begun, so that its name has to be made durable too. */
  private isNameNew = false;
  private isFinished = false;
  /** The packs it wrote to, and how long they were before. */
  private readonly wrote: { pack: number; before: number; after: number }[] =
    [];

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
    private pack: number,
    /** The next number to take when this pack is full. */
    private readonly nextNumber: () => number,
    /** Its file was made for this writer, and goes with it. */
    private readonly isReserved = false,
  ) {
    if (isReserved) this.wrote.push({ pack, before: 0, after: 0 });
  }

  /** The bytes may be used for something else when this returns. */
  add({ hash, bytes }: Blob): void {
    this.orAbandon(() => {
      const end = this.groupBytes + bytes.byteLength;
      if (end > GROUP_BYTES) this.flush();
      if (bytes.byteLength > GROUP_BYTES) {
        this.writeGroup([{ hash, bytes }], bytes);
        return;
      }
      this.buffer ??= takeSpare();
      this.buffer.set(bytes, this.groupBytes);
      const start = this.groupBytes;
      this.groupBytes += bytes.byteLength;
      const own = this.buffer.subarray(start, this.groupBytes);
      this.group.push({ hash, bytes: own });
      if (this.group.length >= GROUP_FILES) this.flush();
    });
  }

  /** Writes and syncs what was added; only now may the journal mention it. */
  finish(): BlobRow[] {
    this.orAbandon(() => {
      this.flush();
      this.closePack();
      if (this.isNameNew) this.disk.syncFolder(this.layout.packs);
    });
    if (this.buffer) spare = this.buffer;
    this.buffer = undefined;
    this.isFinished = true;
    return this.stored;
  }

  /** Lets go of the file; unless it was finished, what was written goes. */
  abandon(): void {
    if (this.fd !== undefined) {
      this.noteSize();
      this.disk.close(this.fd);
      this.fd = undefined;
    }
    if (!this.isFinished) this.takeBack();
  }

  /**
   * Removes what was written, for nobody will mention it: on a full disk, or
   * with work that is cancelled again and again, it would be in the way.
   */
  takeBack(): void {
    for (const { pack, before, after } of this.wrote.splice(0).reverse())
      cutBack(this.disk, this.layout.pack(pack), before, after);
  }

  private orAbandon(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.abandon();
      throw diskError(error, "write", this.layout.pack(this.pack));
    }
  }

  private flush(): void {
    if (this.group.length === 0) return;
    this.writeGroup(this.group, this.buffer!.subarray(0, this.groupBytes));
    this.group.length = 0;
    this.groupBytes = 0;
  }

  private writeGroup(group: readonly Blob[], raw: Uint8Array): void {
    // Much at once, or what is there to stay: compaction's, a large first capture's.
    const effort = this.isReserved ? "thorough" : "quick";
    const record = encodeRecord(group, raw, effort);
    if (this.fd !== undefined && this.sizeBytes + record.length > PACK_LIMIT) {
      this.closePack();
      this.pack = this.nextNumber();
    }
    this.openPack(record.length);
    const offset = this.sizeBytes;
    this.comingBytes = record.length;
    this.disk.write(this.fd!, record);
    this.comingBytes = 0;
    this.sizeBytes += record.length;
    const share = record.length / Math.max(1, raw.byteLength);
    giveBack(record);
    group.forEach((blob, slot) => {
      const sizeBytes = blob.bytes.byteLength;
      const storedBytes = Math.round(sizeBytes * share) || 1;
      this.stored.push([
        blob.hash,
        this.pack,
        offset,
        slot,
        sizeBytes,
        storedBytes,
      ]);
    });
  }

  private openPack(comingBytes: number): void {
    if (this.fd !== undefined) return;
    let path = this.layout.pack(this.pack);
    let stat = this.disk.lstat(path);
    if (
      stat &&
      stat.sizeBytes > 0 &&
      stat.sizeBytes + comingBytes > PACK_LIMIT
    ) {
      this.pack = this.nextNumber();
      path = this.layout.pack(this.pack);
      stat = this.disk.lstat(path);
    }
    if (!stat || stat.sizeBytes === 0) this.isNameNew = true;
    this.fd = this.disk.open(path, "a", 0o600);
    // A torn record of a killed process may be at the end; ours goes after it.
    this.sizeBytes = this.disk.stat(this.fd).sizeBytes;
    const before = this.sizeBytes;
    this.wrote.push({ pack: this.pack, before, after: before });
  }

  /** Where its own bytes end at most: what lies behind them is not its own. */
  private noteSize(): void {
    this.wrote.at(-1)!.after = this.sizeBytes + this.comingBytes;
  }

  private closePack(): void {
    if (this.fd === undefined) return;
    this.noteSize();
    this.disk.sync(this.fd);
    // Places are counted, not asked for: they hold only if nobody else wrote.
    if (this.disk.stat(this.fd).sizeBytes !== this.sizeBytes)
      throw new Error("another writer is at work in this pack");
    this.disk.close(this.fd);
    this.fd = undefined;
  }
}

function cutBack(disk: Disk, path: string, before: number, after: number) {
  try {
    const size = disk.lstat(path)?.sizeBytes ?? 0;
    if (size > after) return; // somebody else has written there
    if (before === 0) disk.unlink(path);
    else if (size > before) disk.truncate(path, before);
  } catch {
    // It stays as garbage, which compaction finds.
  }
}

function takeSpare(): Buffer {
  const buffer = spare ?? Buffer.allocUnsafeSlow(GROUP_BYTES);
  spare = undefined;
  return buffer;
}
