import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isErrno } from "../../base/disk";
import { diskError } from "../model/diskError";
import { CheckpointError } from "../model/errors";
import { tempName } from "../model/workspacePath";

/**
 * Makes a folder or a file all at once: `fill` writes to a name beside the
 * wanted one, which is taken only when everything is there. The name is one
 * that no recorder takes for a file of the workspace. Throws `refused` when
 * something stands there.
 */
export async function place<T>(
  target: string,
  fill: (temp: string) => Promise<T>,
): Promise<T> {
  try {
    mustBeFree(target);
    return await placeFree(target, fill);
  } catch (error) {
    throw diskError(error, "write", target);
  }
}

async function placeFree<T>(
  target: string,
  fill: (temp: string) => Promise<T>,
): Promise<T> {
  const folder = path.dirname(target);
  fs.mkdirSync(folder, { recursive: true });
  const temp = path.join(folder, tempName(randomBytes(6).toString("hex"), 0));
  try {
    const result = await fill(temp);
    take(target, temp);
    return result;
  } catch (error) {
    fs.rmSync(temp, { recursive: true, force: true });
    throw error;
  }
}

/** Throws `refused` unless nothing but an empty folder stands there. */
function mustBeFree(target: string): void {
  if (!fs.lstatSync(target, { throwIfNoEntry: false }) || isEmptyFolder(target))
    return;
  throw taken(target);
}

/** Gives the name to what is ready, unless somebody took it meanwhile: writing may last long. */
function take(target: string, temp: string): void {
  mustBeFree(target);
  try {
    // An empty folder may stand there; rename replaces it on no platform but some.
    if (isEmptyFolder(target)) fs.rmdirSync(target);
    if (fs.lstatSync(temp).isDirectory() || !linked(temp, target))
      fs.renameSync(temp, target);
  } catch (error) {
    if (isErrno(error, "EEXIST", "ENOTEMPTY", "ENOTDIR")) throw taken(target);
    throw error;
  }
}

/** Unlike a rename, a link never replaces a file. False where there are no links. */
function linked(temp: string, target: string): boolean {
  try {
    fs.linkSync(temp, target);
  } catch (error) {
    if (isErrno(error, "EEXIST")) throw error;
    mustBeFree(target);
    return false;
  }
  fs.unlinkSync(temp);
  return true;
}

function taken(target: string): CheckpointError {
  return new CheckpointError("refused", `${target} is already there.`, {
    hint: "Give a name that is not taken; nothing was written.",
    data: { path: target },
  });
}

function isEmptyFolder(target: string): boolean {
  const stat = fs.lstatSync(target, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && fs.readdirSync(target).length === 0;
}
