import crypto from "node:crypto";
import os from "node:os";
import type { Disk } from "../../base/disk";
import { isErrno } from "../../base/disk";
import { isProcessAlive, processStart, sleepSync } from "../../base/processes";
import { diskError } from "../model/diskError";
import { CheckpointError } from "../model/errors";

interface Owner {
  pid: number;
  start: string;
  host: string;
  token: string;
}

/** A lock file nobody finished writing is left by a process that died at once. */
const UNFINISHED_MS = 5_000;

/**
 * The one writer of a store (FORMAT.md, "Lock"): a file made exclusively, which
 * names its owner. The lock of a process that is gone is broken under a second
 * lock, after looking again, so that two who find it dead cannot both break it.
 */
export class Lock {
  private depth = 0;
  private readonly owner: Owner = {
    pid: process.pid,
    start: processStart(process.pid),
    host: os.hostname(),
    token: crypto.randomBytes(8).toString("hex"),
  };

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
      if (this.tryMake(this.path)) return;
      if (this.breakIfDead()) continue;
      if (waitedMs >= this.timeoutMs) throw this.busy();
      onWait?.();
      sleepSync(pauseMs);
      waitedMs += pauseMs;
    }
  }

  private tryMake(path: string): boolean {
    let fd: number;
    try {
      fd = this.disk.open(path, "wx", 0o600);
    } catch (error) {
      if (isErrno(error, "EEXIST")) return false;
      throw diskError(error, "lock", path);
    }
    try {
      this.disk.write(fd, Buffer.from(JSON.stringify(this.owner)));
    } catch (error) {
      this.disk.unlink(path);
      throw diskError(error, "lock", path);
    } finally {
      this.disk.close(fd);
    }
    return true;
  }

  private release(): void {
    try {
      this.disk.unlink(this.path);
    } catch (error) {
      // Gone already: the store was removed under us, nothing is left to free.
      if (!isErrno(error, "ENOENT"))
        throw diskError(error, "unlock", this.path);
    }
  }

  private breakIfDead(): boolean {
    const seen = this.readOwner(this.path);
    if (!seen || !isDead(seen, this.owner.host)) return false;
    const breaker = this.path + ".break";
    if (!this.tryMake(breaker)) {
      const other = this.readOwner(breaker);
      if (other && isDead(other, this.owner.host)) this.removeQuietly(breaker);
      return false;
    }
    try {
      const again = this.readOwner(this.path);
      if (again && again.token === seen.token) this.removeQuietly(this.path);
      return true;
    } finally {
      this.removeQuietly(breaker);
    }
  }

  private readOwner(path: string): Owner | null {
    try {
      const stat = this.disk.lstat(path);
      if (!stat) return null;
      const owner = parseOwner(this.disk.readFile(path).toString("utf8"));
      if (owner) return owner;
      const isOld = Date.now() - stat.mtimeMs > UNFINISHED_MS;
      return isOld ? { pid: 0, start: "", host: "", token: "" } : null;
    } catch (error) {
      if (isErrno(error, "ENOENT")) return null;
      throw diskError(error, "read", path);
    }
  }

  private removeQuietly(path: string): void {
    try {
      this.disk.unlink(path);
    } catch (error) {
      if (!isErrno(error, "ENOENT")) throw diskError(error, "unlock", path);
    }
  }

  private busy(): CheckpointError {
    const owner = this.readOwner(this.path);
    return new CheckpointError(
      "store-locked",
      `Another process (${owner ? `number ${owner.pid} on ${owner.host}` : "unknown"}) has been writing to this history for over ${Math.round(this.timeoutMs / 1000)} seconds.`,
      {
        hint: "Wait for it to finish and try again. If it hangs, end that process; its lock is then released by itself.",
        data: { pid: owner?.pid ?? null, host: owner?.host ?? null },
      },
    );
  }
}

function isDead(owner: Owner, host: string): boolean {
  if (owner.pid === 0) return true;
  if (owner.host !== host) return false;
  if (!isProcessAlive(owner.pid)) return true;
  const start = processStart(owner.pid);
  return start !== "" && owner.start !== "" && start !== owner.start;
}

function parseOwner(text: string): Owner | null {
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null;
    return owner && typeof owner.pid === "number" && owner.pid > 0
      ? {
          pid: owner.pid,
          start: String(owner.start ?? ""),
          host: String(owner.host ?? ""),
          token: String(owner.token ?? ""),
        }
      : null;
  } catch {
    return null; // still being written, or cut off
  }
}
