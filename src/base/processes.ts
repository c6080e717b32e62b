import fs from "node:fs";
import os from "node:os";
import { fieldsAfterName, startIn } from "./procStat";

/** What can be asked about the processes of this machine. */
export interface Processes {
  isAlive(pid: number): boolean;
  start(pid: number): string;
  /**
   * Changes with every boot of the machine; "" if the platform does not report one.
   */
  readonly boot: string;
  /** The PID namespace of this process; "" on platforms without namespaces. */
  readonly namespace: string;
  /** When the machine was started, according to its current clock. */
  bootedAtMs(): number;
}

/** True when a process with this id runs on this machine. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    // EPERM: it runs under another account.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * True for a zombie: a process that has ended but was not waited for. In a
 * container without an init process it keeps its id forever.
 */
function hasEnded(pid: number): boolean {
  return /^[ZX]/.test(fieldsAfterName(statOf(pid))[0] ?? "");
}

/**
 * Returns a token that distinguishes a process from an earlier one with the same
 * id, or "" if the platform does not report start times.
 */
export function processStart(pid: number): string {
  return startIn(statOf(pid));
}

/** The text of `/proc/<pid>/stat`; "" on platforms without /proc. */
function statOf(pid: number): string {
  // Under Wine, /proc is that of Linux, where the same number is another process.
  if (process.platform === "win32") return "";
  return textOf(`/proc/${pid}/stat`);
}

function linkOf(path: string): string {
  try {
    return fs.readlinkSync(path);
  } catch {
    return "";
  }
}

function textOf(path: string): string {
  try {
    return fs.readFileSync(path, "latin1").trim();
  } catch {
    return "";
  }
}

export const realProcesses: Processes = {
  isAlive: isProcessAlive,
  start: processStart,
  boot: textOf("/proc/sys/kernel/random/boot_id"),
  namespace: linkOf("/proc/self/ns/pid"),
  bootedAtMs: () => Date.now() - os.uptime() * 1000,
};

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Waits without spinning; for threads that may block. */
export function sleepSync(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}
