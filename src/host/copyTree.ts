import fs from "node:fs";
import path from "node:path";

export interface Size {
  bytes: number;
  files: number;
}

export interface CopyResult {
  /** Full paths in the copy of the symlinks that were copied. */
  links: string[];
  /** How many entries could not be read, or are neither a file, a folder nor a symlink. */
  skipped: number;
}

const { COPYFILE_EXCL, COPYFILE_FICLONE, COPYFILE_FICLONE_FORCE } =
  fs.constants;

/**
 * Computes how much space copies into a folder take: none if the disk can clone files,
 * which is tried once per disk.
 */
export class CopyCost {
  private readonly clones = new Map<number, boolean>();

  constructor(private readonly into: string) {}

  of(file: string, stat: fs.Stats): number {
    let canClone = this.clones.get(stat.dev);
    // Cloning an empty file proves nothing.
    if (canClone === undefined && stat.size > 0)
      this.clones.set(stat.dev, (canClone = this.tryClone(file)));
    return canClone ? 0 : stat.size;
  }

  private tryClone(file: string): boolean {
    const probe = path.join(this.into, ".checkpoint-clone-probe");
    try {
      fs.copyFileSync(file, probe, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE);
      return true;
    } catch {
      return false;
    } finally {
      fs.rmSync(probe, { force: true });
    }
  }
}

/**
 * Adds up the cost of copying a file or folder. Stops as soon as the sum exceeds the
 * limit, and then returns that partial sum. Yields regularly.
 */
export function* measuring(
  from: string,
  limit: Size,
  cost: CopyCost,
): Generator<void, Size> {
  const sum = { bytes: 0, files: 0 };
  const todo = [from];
  while (todo.length > 0) {
    const at = todo.pop()!;
    const stat = lstat(at);
    if (!stat) continue;
    sum.files++;
    if (stat.isFile()) sum.bytes += cost.of(at, stat);
    if (isOver(sum, limit)) return sum;
    if (stat.isDirectory())
      for (const name of namesIn(at) ?? []) todo.push(path.join(at, name));
    yield;
  }
  return sum;
}

export function isOver(size: Size, limit: Size): boolean {
  return size.bytes > limit.bytes || size.files > limit.files;
}

/**
 * Copies a file or folder to a path that does not exist yet, cloning if the disk can.
 * Writing to the copy never changes the original: hard links become separate files,
 * symlinks keep their text. Times are preserved (build tools compare them); the owner
 * can always write. Yields regularly.
 */
export function* copying(
  from: string,
  to: string,
  result: CopyResult,
): Generator<void, void> {
  yield;
  const stat = lstat(from);
  try {
    if (stat?.isSymbolicLink()) {
      copyLink(from, to);
      result.links.push(to);
    } else if (stat?.isFile()) {
      fs.copyFileSync(from, to, COPYFILE_EXCL | COPYFILE_FICLONE);
      fs.chmodSync(to, (stat.mode & 0o777) | 0o600);
      fs.utimesSync(to, stat.atime, stat.mtime);
    } else if (stat?.isDirectory()) {
      fs.mkdirSync(to);
      const names = namesIn(from);
      if (!names) result.skipped++;
      for (const name of names ?? [])
        yield* copying(path.join(from, name), path.join(to, name), result);
      fs.chmodSync(to, (stat.mode & 0o777) | 0o700);
      fs.utimesSync(to, stat.atime, stat.mtime);
    } else result.skipped++;
  } catch (error) {
    if (isDiskFull(error)) throw error;
    result.skipped++;
  }
}

function copyLink(from: string, to: string): void {
  const text = fs.readlinkSync(from);
  const isFolder = fs.statSync(from, { throwIfNoEntry: false })?.isDirectory();
  placeLink(text, to, isFolder === true);
}

/**
 * Creates a symlink. On Windows a link to a folder becomes a junction, which needs no
 * special rights.
 */
export function placeLink(text: string, at: string, isFolder: boolean): void {
  fs.symlinkSync(
    text,
    at,
    process.platform !== "win32" ? null : isFolder ? "junction" : "file",
  );
}

function lstat(full: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(full, { throwIfNoEntry: false });
  } catch {
    return undefined; // a folder above it cannot be entered
  }
}

function namesIn(folder: string): string[] | undefined {
  try {
    return fs.readdirSync(folder);
  } catch {
    return undefined;
  }
}

function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  return ["ENOSPC", "EDQUOT", "EROFS"].includes(code);
}
