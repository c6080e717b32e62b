import { isRecordable } from "../../model/workspacePath";
import { addContents, applyMoment } from "./applyMoment";
import {
  applyCheckpoint,
  applyDrop,
  applyEdit,
  applyPrune,
} from "./applyPoints";
import { hashBytes } from "./decode";
import { noteMoments } from "../gaps";
import type {
  CompactRecord,
  JournalRecord,
  MomentRecord,
  StatsRecord,
  TableRecord,
  VerdictRecord,
} from "../journal/records";
import { DROP_INDEXES, LOST, MAKE_INDEXES, TABLES } from "./schema";
import type { Row, Value } from "./sql";

import type { StoreIndex } from "./storeIndex";

/** A first moment with this many rows reserves space in advance... */
const MANY = 3_000;
/** ...and one with this many creates the indexes afterwards. */
const SOME = 300;

const CHANGES_RESTORES: ReadonlySet<JournalRecord["t"]> = new Set([
  ...(["begin", "end", "settled", "prune", "table"] as const),
]);

/** Applies a journal record to the tables: all of it or, on an error, nothing. */
export function applyRecord(index: StoreIndex, record: JournalRecord): void {
  const isFirst = record.t === "moment" && index.isEmpty;
  if (isFirst && record.born.length > MANY) {
    index.sql.reserve(likelyBytes(record));
    // With this many rows, the cache is reloaded when needed instead of being kept
    // next to the record.
    index.current.forget();
  }
  if (CHANGES_RESTORES.has(record.t)) index.forgetRestores();
  index.sql.transaction(() =>
    isFirst && record.born.length > SOME
      ? withoutIndexes(index, () => apply(index, record))
      : apply(index, record),
  );
}

/** Runs a query as if these records had been applied, and leaves the tables unchanged. */
export function rehearse<T>(
  index: StoreIndex,
  records: readonly JournalRecord[],
  ask: () => T,
): T {
  return index.sql.rehearse(() => {
    for (const record of records) applyRecord(index, record);
    return ask();
  });
}

/**
 * Creating the indexes at the end takes half the time of updating them for each
 * row. Paths arrive almost sorted.
 */
function withoutIndexes({ sql }: StoreIndex, fill: () => void): void {
  sql.script(DROP_INDEXES);
  fill();
  sql.script(MAKE_INDEXES);
}

/** Approximate size of a first capture's tables; a path is in two of them. */
function likelyBytes({ born }: MomentRecord): number {
  let characters = 0;
  for (const { path } of born) characters += path.length;
  return born.length * 205 + characters * 2;
}

function apply(index: StoreIndex, record: JournalRecord): void {
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
        "INSERT OR REPLACE INTO restore VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'begun', ?, NULL)",
        record.id,
        index.sql.number("SELECT coalesce(max(seq), 0) + 1 FROM restore"),
        record.plan.verb,
        record.at,
        record.source,
        record.guard,
        record.moment,
        JSON.stringify(record.plan),
        record.plan.of ?? null,
        record.boot ?? null,
      );
      return;
    case "end":
      index.sql.run(
        "UPDATE restore SET state = ?, boot = ?, latest = ? WHERE id = ?",
        record.state,
        record.boot ?? null,
        record.latest ?? null,
        record.id,
      );
      return;
    case "settled":
      for (const id of record.ids)
        index.sql.run(
          "UPDATE restore SET boot = NULL, latest = NULL WHERE id = ? AND state <> 'begun'",
          id,
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
    case "verdict":
      return applyVerdict(index, record);
    case "compact":
      return applyCompact(index, record);
    case "table":
      return applyTable(index, record);
    default:
      // A record type of a newer minor version: nothing here depends on it.
      record satisfies never;
  }
}

function applyVerdict(index: StoreIndex, record: VerdictRecord): void {
  noteMoments(index, record.moment);
  const seq = index.metaNumber("verdicts") + 1;
  index.setMeta("verdicts", seq);
  index.sql.run(
    "INSERT INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    record.moment,
    seq,
    record.label,
    record.passed ? 1 : 0,
    record.exitCode,
    record.durationMs,
    record.source,
    record.at,
    record.exact ? 1 : 0,
  );
}

function applyStats(index: StoreIndex, rows: StatsRecord["rows"]): void {
  for (const { path, mtimeMs, ctimeMs, ino } of rows) {
    const row = index.current.get(path);
    if (!row) continue;
    index.sql.run(
      "UPDATE version SET mtime = ?, ctime = ?, ino = ? WHERE id = ?",
      mtimeMs,
      ctimeMs,
      ino,
      row.version,
    );
    index.current.set(path, { ...row, mtimeMs, ctimeMs, ino });
  }
}

function applyCompact(index: StoreIndex, record: CompactRecord): void {
  index.forgetContents();
  for (const { hash, pack, offset, slot, storedBytes } of record.moved)
    index.sql.run(
      "UPDATE content SET pack = ?, offset = ?, slot = ?, stored = ? WHERE hash = ?",
      pack,
      offset,
      slot,
      storedBytes,
      hashBytes(hash),
    );
  for (const pack of record.packs) {
    // A content that a version still needs is kept as lost, and never treated as
    // absent.
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
      // The version of the tables is ours, whichever version wrote the journal.
      if (key !== "index") index.setMeta(key, value);
    }
  else {
    const rows = index.sql.inserter(record.name, columns);
    const at = record.name === "path" ? record.columns.indexOf("path") : -1;
    for (const row of record.rows)
      if (at < 0 || isRecordable(row[at])) rows.add(...pick(row));
    rows.end();
  }
  index.current.forget();
  index.countOn();
}
