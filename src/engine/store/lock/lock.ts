import type { Disk } from "../../../base/disk";
import { isErrno } from "../../../base/disk";
import type { Processes } from "../../../base/processes";
import { realProcesses, sleepSync } from "../../../base/processes";
import { diskError } from "../../model/diskError";
import type { CheckpointError } from "../../model/errors";
import { problem } from "../../model/errors";
import type { LockHolder } from "../../model/lockHolder";
import type { Owner } from "./lockOwner";
import {
  disown,
  fateOf,
  newOwner,
  placeholderOwner,
  parseOwner,
} from "./lockOwner";
import { explainOpenError } from "../explainOpenError";

/** A lock file that is still incomplete after this time was left by a process that died. */
const UNFINISHED_MS = 5_000;
/** A working holder touches its lock this often. */
const BEAT_MS = 1_000;
/**
 * If an owner cannot be checked by process id, it counts as gone once its lock was
 * untouched for this long: longer than any single operation on a slow disk.
 */
const QUIET_MS = 20_000;

interface Seen {
  owner: Owner;
  touchedMs: number;
}

/** Breaking one lock takes at most this many rounds. */
const MAX_BREAK_ROUNDS = 5;

/**
 * Makes one process the only writer of a store (FORMAT.md, "Lock"): an exclusively
 * created file that names its owner. If the owner is gone, only one process breaks
 * the lock, after checking again, so that nobody breaks the lock of the next owner.
 */
export class Lock {
  private depth = 0;
  private owner: Owner | undefined;
  /** The bytes of our lock file. */
  private mark: Uint8Array = NO_MARK;
  private beatAt = 0;
  private wasTaken = false;
  /** Since when the locks of others have been untouched. */
  private readonly quiet = new Map<string, { touchedMs: number; at: number }>();

  constructor(
    private readonly disk: Disk,
    private readonly path: string,
    private readonly timeoutMs = 60_000,
    private readonly processes: Processes = realProcesses,
    private readonly quietMs = QUIET_MS,
    /** How long work waits that has not started yet and can be retried as a whole. */
    private readonly patienceMs = timeoutMs,
  ) {}

  /** Starts new work: until it has had the lock, none of it is done. */
  begin(): void {
    this.wasTaken = false;
  }

  get isHeld(): boolean {
    return this.depth > 0;
  }

  /**
   * True while no other process has taken over. A holder that was suspended for
   * long may be considered gone by another PID namespace, so it checks before it
   * changes files that others write too.
   */
  get isOurs(): boolean {
    return this.owner !== undefined && this.hasMark(this.path, this.mark);
  }

  /** Shows that the holder is still working. */
  beat(): void {
    if (!this.owner) return;
    const now = performance.now();
    if (now - this.beatAt < BEAT_MS) return;
    this.beatAt = now;
    try {
      this.disk.touch(this.path);
    } catch {
      // Taken over or removed: the next write checks whether the lock is still
      // ours.
    }
  }

  /** Throws if another process took over. */
  assertOurs(): void {
    if (this.isOurs) return;
    throw problem("lock-lost");
  }

  /** Runs the work as the only writer; nested calls share the lock. */
  hold<T>(work: () => T, onWait?: (holder: LockHolder | null) => void): T {
    if (this.depth === 0) this.take(onWait);
    this.depth++;
    try {
      return work();
    } finally {
      if (--this.depth === 0) this.release();
    }
  }

  private take(onWait?: (holder: LockHolder | null) => void): void {
    const startMs = performance.now();
    const mostMs = this.wasTaken ? this.timeoutMs : this.patienceMs;
    let breaks = 0;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 25)) {
      const owner = this.tryMake(this.path);
      if (owner) {
        this.owner = owner;
        this.mark = markOf(owner);
        this.beatAt = performance.now();
        this.quiet.clear();
        this.wasTaken = true;
        return;
      }
      const seen = this.read(this.path);
      // Breaking takes several rounds if a process died while it was breaking the
      // lock. After that, a deleted file may keep its name while another process
      // has it open, which is worth waiting for.
      if (
        seen &&
        this.isGone(seen) &&
        this.breakOf(seen, this.path) &&
        breaks++ < MAX_BREAK_ROUNDS
      )
        continue;
      if (performance.now() - startMs >= mostMs) throw this.busy(seen);
      onWait?.(seen && holderOf(seen));
      sleepSync(pauseMs);
    }
  }

  /** Creates the file with a new owner in it; null if it already exists. */
  private tryMake(path: string): Owner | null {
    const startMs = Date.now();
    let fd: number;
    try {
      fd = this.disk.open(path, "wx", 0o600);
    } catch (error) {
      if (isErrno(error, "EEXIST")) return null;
      throw explainOpenError(this.disk, error, path);
    }
    const owner = newOwner(this.processes);
    const mark = markOf(owner);
    try {
      this.disk.write(fd, mark);
      // If creating the file took very long, others may have considered it
      // abandoned and be about to break it, so it is broken like any other.
      const isLate = Date.now() - startMs > UNFINISHED_MS / 2;
      if (!isLate && this.hasMark(path, mark)) return owner;
      disown(owner);
      return null;
    } catch (error) {
      disown(owner);
      this.removeQuietly(path);
      throw diskError(error, "lock", path);
    } finally {
      this.disk.close(fd);
    }
  }

  /**
   * Never throws, because the work under the lock is done. A lock that cannot be
   * removed is known to be abandoned and is broken when next taken. One that
   * another process took over is left to it.
   */
  private release(): void {
    const { owner } = this;
    if (!owner) return;
    try {
      if (this.isOurs) this.disk.unlink(this.path);
    } catch {
      // Already removed, or recognised as abandoned by the next process.
    }
    this.owner = undefined;
    this.mark = NO_MARK;
    disown(owner);
  }

  /** True if the owner of this lock is certainly gone. */
  private isGone({ owner, touchedMs }: Seen): boolean {
    const fate = fateOf(owner, touchedMs, this.processes);
    if (fate !== "unsure") return fate === "gone";
    const now = performance.now();
    const before = this.quiet.get(owner.token);
    if (before?.touchedMs === touchedMs) return now - before.at > this.quietMs;
    this.quiet.set(owner.token, { touchedMs, at: now });
    return false;
  }

  /**
   * Removes the file of an owner that is gone; false if another process is doing
   * so. The right to do that is itself a lock file, named after the owner, whose
   * name is never reused; if its holder dies too, that file is broken in the same
   * way.
   */
  private breakOf({ owner: gone, touchedMs }: Seen, path: string): boolean {
    const rightPath = `${this.path}.${encodeURIComponent(gone.token)}.break`;
    const right = this.tryMake(rightPath);
    if (!right) {
      const other = this.read(rightPath);
      return other !== null && this.isGone(other)
        ? this.breakOf(other, rightPath)
        : false;
    }
    try {
      const now = this.read(path);
      if (now?.owner.token === gone.token) {
        // The owner touched its lock in the meantime, so it is not gone after all.
        if (now.touchedMs !== touchedMs) return false;
        this.remove(path);
      }
      return true;
    } finally {
      disown(right);
      this.removeQuietly(rightPath);
    }
  }

  /** True if the file at a path has exactly these bytes, which contain a unique token. */
  private hasMark(path: string, mark: Uint8Array): boolean {
    try {
      return this.disk.readFile(path).equals(mark);
    } catch (error) {
      if (isErrno(error, "ENOENT")) return false;
      throw diskError(error, "read", path);
    }
  }

  private read(path: string): Seen | null {
    try {
      const stat = this.disk.lstat(path);
      if (!stat) return null;
      const touchedMs = stat.mtimeMs;
      const owner = parseOwner(this.disk.readFile(path).toString("utf8"));
      if (owner) return { owner, touchedMs };
      return Date.now() - touchedMs > UNFINISHED_MS
        ? { owner: placeholderOwner(stat), touchedMs }
        : null;
    } catch (error) {
      if (isErrno(error, "ENOENT")) return null;
      throw diskError(error, "read", path);
    }
  }

  private remove(path: string): void {
    try {
      this.disk.unlink(path);
    } catch (error) {
      if (!isErrno(error, "ENOENT")) throw diskError(error, "unlock", path);
    }
  }

  private removeQuietly(path: string): void {
    try {
      this.disk.unlink(path);
    } catch {
      // Already removed, or recognised as abandoned by the next process.
    }
  }

  private busy(seen: Seen | null): CheckpointError {
    const holder = seen && holderOf(seen);
    const isElsewhere =
      seen &&
      fateOf(seen.owner, seen.touchedMs, this.processes) === "elsewhere";
    return problem("locked", {
      pid: null,
      host: null,
      sinceMs: null,
      ...holder,
      nothingDone: !this.wasTaken,
      waitedMs: this.timeoutMs,
      lockFile: this.path,
      isElsewhere: Boolean(holder && isElsewhere),
    });
  }
}

const NO_MARK = Buffer.alloc(0);

function markOf(owner: Owner): Uint8Array {
  return Buffer.from(JSON.stringify(owner));
}

function holderOf({ owner: { pid, host, sinceMs } }: Seen): LockHolder {
  return { pid, host, sinceMs };
}
