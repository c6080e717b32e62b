import type { Run } from "../api";
import type { Disk, DiskStat } from "../../base/disk";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import { contentHash } from "../store/packs/hash";
import type { PackWriter } from "../store/packs/packWriter";
import type { WorkspacePath } from "../model/workspacePath";
import { isSettled, unsettledInode } from "../workspace/settled";
import { isRacy, ReadBuffer, readSeen } from "../workspace/safeRead";
import type { Placed, ReadOutcome } from "./readOutcome";

/** One buffer per thread is enough: each file is packed before the next one is read. */
const buffer = new ReadBuffer();

/** Reads files one after the other and passes new contents to a pack writer. */
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
    private readonly isOurClock: boolean,
    private readonly placed: ReadonlyMap<WorkspacePath, Placed> = new Map(),
  ) {}

  take(path: WorkspacePath): void {
    const { disk, root } = this.context;
    const absolute = root + "/" + path;
    // Taken before reading: a write during the read may leave the same timestamps.
    const startMs = Date.now();
    const placed = this.placed.get(path);
    const still = placed && stillPlaced(disk, absolute, placed);
    if (still) {
      // A write right after the file was placed may have left the same timestamps.
      const isSure =
        this.isOurClock &&
        !isRacy(placed.stat, placed.atMs) &&
        !isRacy(still, startMs);
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
    const isSure = isSettled(stat, startMs, this.isOurClock);
    this.note(path, hash, mode, bytes.byteLength, stat, isSure);
  }

  private note(
    path: WorkspacePath,
    hash: string,
    mode: number,
    sizeBytes: number,
    stat: DiskStat,
    isSure: boolean,
  ): void {
    this.read.push({
      path,
      layer: "disk",
      hash,
      mode,
      sizeBytes,
      isAdopted: false,
      reason: null,
      mtimeMs: stat.mtimeMs,
      ctimeMs: stat.ctimeMs,
      ino: isSure ? stat.ino : unsettledInode(stat.ino),
    });
  }
}

/**
 * The file on disk, if it is still the one that was placed: only the rename changed
 * its times.
 */
function stillPlaced(
  disk: Disk,
  absolute: string,
  { stat }: Placed,
): DiskStat | null {
  let now: DiskStat | null;
  try {
    now = disk.lstat(absolute);
  } catch {
    return null; // the read that follows reports why
  }
  return now?.kind === "file" &&
    now.ino === stat.ino &&
    now.dev === stat.dev &&
    now.sizeBytes === stat.sizeBytes &&
    now.mtimeMs === stat.mtimeMs
    ? now
    : null;
}

/** Reports progress per file to the host and stops when the host cancels. */
export function counter(run: Run | undefined, total: number): () => void {
  let done = 0;
  return () => {
    done++;
    if ((done & 0x3f) !== 0) return;
    checkCancelled(run);
    run?.progress?.({ phase: "read", done, total });
  };
}
