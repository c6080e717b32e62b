import fs from "node:fs";

/** True when a process with this id runs on this machine. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * True for a process that has ended and that nobody has asked about yet: in a
 * container without an init it keeps its number for good.
 */
function hasEnded(pid: number): boolean {
  return /^[ZX]/.test(statOf(pid));
}

/**
 * Returns something that differs between two processes that had the same id one
 * after the other, or "" where the platform does not tell.
 */
export function processStart(pid: number): string {
  return statOf(pid).split(" ")[19] ?? "";
}

/** The fields of a process after its name; "" where there is no /proc. */
function statOf(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may hold anything, so fields count from its end.
    return stat.slice(stat.lastIndexOf(")") + 2);
  } catch {
    return ""; // no /proc here: the process id alone has to do
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Waits without spinning; for threads that may block. */
export function sleepSync(ms: number): void {
  Atomics.wait(sleeper, 0, 0, ms);
}
