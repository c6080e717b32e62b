import crypto from "node:crypto";
import type { Disk } from "../../../base/disk";
import { isErrno } from "../../../base/disk";
import type { Log } from "../../../base/log";
import { giveBack } from "../../../base/memory";
import { atomicWrite, removeQuietly } from "../atomicWrite";
import type { Layout } from "../layout";
import { numbersOf } from "../layout";
import type { Sql } from "./sql";
import { StoreIndex } from "./storeIndex";

/** Follows the database's bytes: a marker and their SHA-256. */
const MARK = Buffer.from("CKINDEX1");
const TRAILER = MARK.length + 32;

/** Returns the newest index file that is intact, or null. */
export function loadIndex(
  disk: Disk,
  layout: Layout,
  sql: Sql,
  log: Log,
): StoreIndex | null {
  for (const n of indexNumbers(disk, layout).reverse()) {
    try {
      const bytes = disk.readFile(layout.index(n));
      const body = checkedBody(bytes);
      if (!body) throw new Error("wrong-checksum");
      const index = new StoreIndex(sql, body);
      if (index.isCurrentVersion) return index;
      index.close();
    } catch (error) {
      // The index is a cache: an older one, or the journal, replaces it.
      log.warn(`index ${n} is not used`, { error: String(error) });
    }
  }
  return null;
}

/** Writes the index to a new file and removes older ones. The caller holds the lock. */
export function saveIndex(disk: Disk, layout: Layout, index: StoreIndex): void {
  const numbers = indexNumbers(disk, layout);
  const next = (numbers.at(-1) ?? 0) + 1;
  const body = index.export();
  const hash = crypto.createHash("sha256").update(body).digest();
  atomicWrite(disk, layout.index(next), body, MARK, hash);
  giveBack(body);
  for (const n of numbers) removeQuietly(disk, layout.index(n));
}

/** Also true for a file that no longer exists, because a newer one replaced it. */
export function isIntactIndex(disk: Disk, layout: Layout, n: number): boolean {
  try {
    return checkedBody(disk.readFile(layout.index(n))) !== null;
  } catch (error) {
    return isErrno(error, "ENOENT");
  }
}

export function indexNumbers(disk: Disk, layout: Layout): number[] {
  return numbersOf(
    disk.readFolder(layout.indexes).map((entry) => entry.name),
    "sqlite",
  );
}

function checkedBody(bytes: Buffer): Buffer | null {
  const end = bytes.length - TRAILER;
  if (end < 512 || bytes.compare(MARK, 0, MARK.length, end, end + MARK.length))
    return null;
  const body = bytes.subarray(0, end);
  const hash = crypto.createHash("sha256").update(body).digest();
  return hash.equals(bytes.subarray(end + MARK.length)) ? body : null;
}
