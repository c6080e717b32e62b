import crypto from "node:crypto";
import type { Disk } from "../../base/disk";
import { isErrno } from "../../base/disk";
import type { Log } from "../../base/log";
import { giveBack } from "../../base/memory";
import { atomicWrite, removeQuietly } from "./atomicWrite";
import type { Layout } from "./layout";
import { numbersOf } from "./layout";
import type { Sql } from "./sql";
import { StoreIndex } from "./storeIndex";

/** After the database's bytes: a mark and their SHA-256. */
const MARK = Buffer.from("CKINDEX1");
const TRAILER = MARK.length + 32;

/** Returns the newest index file that is sound, or null. */
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
      if (!body) throw new Error("its checksum does not match");
      const index = new StoreIndex(sql, body);
      if (index.isCurrentVersion) return index;
      index.close();
    } catch (error) {
      // The index is a cache: an older one, or the journal, takes its place.
      log.warn(`index ${n} is not used`, { error: String(error) });
    }
  }
  return null;
}

/** Writes the index as a new file and removes older ones. Under the lock. */
export function saveIndex(disk: Disk, layout: Layout, index: StoreIndex): void {
  const numbers = indexNumbers(disk, layout);
  const next = (numbers.at(-1) ?? 0) + 1;
  const body = index.export();
  const hash = crypto.createHash("sha256").update(body).digest();
  atomicWrite(disk, layout.index(next), body, MARK, hash);
  giveBack(body);
  for (const n of numbers) removeQuietly(disk, layout.index(n));
}

/** True also for one that is gone: a newer one took its place. */
export function isSoundIndex(disk: Disk, layout: Layout, n: number): boolean {
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
