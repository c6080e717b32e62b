import fs from "node:fs";
import { keepOwner } from "../../base/ownership";
import { realProcesses } from "../../base/processes";
import { workerLock } from "./places";

/** A worker touches its lock about once a second. A lock untouched for this long is stale. */
const QUIET_MS = 20_000;

/*
 * The lock names the one process that handles the inbox. Its first line is only the pid,
 * because the launcher reads it in plain sh; the process's start time, the machine's boot id
 * and the PID namespace follow.
 */

/** True if a worker is running. */
export function isWorking(dataDir: string): boolean {
  const owner = readOwner(workerLock(dataDir));
  return owner !== null && isRunning(owner);
}

/** Takes the lock; returns false if another worker has it. */
export function takeOver(dataDir: string): boolean {
  const file = workerLock(dataDir);
  for (let tries = 0; tries < 3; tries++) {
    const temp = `${file}.${process.pid}`;
    fs.writeFileSync(temp, ownText(), { mode: 0o600 });
    keepOwner(temp);
    try {
      // Linking creates the lock with its content, and fails if the name is taken.
      fs.linkSync(temp, file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        // This file system has no hard links; an exclusive copy is nearly as good.
        if (copyExclusively(temp, file)) return true;
      }
    } finally {
      fs.rmSync(temp, { force: true });
    }
    const owner = readOwner(file);
    if (owner && isRunning(owner)) return false;
    breakLock(file);
  }
  return false;
}

/**
 * Removes the lock of a process that is gone. The lock is renamed and then checked again:
 * if two processes break it at once, the second may have renamed the lock that the first
 * has just created, and must put it back.
 */
function breakLock(file: string): void {
  const aside = `${file}.${process.pid}.dead`;
  try {
    fs.renameSync(file, aside);
    const owner = readOwner(aside);
    if (owner && isRunning(owner)) fs.linkSync(aside, file);
  } catch {
    // Another process was faster; the next attempt finds its lock.
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

export function isStillOurs(dataDir: string): boolean {
  return readOwner(workerLock(dataDir))?.text === ownText();
}

/** Touches the lock, to show processes in other PID namespaces that the worker is running. */
export function showLife(dataDir: string): void {
  try {
    const now = new Date();
    fs.utimesSync(workerLock(dataDir), now, now);
  } catch {
    // The lock is gone; `isStillOurs` will find that out.
  }
}

export function letGo(dataDir: string): void {
  if (isStillOurs(dataDir)) fs.rmSync(workerLock(dataDir), { force: true });
}

interface Owner {
  text: string;
  touchedMs: number;
}

function ownText(): string {
  const { boot, namespace } = realProcesses;
  const start = realProcesses.start(process.pid);
  return [process.pid, start, boot, namespace, ""].join("\n");
}

function readOwner(file: string): Owner | null {
  try {
    const { mtimeMs } = fs.statSync(file);
    return { text: fs.readFileSync(file, "utf8"), touchedMs: mtimeMs };
  } catch {
    return null; // there is no lock, or it was just released
  }
}

/**
 * True if the lock's worker is running. Process ids are reused, at the latest after a
 * reboot, and mean nothing in another PID namespace. Where the id proves nothing, the
 * worker counts as running if it touched its lock recently.
 */
function isRunning({ text, touchedMs }: Owner): boolean {
  const [id, start = "", boot = "", namespace = ""] = text.split("\n");
  const pid = Number(id);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  const isFresh = Math.abs(Date.now() - touchedMs) < QUIET_MS;
  const here = realProcesses;
  if (boot !== here.boot || namespace !== here.namespace) return isFresh;
  if (!here.isAlive(pid)) return false;
  return start === "" ? isFresh : here.start(pid) === start;
}

function copyExclusively(from: string, to: string): boolean {
  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
    return true;
  } catch {
    return false; // the name is taken, or the folder is not writable
  }
}
