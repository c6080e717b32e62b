import type { Disk } from "../../../base/disk";
import { isErrno } from "../../../base/disk";
import { giveBack } from "../../../base/memory";
import { diskError } from "../../model/diskError";
import type { CheckpointError } from "../../model/errors";
import { problem } from "../../model/errors";
import type { Scan } from "./journal";
import { encodeBatch, HEADER, scanFrames } from "./journal";
import type { Layout } from "../layout";
import { numbersOf } from "../layout";
import type { JournalRecord } from "./records";

const NOTHING: Scan = {
  frames: [],
  end: 0,
  lastStart: 0,
  damaged: [],
  tornBytes: 0,
};

/** One journal on disk, read from an offset onwards. */
export class JournalFile {
  private fd: number | undefined;
  /** Called before bytes are truncated: do we still have the store's lock? */
  mayCut: () => boolean = () => true;
  private anchor: { at: number; header: Buffer } | undefined;

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
    readonly number: number,
    /** Where the next intact frame is expected. */
    public offset = 0,
    /** The number of the last frame read or written. */
    public seq = 0,
  ) {}

  /** The file's path relative to the store's folder, for people. */
  get name(): string {
    return `journal/${this.number}.log`;
  }

  get path(): string {
    return this.layout.journal(this.number);
  }

  /** True if a rewritten journal has replaced this one: the highest number counts. */
  get isReplaced(): boolean {
    return journalNumbers(this.disk, this.layout).at(-1) !== this.number;
  }

  sizeBytes(): number {
    return this.disk.lstat(this.path)?.sizeBytes ?? 0;
  }

  /** Continues after frames that it has not read; it will notice if they are replaced. */
  anchorAtFirst(): void {
    const first = this.reading((fd) => this.readAt(fd, 0, HEADER));
    if (first) this.anchorAt(0, first);
  }

  /**
   * Reads what was appended since, and moves on past the last intact frame. Returns
   * null if what was read before is no longer there: another process truncated its
   * frames because it could not make them durable, or the store was replaced by
   * another one.
   */
  readNew(): Scan | null {
    const size = this.sizeBytes();
    if (size < this.offset) return null;
    if (size === this.offset && !this.anchor)
      return { ...NOTHING, end: this.offset };
    const news = this.reading((fd) =>
      this.isAnchored(fd)
        ? this.readAt(fd, this.offset, size - this.offset)
        : null,
    );
    if (!news) return null;
    const scan = scanFrames(news, this.offset);
    const last = scan.frames.at(-1);
    if (last) {
      this.anchorAt(
        scan.lastStart,
        news.subarray(scan.lastStart - this.offset),
      );
      for (const { seq } of scan.frames) this.seq = Math.max(this.seq, seq);
    }
    this.offset = scan.end;
    return scan;
  }

  /**
   * Appends the records as one batch, with one write and one sync. The caller holds
   * the lock and has read everything before. If another process has written anyway,
   * its frames are not touched and this throws. On failure nothing of the records
   * remains, or they do not count. What is synced may be reported.
   */
  append(records: readonly JournalRecord[], sync = true): void {
    const frames = encodeBatch(this.seq + 1, records);
    const bytes = frames.length === 1 ? frames[0]! : Buffer.concat(frames);
    let isWriting = false;
    try {
      this.fd ??= this.disk.open(this.path, "a", 0o600);
      this.dropTornTail(this.fd);
      isWriting = true;
      this.disk.write(this.fd, bytes);
      if (sync) this.disk.sync(this.fd);
    } catch (error) {
      if (isWriting) this.cutBack(bytes);
      throw diskError(error, "write", this.path);
    }
    // Two simultaneous appends end up one after the other. The first one is at its
    // expected offset; the second is not, and its frames have duplicate numbers, so
    // nobody reads them.
    if (!this.isAt(this.offset, bytes)) throw changedByOthers();
    this.offset += bytes.length;
    this.seq += records.length;
    const last = frames.at(-1)!;
    this.anchorAt(this.offset - last.length, last);
    for (const frame of frames) giveBack(frame);
    // Only now: who replaced the journal before that has read these frames.
    if (sync && this.isReplaced) throw changedByOthers();
  }

  /**
   * Throws unless the last frame read or written is still at its offset in the
   * current journal: only then may it be reported.
   */
  assertInPlace(): void {
    const isThere =
      !this.isReplaced && this.reading((fd) => this.isAnchored(fd));
    if (!isThere) throw changedByOthers();
  }

  /** Throws if it has frames that were not read. */
  assertAllRead(): void {
    const rest = this.reading((fd) => {
      const size = Math.max(this.sizeBytes(), this.offset);
      return this.readAt(fd, this.offset, size - this.offset);
    });
    if (rest && this.hasNews(scanFrames(rest, this.offset)))
      throw changedByOthers();
  }

  /** Syncs the whole file, including what others appended. */
  sync(): void {
    try {
      this.fd ??= this.disk.open(this.path, "a", 0o600);
      this.disk.sync(this.fd);
    } catch (error) {
      throw diskError(error, "write", this.path);
    }
  }

  /** Truncates its own frames from `offset` on, because they could not be made durable. */
  cutBackTo(offset: number): void {
    const end = this.offset;
    this.offset = offset;
    this.cutQuietly(end);
  }

  close(): void {
    if (this.fd !== undefined) this.disk.close(this.fd);
    this.fd = undefined;
  }

  /** Remembers a frame, to notice if another one replaces it. */
  private anchorAt(at: number, frame: Buffer): void {
    this.anchor = { at, header: Buffer.from(frame.subarray(0, HEADER)) };
  }

  /** Removes what a crash left after the last frame; throws if that contains frames. */
  private dropTornTail(fd: number): void {
    const size = this.disk.stat(fd).sizeBytes;
    if (size === this.offset) return;
    if (size < this.offset) throw changedByOthers();
    const tail = this.reading((own) =>
      this.readAt(own, this.offset, size - this.offset),
    );
    const scan = tail && scanFrames(tail, this.offset);
    if (!scan || this.hasNews(scan)) throw changedByOthers();
    // Frames with duplicate numbers were rejected by the process that wrote them.
    this.offset = Math.max(this.offset, scan.end);
    if (scan.tornBytes === 0) return;
    if (!this.mayCut()) throw changedByOthers();
    this.disk.truncate(this.path, this.offset);
  }

  private hasNews({ frames }: Scan): boolean {
    return frames.some(({ seq }) => seq > this.seq);
  }

  /** Removes what was written of these bytes, unless others have written as well. */
  private cutBack(bytes: Buffer): void {
    try {
      const written = this.sizeBytes() - this.offset;
      if (written <= 0 || written > bytes.length) return;
      if (this.isAt(this.offset, bytes.subarray(0, written)))
        this.cutQuietly(this.offset + written);
    } catch {
      // The next append truncates it, unless it is complete; then it was not
      // reported.
    }
  }

  /** Truncates the file to `offset` if it still ends at the expected position. */
  private cutQuietly(end: number): void {
    try {
      if (this.sizeBytes() === end && this.mayCut())
        this.disk.truncate(this.path, this.offset);
    } catch {
      // The next append truncates it, because no frame in it was reported.
    }
  }

  private isAt(offset: number, bytes: Buffer): boolean {
    const found = this.reading((fd) => this.readAt(fd, offset, bytes.length));
    return found?.equals(bytes) ?? false;
  }

  private isAnchored(fd: number): boolean {
    if (!this.anchor) return true;
    const { at, header } = this.anchor;
    return this.readAt(fd, at, HEADER).equals(header);
  }

  private reading<T>(work: (fd: number) => T): T | null {
    let fd: number | undefined;
    try {
      fd = this.disk.open(this.path, "r");
      return work(fd);
    } catch (error) {
      if (isErrno(error, "ENOENT")) return null;
      throw diskError(error, "read", this.path);
    } finally {
      if (fd !== undefined) this.disk.close(fd);
    }
  }

  private readAt(fd: number, offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    while (done < length) {
      const got = this.disk.read(fd, bytes.subarray(done), offset + done);
      if (got === 0) break;
      done += got;
    }
    return bytes.subarray(0, done);
  }
}

/** The lock was taken over, or somebody changed the files by hand. */
function changedByOthers(): CheckpointError {
  return problem("written-by-others");
}

export function journalNumbers(disk: Disk, layout: Layout): number[] {
  try {
    const names = disk.readFolder(layout.journals).map((entry) => entry.name);
    return numbersOf(names, "log");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return [];
    throw diskError(error, "read", layout.journals);
  }
}
