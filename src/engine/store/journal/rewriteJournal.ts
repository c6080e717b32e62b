import type { Disk } from "../../../base/disk";
import { diskError } from "../../model/diskError";
import { removeQuietly } from "../atomicWrite";
import { encodeFrame } from "./journal";
import type { Layout } from "../layout";
import type { JournalRecord, OpenRecord } from "./records";
import { TABLES } from "../index/schema";
import { hashText } from "../index/decode";
import type { StoreIndex } from "../index/storeIndex";

const ROWS_PER_RECORD = 5_000;

/**
 * Writes a journal with the content of the index to a temporary file and renames
 * it; returns the number of its last frame. After the rename it is the store's
 * journal, because the highest number counts.
 */
export function rewriteJournal(
  disk: Disk,
  layout: Layout,
  number: number,
  index: StoreIndex,
  open: OpenRecord,
  /** Throws if the new journal must not replace the old one after all. */
  check: () => void = () => {},
): number {
  const file = layout.journal(number);
  const temp = file + ".tmp";
  let seq = 0;
  try {
    const fd = disk.open(temp, "w", 0o600);
    try {
      const put = (record: JournalRecord) =>
        disk.write(fd, encodeFrame(++seq, record));
      put({ ...open, frames: framesOf(index) });
      for (const table of TABLES) putTable(index, table, put);
      disk.sync(fd);
    } finally {
      disk.close(fd);
    }
    check();
    disk.rename(temp, file);
    disk.syncFolder(layout.journals);
  } catch (error) {
    removeQuietly(disk, temp);
    throw diskError(error, "write", file);
  }
  return seq;
}

/** Known in advance, so that a reader notices missing frames. */
function framesOf(index: StoreIndex): number {
  let frames = 1;
  for (const table of TABLES)
    frames += Math.ceil(
      index.sql.number(`SELECT count(*) FROM ${table}`) / ROWS_PER_RECORD,
    );
  return frames;
}

function putTable(
  index: StoreIndex,
  name: string,
  put: (record: JournalRecord) => void,
): void {
  const info = index.sql.all(`PRAGMA table_info(${name})`);
  const columns = info.map((row) => row[1] as string);
  const hashAt = columns.indexOf("hash");
  let rows: unknown[][] = [];
  const flush = () => {
    if (rows.length > 0) put({ t: "table", name, columns, rows });
    rows = [];
  };
  index.sql.each(`SELECT * FROM ${name}`, [], (row) => {
    const plain: unknown[] = row;
    if (hashAt >= 0) plain[hashAt] = hashText(row[hashAt]);
    rows.push(plain);
    if (rows.length >= ROWS_PER_RECORD) flush();
  });
  flush();
}
