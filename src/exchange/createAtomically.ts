import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { makeFolders } from "../base/makeFolders";
import { isErrno } from "../base/disk";
import { realDisk } from "../base/realDisk";
import { diskError } from "../engine/model/diskError";
import type { CheckpointError } from "../engine/model/errors";
import { problem } from "../engine/model/errors";
import { tempName } from "../engine/model/workspacePath";

/**
 * Creates a folder or a file atomically: `fill` writes to a temporary name in the
 * same folder, which is renamed to `target` only once everything is written.
 * Captures ignore the temporary name. Throws `refused` if `target` already exists.
 */
export async function createAtomically<T>(
  target: string,
  fill: (temp: string) => Promise<T>,
): Promise<T> {
  try {
    mustBeFree(target);
    return await fillAndMove(target, fill);
  } catch (error) {
    throw diskError(error, "write", target);
  }
}

async function fillAndMove<T>(
  target: string,
  fill: (temp: string) => Promise<T>,
): Promise<T> {
  const folder = path.dirname(target);
  makeFolders(folder);
  const temp = path.join(folder, tempName(randomBytes(6).toString("hex"), 0));
  try {
    const result = await fill(temp);
    // Sync before the rename, so that a power cut never leaves a torn file under the final name.
    if (fs.lstatSync(temp).isFile()) realDisk.syncFile(temp);
    moveIntoPlace(target, temp);
    realDisk.syncFolder(folder);
    return result;
  } catch (error) {
    fs.rmSync(temp, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
}

/** Throws `refused` unless the target is missing or an empty folder. */
function mustBeFree(target: string): void {
  if (!fs.lstatSync(target, { throwIfNoEntry: false }) || isEmptyFolder(target))
    return;
  throw alreadyExists(target);
}

/**
 * Moves the finished file or folder to its target. Checks again that the target is free:
 * writing may take long enough for another process to have created it.
 */
function moveIntoPlace(target: string, temp: string): void {
  mustBeFree(target);
  try {
    // Only some platforms let a rename replace an empty folder, so remove it first.
    if (isEmptyFolder(target)) fs.rmdirSync(target);
    if (fs.lstatSync(temp).isDirectory() || !tryLink(temp, target))
      realDisk.rename(temp, target);
  } catch (error) {
    if (isErrno(error, "EEXIST", "ENOTEMPTY", "ENOTDIR"))
      throw alreadyExists(target);
    throw error;
  }
}

/**
 * Hard-links the file into place, because unlike a rename a link never replaces a file.
 * Returns false if the disk has no hard links.
 */
function tryLink(temp: string, target: string): boolean {
  try {
    fs.linkSync(temp, target);
  } catch (error) {
    if (isErrno(error, "EEXIST")) throw error;
    mustBeFree(target);
    return false;
  }
  realDisk.unlink(temp);
  return true;
}

function alreadyExists(target: string): CheckpointError {
  return problem("target-taken", { path: target });
}

function isEmptyFolder(target: string): boolean {
  const stat = fs.lstatSync(target, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && fs.readdirSync(target).length === 0;
}
