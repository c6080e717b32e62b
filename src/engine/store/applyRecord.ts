import { isRecordable } from "../model/workspacePath";
import { addContents, applyMoment } from "./applyMoment";
import {
  applyCheckpoint,
  applyDrop,
  applyEdit,
  applyPrune,
} from "./applyPoints";
import { noteMoments } from "./doubt";
import type { CompactRecord, JournalRecord, TableRecord } from "./records";
import { LOST, TABLES } from "./schema";
import type { Row, Value } from "./sql";
import { hashBytes } from "./sql";
import type { StoreIndex } from "./storeIndex";

/** Makes a record of the journal true in the tables; the caller has a transaction. */
export function applyRecord(index: StoreIndex, record: JournalRecord): void {
  switch (record.t) {
    case "open":
      return;
    case "moment":
      return applyMoment(index, record);
    case "stats":
      return applyStats(index, record.rows);
    case "checkpoint":
      return applyCheckpoint(index, record);
    case "edit":
      return applyEdit(index, record.id, record);
    case "drop":
      return applyDrop(index, record.ids);
    case "prune":
      return applyPrune(index, record.moment);
    case "begin":
      noteMoments(index, record.moment);
      addContents(index, record.blobs);
      index.sql.run(
        "INSERT OR REPLACE INTO restore VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'begun')",
        record.id,
        index.sql.number("SELECT coalesce(max(seq), 0) + 1 FROM restore"),
        record.plan.verb,
        record.at,
        record.source,
        record.guard,
        record.moment,
        JSON.stringify(record.plan),
        record.plan.of ?? null,
      );
      return;
    case "end":
      index.sql.run(
        "UPDATE restore SET state = ? WHERE id = ?",
        record.state,
        record.id,
      );
      return;
    case "message":
      noteMoments(index, record.moment);
      index.sql.run(
        "INSERT OR IGNORE INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
        record.id,
        record.thread,
        index.sql.number(
          "SELECT count(*) FROM message WHERE thread = ?",
          record.thread,
        ),
        record.role,
        record.text,
        record.at,
        record.moment,
        record.checkpoint,
        record.source,
      );
      return;
    case "messages":
      for (const id of record.ids)
        index.sql.run(
          "UPDATE message SET deleted = ? WHERE thread = ? AND id = ?",
          record.deleted ? record.restore : null,
          record.thread,
          id,
        );
      return;
    case "compact":
      return applyCompact(index, record);
    case "table":
      return applyTable(index, record);
    default:
      // A record of a newer minor kind: nothing here depends on it.
      record satisfies never;
  }
}

function applyStats(
  index: StoreIndex,
  rows: [path: string, m: number, c: number, ino: number][],
): void {
  for (const [path, mtimeMs, ctimeMs, ino] of rows) {
    const row = index.head.get(path);
    if (!row) continue;
    index.sql.run(
      "UPDATE version SET mtime = ?, ctime = ?, ino = ? WHERE id = ?",
      mtimeMs,
      ctimeMs,
      ino,
      row.version,
    );
    index.head.set(path, { ...row, mtimeMs, ctimeMs, ino });
  }
}

function applyCompact(index: StoreIndex, record: CompactRecord): void {
  for (const [hash, pack, offset, slot, , stored] of record.moved)
    index.sql.run(
      "UPDATE content SET pack = ?, offset = ?, slot = ?, stored = ? WHERE hash = ?",
      pack,
      offset,
      slot,
      stored,
      hashBytes(hash),
    );
  for (const pack of record.packs) {
    // What a version still needs stays known, as lost, and is never taken for absent.
    index.sql.run(
      "UPDATE content SET pack = ? WHERE pack = ? AND id IN (SELECT content FROM version)",
      LOST,
      pack,
    );
    index.sql.run("DELETE FROM content WHERE pack = ?", pack);
  }
}

function applyTable(index: StoreIndex, record: TableRecord): void {
  if (!(TABLES as readonly string[]).includes(record.name)) return;
  const known = index.sql.all(`PRAGMA table_info(${record.name})`);
  const names = new Set(known.map((row) => row[1] as string));
  const keep = record.columns.map((column) => names.has(column));
  const isHash = record.columns.map((column) => column === "hash");
  const pick = (row: unknown[]): Row =>
    row
      .map((value, i) => (isHash[i] ? hashBytes(value as string) : value))
      .filter((_, i) => keep[i]) as Row;
  const columns = record.columns.filter((_, i) => keep[i]);
  if (record.name === "meta")
    for (const row of record.rows) {
      const [key, value] = pick(row) as [string, Value];
      // These are the tables of today, whoever wrote the journal.
      if (key !== "index") index.setMeta(key, value);
    }
  else {
    const rows = index.sql.inserter(record.name, columns);
    const at = record.name === "path" ? record.columns.indexOf("path") : -1;
    for (const row of record.rows)
      if (at < 0 || isRecordable(row[at])) rows.add(...pick(row));
    rows.end();
  }
  index.head.forget();
  index.countOn();
}
