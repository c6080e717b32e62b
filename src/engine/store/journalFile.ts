import type { Disk } from "../../base/disk";
import { isErrno } from "../../base/disk";
import { giveBack } from "../../base/memory";
import { diskError } from "../model/diskError";
import type { Scan } from "./journal";
import { encodeFrame, HEADER, scanFrames } from "./journal";
import type { Layout } from "./layout";
import { numbersOf } from "./layout";
import type { JournalRecord } from "./records";

const NOTHING: Scan = {
  frames: [],
  end: 0,
  lastStart: 0,
  damaged: [],
  tornBytes: 0,
};

/** One journal on disk, followed from an offset. */
export class JournalFile {
  private fd: number | undefined;
  private anchor: { at: number; header: Buffer } | undefined;

  constructor(
    private readonly disk: Disk,
    private readonly layout: Layout,
    readonly number: number,
    /** Where the next sound frame is expected. */
    public offset = 0,
    /** Number of the last frame read or written. */
    public seq = 0,
  ) {}

  /** As a person finds it below the store's folder. */
  get name(): string {
    return `journal/${this.number}.log`;
  }

  get path(): string {
    return this.layout.journal(this.number);
  }

  /** True when a rewritten journal took this one's place: the highest counts. */
  get isReplaced(): boolean {
    return journalNumbers(this.disk, this.layout).at(-1) !== this.number;
  }

  sizeBytes(): number {
    return this.disk.lstat(this.path)?.sizeBytes ?? 0;
  }

  /** Goes on after frames that it has not read: it will notice if they are others. */
  anchorAtFirst(): void {
    const first = this.reading((fd) => this.readAt(fd, 0, HEADER));
    if (first) this.anchorAt(0, first);
  }

  /**
   * Reads what was appended since; moves on past the last sound frame. Returns
   * null when what was read before is no longer there: another process took its
   * frames back because it could not make them durable, or another store stands
   * in the place of this one.
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
      this.seq = Math.max(this.seq, last.seq);
    }
    this.offset = scan.end;
    return scan;
  }

  /**
   * Appends the records in one write and one sync; the caller holds the lock and
   * has read everything before. On failure nothing of it remains.
   */
  append(records: readonly JournalRecord[], sync = true): void {
    const frames = records.map((record, i) =>
      encodeFrame(this.seq + 1 + i, record),
    );
    const bytes = frames.length === 1 ? frames[0]! : Buffer.concat(frames);
    try {
      this.fd ??= this.disk.open(this.path, "a", 0o600);
      // A write cut off by a crash is dropped before the next one.
      if (this.disk.stat(this.fd).sizeBytes > this.offset)
        this.disk.truncate(this.path, this.offset);
      this.disk.write(this.fd, bytes);
      if (sync) this.disk.sync(this.fd);
    } catch (error) {
      this.cutBack();
      throw diskError(error, "write", this.path);
    }
    this.offset += bytes.length;
    this.seq += records.length;
    const last = frames.at(-1)!;
    this.anchorAt(this.offset - last.length, last);
    for (const frame of frames) giveBack(frame);
  }

  /** Makes everything in it durable, also what others appended. */
  sync(): void {
    try {
      this.fd ??= this.disk.open(this.path, "a", 0o600);
      this.disk.sync(this.fd);
    } catch (error) {
      throw diskError(error, "write", this.path);
    }
  }

  /** Takes back frames that could not be made durable. */
  cutBackTo(offset: number): void {
    this.offset = offset;
    this.cutBack();
  }

  close(): void {
    if (this.fd !== undefined) this.disk.close(this.fd);
    this.fd = undefined;
  }

  /** Remembers a frame, to notice when another stands in its place. */
  private anchorAt(at: number, frame: Buffer): void {
    this.anchor = { at, header: Buffer.from(frame.subarray(0, HEADER)) };
  }

  private cutBack(): void {
    try {
      if (this.sizeBytes() > this.offset)
        this.disk.truncate(this.path, this.offset);
    } catch {
      // The next append cuts it, for it holds no frame that was reported.
    }
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

export function journalNumbers(disk: Disk, layout: Layout): number[] {
  try {
    const names = disk.readFolder(layout.journals).map((entry) => entry.name);
    return numbersOf(names, "log");
  } catch (error) {
    if (isErrno(error, "ENOENT")) return [];
    throw diskError(error, "read", layout.journals);
  }
}
