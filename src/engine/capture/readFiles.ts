import type { Run } from "../api";
import type { Disk, DiskStat } from "../../base/disk";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import type { SkipReason } from "../model/checkpoint";
import { contentHash } from "../store/hash";
import type { PackWriter } from "../store/packWriter";
import type { BlobRow, BornRow } from "../store/records";
import { isRacy, ReadBuffer, readSeen } from "../workspace/safeRead";

export interface ReadOutcome {
  /** Files as they were read, in the form in which the journal will hold them. */
  read: BornRow[];
  skipped: { path: string; reason: SkipReason }[];
  gone: string[];
  /** Where their contents lie, of those that were not stored before. */
  blobs: BlobRow[];
}

/** A file that we wrote, read back and moved to its path. */
export interface Placed {
  hash: string;
  /** Before the move, which happened at that time. */
  stat: DiskStat;
  atMs: number;
}

/** One for the thread: what was read is packed before the next file is. */
const buffer = new ReadBuffer();

/** Reads files one after the other, giving new contents to a writer of packs. */
export class FileReader {
  readonly read: ReadOutcome["read"] = [];
  readonly skipped: ReadOutcome["skipped"] = [];
  readonly gone: ReadOutcome["gone"] = [];
  private readonly added = new Set<string>();

  constructor(
    private readonly context: Pick<Context, "disk" | "root">,
    private readonly maxBytes: number,
    private readonly writer: PackWriter,
    private readonly isStored: (hash: string) => boolean,
    private readonly placed: ReadonlyMap<string, Placed> = new Map(),
  ) {}

  take(path: string): void {
    const { disk, root } = this.context;
    const absolute = root + "/" + path;
    // Before it is read: what is written meanwhile may leave the same times.
    const startMs = Date.now();
    const placed = this.placed.get(path);
    const still = placed && stillPlaced(disk, absolute, placed);
    if (still) {
      // A write right after it was placed may have left it the same times.
      const isSure =
        !isRacy(placed.stat, placed.atMs) && !isRacy(still, startMs);
      const { mode, sizeBytes } = still;
      this.note(path, placed.hash, mode & 0o777, sizeBytes, still, isSure);
      return;
    }
    const result = readSeen(disk, absolute, this.maxBytes, buffer);
    if (result.kind === "gone") {
      this.gone.push(path);
      return;
    }
    if (result.kind === "skipped") {
      this.skipped.push({ path, reason: result.reason });
      return;
    }
    const { bytes, mode, stat } = result.file;
    const hash = contentHash(bytes);
    if (!this.added.has(hash) && !this.isStored(hash)) {
      this.writer.add({ hash, bytes });
      this.added.add(hash);
    }
    const isSure = !isRacy(stat, startMs);
    this.note(path, hash, mode, bytes.byteLength, stat, isSure);
  }

  private note(
    path: string,
    hash: string,
    mode: number,
    size: number,
    stat: DiskStat,
    isSure: boolean,
  ): void {
    // Times that match no file: it is read again at the next scan.
    const [m, c, ino] = isSure
      ? [stat.mtimeMs, stat.ctimeMs, stat.ino]
      : [0, 0, 0];
    this.read.push([path, 0, hash, mode, size, 0, null, m, c, ino]);
  }
}

/** What stands there, if it is what was placed: only the rename has changed its times. */
function stillPlaced(
  disk: Disk,
  absolute: string,
  { stat }: Placed,
): DiskStat | null {
  let now: DiskStat | null;
  try {
    now = disk.lstat(absolute);
  } catch {
    return null; // whoever reads it says why it cannot be
  }
  return now?.kind === "file" &&
    now.ino === stat.ino &&
    now.dev === stat.dev &&
    now.sizeBytes === stat.sizeBytes &&
    now.mtimeMs === stat.mtimeMs
    ? now
    : null;
}

/** Counts files for the host and stops when it no longer wants them. */
export function counter(run: Run | undefined, total: number): () => void {
  let done = 0;
  return () => {
    done++;
    if ((done & 0x3f) !== 0) return;
    checkCancelled(run);
    run?.progress?.({ phase: "read", done, total });
  };
}
