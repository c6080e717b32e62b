import type { Disk } from "../../../base/disk";
import { giveBack } from "../../../base/memory";
import type { Effort } from "./codec";
import { diskError } from "../../model/diskError";
import type { Layout } from "../layout";
import type { Blob } from "./packRecord";
import { encodeRecord } from "./packRecord";
import type { StoredContent } from "./packs";

/** A larger pack is not appended to: compaction rewrites one pack at a time. */
const PACK_LIMIT = 32 * 1024 * 1024;
// Reading one content decompresses its whole group, so groups are small enough for
// that, but large enough to compress neighbours together.
const GROUP_BYTES = 64 * 1024;
const GROUP_FILES = 32;

/** Reusable memory of a group: usually only one writer is active at a time. */
let spare: Buffer | undefined;

/**
 * Appends contents to packs. Used only while the store's lock is held, or on a pack
 * number that was reserved under it. Nothing counts until `finish`.
 */
export class PackWriter {
  /** Where each content was written, to be recorded in the journal. */
  readonly stored: StoredContent[] = [];
  /** The compression effort for contents added from now on. */
  effort: Effort;
  private readonly group: Blob[] = [];
  /** The bytes of the group, one content after the other. */
  private buffer: Buffer | undefined;
  private groupBytes = 0;
  private fd: number | undefined;
  private sizeBytes = 0;
  /** The size of the record that is being written. */
  private comingBytes = 0;
  /** A pack was created, so its folder entry has to be synced too. */
  private isNameNew = false;
  private isFinished = false;
  /** The packs written to, with their sizes before and after. */
  private readonly wrote: { pack: number; before: number; after: number }[] =
    [];

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
    private pack: number,
    /** Returns the number of the next pack when this one is full. */
    private readonly nextNumber: () => number,
    /** The pack's file was created for this writer and is removed with it. */
    isReserved = false,
    /** Called before bytes are truncated: do we still have the store's lock? */
    private readonly mayCut: () => boolean = () => true,
  ) {
    if (isReserved) this.wrote.push({ pack, before: 0, after: 0 });
    // A reserved pack is for large or lasting data: compaction or a large first
    // capture.
    this.effort = isReserved ? "thorough" : "quick";
  }

  /** The caller may reuse the bytes when this returns. */
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

  /** Writes and syncs what was added; only after this may the journal refer to it. */
  finish(): StoredContent[] {
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

  /** Closes the file and, unless it was finished, removes what was written. */
  abandon(): void {
    if (this.fd !== undefined) {
      this.noteSize();
      this.disk.close(this.fd);
      this.fd = undefined;
    }
    if (!this.isFinished) this.discard();
  }

  /**
   * Removes what was written, because no record will refer to it. On a full disk,
   * or with work that is cancelled repeatedly, it would waste space.
   */
  discard(): void {
    for (const { pack, before, after } of this.wrote.splice(0).reverse())
      if (this.mayCut())
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
    const record = encodeRecord(group, raw, this.effort);
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
      this.stored.push({
        hash: blob.hash,
        pack: this.pack,
        offset,
        slot,
        sizeBytes,
        storedBytes,
      });
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
    // A killed process may have left a torn record at the end; this writer appends
    // after it.
    this.sizeBytes = this.disk.stat(this.fd).sizeBytes;
    const before = this.sizeBytes;
    this.wrote.push({ pack: this.pack, before, after: before });
  }

  /** An upper bound for the end of its own bytes: what follows was written by others. */
  private noteSize(): void {
    this.wrote.at(-1)!.after = this.sizeBytes + this.comingBytes;
  }

  private closePack(): void {
    if (this.fd === undefined) return;
    this.noteSize();
    this.disk.sync(this.fd);
    // Offsets are counted rather than queried, so they are right only if nobody
    // else wrote. Checked by name, because another process may have removed the
    // file as its own.
    const path = this.layout.pack(this.pack);
    if (this.disk.lstat(path)?.sizeBytes !== this.sizeBytes)
      throw new Error("pack-has-another-writer");
    this.disk.close(this.fd);
    this.fd = undefined;
  }
}

function cutBack(disk: Disk, path: string, before: number, after: number) {
  try {
    const size = disk.lstat(path)?.sizeBytes ?? 0;
    if (size > after) return; // another process has written there
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
