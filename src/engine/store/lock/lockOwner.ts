import os from "node:os";
import { threadId } from "node:worker_threads";
import type { DiskStat } from "../../../base/disk";
import type { Processes } from "../../../base/processes";
import { randomBytes } from "../../../base/random";

/** The owner of a lock, as written in its file: FORMAT.md, "Lock". */
export interface Owner {
  pid: number;
  start: string;
  thread: number;
  host: string;
  boot: string;
  namespace: string;
  token: string;
  /** When the lock was taken, by the owner's clock. */
  sinceMs: number;
}

/**
 * What is known about an owner: `alive` and `gone` are certain. An `unsure` one is
 * on this machine, but its process id proves nothing: it counts as gone if its lock
 * is not touched for a while. One `elsewhere` is waited for.
 */
export type Fate = "alive" | "gone" | "unsure" | "elsewhere";

/** Locks that this thread has. */
const held = new Set<string>();
/** Threads of this process that are known to have ended. */
const ended = new Set<number>();

/** Notes that a thread of this process has ended, whatever locks it had. */
export function threadEnded(id: number): void {
  ended.add(id);
}

/** A new owner: this thread, for taking one lock once. */
export function newOwner(processes: Processes): Owner {
  const token = Buffer.from(randomBytes(8)).toString("hex");
  held.add(token);
  return { ...selfIn(processes), token, sinceMs: Date.now() };
}

/** From now on, any process that finds this owner's lock may break it. */
export function disown(owner: Owner): void {
  held.delete(owner.token);
}

/** Determines the state of an owner whose lock was last touched at a given time. */
export function fateOf(
  owner: Owner,
  touchedMs: number,
  processes: Processes,
): Fate {
  const self = selfIn(processes);
  if (owner.pid === 0) return "gone";
  if (owner.boot !== self.boot || owner.boot === "") {
    // Only the boot id can show that two host names are the same machine.
    if (owner.host !== self.host) return "elsewhere";
    if (owner.boot !== self.boot)
      return owner.boot !== "" &&
        self.boot !== "" &&
        touchedMs < processes.bootedAtMs() - CLOCK_ERROR_MS
        ? "gone"
        : "unsure";
  }
  // Process ids of another namespace mean different processes.
  if (owner.namespace !== self.namespace) return "unsure";
  if (owner.pid === self.pid && isSameStart(owner.start, self.start))
    return fateOfThread(owner);
  if (!processes.isAlive(owner.pid)) return "gone";
  const start = processes.start(owner.pid);
  if (!isSameStart(owner.start, start)) return "gone";
  return owner.start === "" || start === "" ? "unsure" : "alive";
}

/** A placeholder owner for an incomplete lock file, unique to this file. */
export function placeholderOwner({ ino, mtimeMs }: DiskStat): Owner {
  return {
    pid: 0,
    start: "",
    thread: 0,
    host: "",
    boot: "",
    namespace: "",
    token: `${ino}-${mtimeMs}`,
    sinceMs: mtimeMs,
  };
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
          boot: String(owner.boot ?? ""),
          namespace: String(owner.namespace ?? ""),
          token: String(owner.token ?? ""),
          sinceMs: Number(owner.sinceMs ?? 0),
        }
      : null;
  } catch {
    return null; // still being written, or interrupted
  }
}

/**
 * Uptime and clock are not read at the same instant, and may have a resolution of a
 * second.
 */
const CLOCK_ERROR_MS = 2_000;

function fateOfThread(owner: Owner): Fate {
  const isGone =
    owner.thread === threadId
      ? !held.has(owner.token)
      : ended.has(owner.thread);
  return isGone ? "gone" : "alive";
}

const SELF = { pid: process.pid, thread: threadId, host: os.hostname() };
const starts = new WeakMap<Processes, string>();

function selfIn(processes: Processes) {
  const { boot, namespace } = processes;
  let start = starts.get(processes);
  if (start === undefined) {
    start = processes.start(process.pid);
    starts.set(processes, start);
  }
  return { ...SELF, start, boot, namespace };
}

/** If the platform does not report start times, the process id has to be enough. */
function isSameStart(a: string, b: string): boolean {
  return a === b || a === "" || b === "";
}
