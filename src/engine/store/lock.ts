import type { Disk } from "../../base/disk";
import { isErrno } from "../../base/disk";
import { sleepSync } from "../../base/processes";
import { diskError } from "../model/diskError";
import { CheckpointError } from "../model/errors";
import type { Owner } from "./lockOwner";
import {
  disown,
  isGone,
  isOfThisHost,
  newOwner,
  nobodyIn,
  parseOwner,
} from "./lockOwner";
import { unreachable } from "./unreachable";

/** A lock file nobody finished writing is left by a process that died at once. */
const UNFINISHED_MS = 5_000;

/**
 * The one writer of a store (FORMAT.md, "Lock"): a file made exclusively, which
 * names its owner. The lock of an owner that is gone is broken by one alone,
 * after looking again, so that nobody breaks the one that comes after it.
 */
export class Lock {
  private depth = 0;
  private owner: Owner | undefined;

  constructor(
    private readonly disk: Disk,
    private readonly path: string,
    private readonly timeoutMs = 60_000,
  ) {}

  get isHeld(): boolean {
    return this.depth > 0;
  }

  /** Runs the work as the only writer; nested calls share the lock. */
  hold<T>(work: () => T, onWait?: () => void): T {
    if (this.depth === 0) this.take(onWait);
    this.depth++;
    try {
      return work();
    } finally {
      if (--this.depth === 0) this.release();
    }
  }

  private take(onWait?: () => void): void {
    let waitedMs = 0;
    for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 25)) {
      const owner = this.tryMake(this.path);
      if (owner) {
        this.owner = owner;
        return;
      }
      if (this.breakIfGone()) continue;
      if (waitedMs >= this.timeoutMs) throw this.busy();
      onWait?.();
      sleepSync(pauseMs);
      waitedMs += pauseMs;
    }
  }

  /** Makes the file with a new owner in it; null when it is there already. */
  private tryMake(path: string): Owner | null {
    const startMs = Date.now();
    let fd: number;
    try {
      fd = this.disk.open(path, "wx", 0o600);
    } catch (error) {
      if (isErrno(error, "EEXIST")) return null;
      throw unreachable(this.disk, error, path);
    }
    const owner = newOwner();
    try {
      this.disk.write(fd, Buffer.from(JSON.stringify(owner)));
      // Held up for long before it was written, it was taken for nobody's, or
      // is about to be: then it is broken like any other.
      const isLate = Date.now() - startMs > UNFINISHED_MS / 2;
      if (!isLate && this.readOwner(path)?.token === owner.token) return owner;
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
   * Never throws: what was done under the lock is done. A lock that cannot be
   * removed is known to be nobody's, and is broken at the next taking.
   */
  private release(): void {
    const { owner } = this;
    if (!owner) return;
    this.owner = undefined;
    disown(owner);
    this.removeQuietly(this.path);
  }

  private breakIfGone(): boolean {
    const seen = this.readOwner(this.path);
    return seen !== null && isGone(seen) && this.breakOf(seen, this.path);
  }

  /**
   * Removes the file of an owner that is gone; false when somebody else is at it.
   * The right to do so is a file again, named after that owner, whose name never
   * comes back; and whoever is gone with it loses it in the same way.
   */
  private breakOf(gone: Owner, path: string): boolean {
    const rightPath = `${this.path}.${encodeURIComponent(gone.token)}.break`;
    const right = this.tryMake(rightPath);
    if (!right) {
      const other = this.readOwner(rightPath);
      return other !== null && isGone(other) && this.breakOf(other, rightPath);
    }
    try {
      if (this.readOwner(path)?.token === gone.token) this.remove(path);
      return true;
    } finally {
      disown(right);
      this.removeQuietly(rightPath);
    }
  }

  private readOwner(path: string): Owner | null {
    try {
      const stat = this.disk.lstat(path);
      if (!stat) return null;
      const owner = parseOwner(this.disk.readFile(path).toString("utf8"));
      if (owner) return owner;
      return Date.now() - stat.mtimeMs > UNFINISHED_MS ? nobodyIn(stat) : null;
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
      // Gone already, or found to be nobody's by whoever comes next.
    }
  }

  private busy(): CheckpointError {
    const owner = this.readOwner(this.path);
    return new CheckpointError(
      "store-locked",
      `Another process (${owner ? `number ${owner.pid} on ${owner.host}` : "unknown"}) has been writing to this history for over ${Math.round(this.timeoutMs / 1000)} seconds.`,
      {
        hint:
          owner && !isOfThisHost(owner)
            ? `Wait for it to finish and try again. If nothing on ${owner.host} uses this history any more, or this machine was called so when it was last cut off, delete ${this.path}.`
            : "Wait for it to finish and try again. If it hangs, end that process; its lock is then released by itself.",
        data: { pid: owner?.pid ?? null, host: owner?.host ?? null },
      },
    );
  }
}
