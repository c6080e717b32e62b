import fs from "node:fs";
import path from "node:path";
import { isProcessAlive, processStart } from "../../base/processes";
import { hooksDir } from "./places";

/**
 * One process at a time empties the inbox; `worker.pid` names it. The first line
 * is its number alone, because the launcher reads it in plain sh.
 */
function lockFile(dataDir: string): string {
  return path.join(hooksDir(dataDir), "worker.pid");
}

/** True when a process is there to empty the inbox. */
export function isWorking(dataDir: string): boolean {
  const owner = readOwner(lockFile(dataDir));
  return owner !== null && isSame(owner);
}

/** Becomes the one; false when another is. */
export function takeOver(dataDir: string): boolean {
  const file = lockFile(dataDir);
  for (let tries = 0; tries < 3; tries++) {
    const temp = `${file}.${process.pid}`;
    fs.writeFileSync(temp, ownText(), { mode: 0o600 });
    try {
      // A link is made with its content, or not at all if the name is taken.
      fs.linkSync(temp, file);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        // No links on this file system: an exclusive copy is nearly as good.
        if (copied(temp, file)) return true;
      }
    } finally {
      fs.rmSync(temp, { force: true });
    }
    const owner = readOwner(file);
    if (owner && isSame(owner)) return false;
    breakLock(file);
  }
  return false;
}

/**
 * Removes the lock of a process that is gone. Taken away under another name and
 * looked at again: of two that do this, the second may have got hold of the lock
 * that the first has made meanwhile, and gives it back.
 */
function breakLock(file: string): void {
  const aside = `${file}.${process.pid}.dead`;
  try {
    fs.renameSync(file, aside);
    const owner = readOwner(aside);
    if (owner && isSame(owner)) fs.linkSync(aside, file);
  } catch {
    // Somebody else was faster; the next try sees who.
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

export function isStillOurs(dataDir: string): boolean {
  return readOwner(lockFile(dataDir))?.pid === process.pid;
}

export function letGo(dataDir: string): void {
  if (isStillOurs(dataDir)) fs.rmSync(lockFile(dataDir), { force: true });
}

interface Owner {
  pid: number;
  start: string;
}

function ownText(): string {
  return `${process.pid}\n${processStart(process.pid)}\n`;
}

function readOwner(file: string): Owner | null {
  try {
    const [pid, start] = fs.readFileSync(file, "utf8").split("\n");
    return { pid: Number(pid), start: start ?? "" };
  } catch {
    return null; // Nobody's, or just being let go.
  }
}

/** Process numbers come again, after a restart of the machine at the latest. */
function isSame({ pid, start }: Owner): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || !isProcessAlive(pid))
    return false;
  return start === "" || processStart(pid) === start;
}

function copied(from: string, to: string): boolean {
  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
    return true;
  } catch {
    return false; // Taken, or not writable: either way not ours.
  }
}
