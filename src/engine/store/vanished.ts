import path from "node:path";
import type { Disk } from "../../base/disk";
import { problem } from "../model/errors";
import { makeFolderDurably } from "./atomicWrite";
import { readFormat } from "./formatFile";
import type { Finding } from "../model/findings";
import type { JournalFile } from "./journal/journalFile";
import { journalNumbers } from "./journal/journalFile";
import type { Layout } from "./layout";
import { foldersOf } from "./storeFiles";

/**
 * Determines why memory has more of an open store than its files: they were
 * deleted, or the journal was truncated before its durable end. Returns null if the
 * files can be read as they are, or belong to another store.
 */
export function whatVanished(
  disk: Disk,
  layout: Layout,
  journal: JournalFile,
  durableEnd: number,
  storeId: string,
): Finding | null {
  const format = readFormat(disk, layout);
  if (format && format.store !== storeId) return null;
  const last = journalNumbers(disk, layout).at(-1);
  if (last === undefined) return { kind: "files-deleted" };
  return last === journal.number && journal.sizeBytes() < durableEnd
    ? { kind: "cut-off", file: journal.name }
    : null;
}

/**
 * Recreates the folders of an open store if they were deleted. Throws if even the
 * parent folder is gone, because the disk may just not be connected.
 */
export function recreateFolders(disk: Disk, layout: Layout): void {
  if (disk.lstat(layout.journals) && disk.lstat(layout.packs)) return;
  const above = path.dirname(layout.dir);
  if (!disk.lstat(above))
    throw problem("store-unreachable", {
      path: above,
      errno: "ENOENT",
      end: "missing",
    });
  for (const dir of foldersOf(layout)) makeFolderDurably(disk, dir);
}
