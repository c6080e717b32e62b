import crypto from "node:crypto";
import os from "node:os";
import { threadId } from "node:worker_threads";
import type { DiskStat } from "../../base/disk";
import { isProcessAlive, processStart } from "../../base/processes";

/** Who holds a lock, as its file says: FORMAT.md, "Lock". */
export interface Owner {
  pid: number;
  start: string;
  thread: number;
  host: string;
  token: string;
}

/** Locks that this thread holds. */
const held = new Set<string>();
/** Threads of this process that are known to have ended. */
const ended = new Set<number>();

/** Tells that a thread of this process is gone, whatever it held. */
export function threadEnded(id: number): void {
  ended.add(id);
}

/** A new owner: this thread, for one holding of one lock. */
export function newOwner(): Owner {
  const token = crypto.randomBytes(8).toString("hex");
  held.add(token);
  return { ...self, token };
}

/** From now on whoever finds that owner's lock may break it. */
export function disown(owner: Owner): void {
  held.delete(owner.token);
}

/** True when nobody can be behind this lock any more. */
export function isGone(owner: Owner): boolean {
  if (owner.pid === 0) return true;
  if (!isOfThisHost(owner)) return false;
  if (owner.pid === self.pid && isSameStart(owner.start, self.start))
    return owner.thread === self.thread
      ? !held.has(owner.token)
      : ended.has(owner.thread);
  if (!isProcessAlive(owner.pid)) return true;
  return !isSameStart(owner.start, processStart(owner.pid));
}

/** Of others it cannot be told whether they still run. */
export function isOfThisHost(owner: Owner): boolean {
  return owner.host === self.host;
}

/** The owner of a lock that nobody finished writing; of this very file. */
export function nobodyIn({ ino, mtimeMs }: DiskStat): Owner {
  return { pid: 0, start: "", thread: 0, host: "", token: `${ino}-${mtimeMs}` };
}

export function parseOwner(text: string): Owner | null {
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null;
    return owner && typeof owner.pid === "number" && owner.pid > 0
      ? {
          pid: owner.pid,
          start: String(owner.start ?? ""),
          thread: Number(owner.thread ?? 0),
          host: String(owner.host ?? ""),
          token: String(owner.token ?? ""),
        }
      : null;
  } catch {
    return null; // still being written, or cut off
  }
}

const self = {
  pid: process.pid,
  start: processStart(process.pid),
  thread: threadId,
  host: os.hostname(),
};

/** Where the platform does not tell, the process id alone has to do. */
function isSameStart(a: string, b: string): boolean {
  return a === b || a === "" || b === "";
}
