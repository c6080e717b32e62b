import { Head } from "./head";
import type {
  BlobRow,
  CheckpointRecord,
  CompactRecord,
  JournalRecord,
  MomentRecord,
  TableRecord,
} from "./records";
import { INDEX_VERSION, SCHEMA, TABLES } from "./schema";
import type { Row, Sql, Value } from "./sql";
import { hashBytes, SqlDatabase } from "./sql";
import { countChanges } from "./states";

/** In the place of a pack number: the content is nowhere any more. */
export const LOST = -1;

const CONTENT_COLUMNS = [
  "id",
  "hash",
  "size",
  "stored",
  "pack",
  "offset",
  "slot",
];
const VERSION_COLUMNS = [
  "id",
  "path",
  "layer",
  "content",
  "mode",
  "size",
  "born",
  "adopted",
  "reason",
  "mtime",
  "ctime",
  "ino",
];

/**
 * The index: the journal's records as tables. Changes only by `apply`, whether a
 * record was just written or is read again, so both give the same tables.
 */
export class StoreIndex {
  readonly sql: SqlDatabase;
  readonly head: Head;
  private nextPath: number;
  private nextContent: number;
  private nextVersion: number;

  constructor(engine: Sql, bytes?: Uint8Array) {
    this.sql = new SqlDatabase(new engine.Database(bytes));
    if (!bytes) {
      this.sql.db.run("PRAGMA page_size = 4096");
      this.sql.db.run(SCHEMA);
      this.setMeta("index", INDEX_VERSION);
    }
    this.sql.db.run("PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY");
    this.head = new Head(this.sql);
    this.nextPath = this.nextId("path");
    this.nextContent = this.nextId("content");
    this.nextVersion = this.nextId("version");
  }

  get isCurrentVersion(): boolean {
    return this.meta("index") === INDEX_VERSION;
  }

  meta(key: string): Value | undefined {
    return this.sql.first("SELECT value FROM meta WHERE key = ?", key)?.[0];
  }

  setMeta(key: string, value: Value): void {
    this.sql.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value);
  }

  metaNumber(key: string): number {
    return Number(this.meta(key) ?? 0);
  }

  get lastMoment(): number {
    return this.metaNumber("moment");
  }

  get nextNumber(): number {
    return this.metaNumber("number");
  }

  apply(record: JournalRecord): void {
    this.sql.transaction(() => this.applyOne(record));
  }

  export(): Uint8Array {
    return this.sql.db.export();
  }

  close(): void {
    this.sql.close();
  }

  contentId(hash: string): number | undefined {
    const row = this.sql.first(
      "SELECT id FROM content WHERE hash = ?",
      hashBytes(hash),
    );
    return row?.[0] as number | undefined;
  }

  private applyOne(record: JournalRecord): void {
    switch (record.t) {
      case "open":
        return;
      case "moment":
        return this.applyMoment(record);
      case "stats":
        return this.applyStats(record.rows);
      case "full":
        this.sql.run("UPDATE moment SET full = 1 WHERE n = ?", record.moment);
        return;
      case "checkpoint":
        return this.applyCheckpoint(record);
      case "edit":
        return this.applyEdit(record.id, record);
      case "drop":
        return this.applyDrop(record.ids);
      case "prune":
        return this.applyPrune(record.moment);
      case "begin":
        this.addContents(record.blobs);
        this.sql.run(
          "INSERT OR REPLACE INTO restore VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'begun')",
          record.id,
          this.sql.number("SELECT coalesce(max(seq), 0) + 1 FROM restore"),
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
        this.sql.run(
          "UPDATE restore SET state = ? WHERE id = ?",
          record.state,
          record.id,
        );
        return;
      case "message":
        this.sql.run(
          "INSERT OR IGNORE INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)",
          record.id,
          record.thread,
          this.sql.number(
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
          this.sql.run(
            "UPDATE message SET deleted = ? WHERE thread = ? AND id = ?",
            record.deleted ? record.restore : null,
            record.thread,
            id,
          );
        return;
      case "compact":
        return this.applyCompact(record);
      case "table":
        return this.applyTable(record);
      default:
        // A record of a newer minor kind: nothing here depends on it.
        record satisfies never;
    }
  }

  private applyMoment(record: MomentRecord): void {
    const last = this.lastMoment;
    for (let n = last + 1; n < record.n && n - last < 10_000; n++)
      this.sql.run("INSERT OR IGNORE INTO gap VALUES (?)", n);
    this.sql.run(
      "INSERT OR REPLACE INTO moment VALUES (?, ?, ?, ?, ?)",
      record.n,
      record.at,
      record.source,
      record.full ? 1 : 0,
      record.thread ?? null,
    );
    this.setMeta("moment", Math.max(last, record.n));
    if (record.rules !== undefined) this.setMeta("rules", record.rules);
    const contents = this.addContents(record.blobs);
    this.endVersions(record);
    this.addVersions(record, contents);
  }

  private addContents(blobs: readonly BlobRow[]): Map<string, number> {
    const ids = new Map<string, number>();
    const rows: Row[] = [];
    for (const [hash, pack, offset, slot, size, stored] of blobs) {
      if (ids.has(hash)) continue;
      const known = this.contentId(hash);
      if (known !== undefined) {
        // Stored again because the old copy was damaged: the new place counts.
        this.sql.run(
          "UPDATE content SET pack = ?, offset = ?, slot = ?, stored = ? WHERE id = ?",
          pack,
          offset,
          slot,
          stored,
          known,
        );
        ids.set(hash, known);
        continue;
      }
      const id = this.nextContent++;
      ids.set(hash, id);
      rows.push([id, hashBytes(hash), size, stored, pack, offset, slot]);
    }
    this.sql.insertAll("content", CONTENT_COLUMNS, rows);
    return ids;
  }

  private endVersions(record: MomentRecord): void {
    for (const [path, layer, released] of record.died) {
      const pathId = this.pathId(path);
      if (pathId === undefined) continue;
      this.end(pathId, layer, record.n, released);
      if (layer === 0) this.head.remove(path);
    }
  }

  private addVersions(record: MomentRecord, ids: Map<string, number>): void {
    const isFresh = this.nextPath === 1;
    const paths: Row[] = [];
    const versions: Row[] = [];
    const made = new Map<string, number>();
    for (const row of record.born) {
      const [path, layer, hash, mode, size, adopted, reason, m, c, ino] = row;
      let pathId = made.get(path) ?? (isFresh ? undefined : this.pathId(path));
      if (pathId === undefined) {
        pathId = this.nextPath++;
        paths.push([pathId, path]);
        made.set(path, pathId);
      } else this.end(pathId, layer, record.n, 0);
      const content = hash === null ? null : this.contentFor(hash, size, ids);
      const id = this.nextVersion++;
      versions.push([
        id,
        pathId,
        layer,
        content,
        mode,
        size,
        record.n,
        adopted,
        reason,
        m,
        c,
        ino,
      ]);
      if (layer === 0)
        this.head.set(path, {
          version: id,
          pathId,
          content,
          mode,
          sizeBytes: size,
          mtimeMs: m,
          ctimeMs: c,
          ino,
          reason,
        });
    }
    this.sql.insertAll("path", ["id", "path"], paths);
    this.sql.insertAll("version", VERSION_COLUMNS, versions);
  }

  /** A content that a damaged journal no longer places is kept as lost. */
  private contentFor(
    hash: string,
    size: number,
    ids: Map<string, number>,
  ): number {
    const known = ids.get(hash) ?? this.contentId(hash);
    if (known !== undefined) return known;
    const id = this.nextContent++;
    this.sql.insertAll("content", CONTENT_COLUMNS, [
      [id, hashBytes(hash), size, 0, LOST, 0, 0],
    ]);
    ids.set(hash, id);
    return id;
  }

  private end(
    pathId: number,
    layer: number,
    at: number,
    released: 0 | 1,
  ): void {
    this.sql.run(
      `UPDATE version SET died = ?, released = ?, mtime = NULL, ctime = NULL, ino = NULL
       WHERE path = ? AND layer = ? AND died IS NULL`,
      at,
      released,
      pathId,
      layer,
    );
  }

  private applyStats(
    rows: [path: string, m: number, c: number, ino: number][],
  ): void {
    for (const [path, mtimeMs, ctimeMs, ino] of rows) {
      const row = this.head.get(path);
      if (!row) continue;
      this.sql.run(
        "UPDATE version SET mtime = ?, ctime = ?, ino = ? WHERE id = ?",
        mtimeMs,
        ctimeMs,
        ino,
        row.version,
      );
      this.head.set(path, { ...row, mtimeMs, ctimeMs, ino });
    }
  }

  private applyCheckpoint(record: CheckpointRecord): void {
    const before = this.sql.number(
      "SELECT max(moment) FROM checkpoint WHERE number < ?",
      record.number,
    );
    const counts = countChanges(this.sql, before, record.moment);
    const unsaved = this.sql.number(
      `SELECT count(*) FROM version WHERE layer = 1 AND born <= ?1 AND (died IS NULL OR died > ?1)`,
      record.moment,
    );
    this.sql.run(
      "INSERT OR REPLACE INTO checkpoint VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
      record.id,
      record.number,
      record.moment,
      record.kind,
      record.name,
      record.description,
      record.at,
      record.source,
      record.git ? JSON.stringify(record.git) : null,
      JSON.stringify(record.metadata),
      record.task ? JSON.stringify(record.task) : null,
      record.thread,
      record.message,
      record.pinned ? 1 : 0,
      counts.added,
      counts.modified,
      counts.deleted,
      unsaved,
    );
    this.setMeta("number", Math.max(this.nextNumber, record.number + 1));
  }

  private applyEdit(
    id: string,
    set: {
      name?: string | null;
      description?: string | null;
      pinned?: boolean;
    },
  ): void {
    const change = (column: string, value: Value) =>
      this.sql.run(
        `UPDATE checkpoint SET ${column} = ? WHERE id = ?`,
        value,
        id,
      );
    if (set.name !== undefined) change("name", set.name);
    if (set.description !== undefined) change("description", set.description);
    if (set.pinned !== undefined) change("pinned", set.pinned ? 1 : 0);
  }

  /** Drops the points and counts their neighbours' changes anew. */
  private applyDrop(ids: readonly string[]): void {
    const after = new Set<number>();
    for (const id of ids) {
      const next = this.sql.first(
        `SELECT number FROM checkpoint WHERE number >
           (SELECT number FROM checkpoint WHERE id = ?) ORDER BY number LIMIT 1`,
        id,
      );
      this.sql.run("DELETE FROM checkpoint WHERE id = ?", id);
      if (next) after.add(next[0] as number);
    }
    for (const number of after) {
      const moment = this.sql.first(
        "SELECT moment FROM checkpoint WHERE number = ?",
        number,
      )?.[0];
      if (moment === undefined) continue; // dropped as well
      const before = this.sql.number(
        "SELECT max(moment) FROM checkpoint WHERE number < ?",
        number,
      );
      const counts = countChanges(this.sql, before, moment as number);
      this.sql.run(
        "UPDATE checkpoint SET added = ?, modified = ?, deleted = ? WHERE number = ?",
        counts.added,
        counts.modified,
        counts.deleted,
        number,
      );
    }
  }

  private applyPrune(moment: number): void {
    this.sql.run(
      `DELETE FROM version WHERE died IS NOT NULL AND died <= ? AND NOT EXISTS
         (SELECT 1 FROM checkpoint c WHERE c.moment >= version.born AND c.moment < version.died)`,
      moment,
    );
    this.setMeta("pruned", Math.max(this.metaNumber("pruned"), moment));
    this.sql.run("DELETE FROM path WHERE id NOT IN (SELECT path FROM version)");
    // Moments that no version and no point speaks of any more.
    this.sql.run(
      `DELETE FROM moment WHERE n < ?1 AND n NOT IN (SELECT born FROM version)
         AND n NOT IN (SELECT died FROM version WHERE died IS NOT NULL)
         AND n NOT IN (SELECT moment FROM checkpoint) AND n NOT IN (SELECT moment FROM message)`,
      moment,
    );
  }

  private applyCompact(record: CompactRecord): void {
    for (const [hash, pack, offset, slot, , stored] of record.moved)
      this.sql.run(
        "UPDATE content SET pack = ?, offset = ?, slot = ?, stored = ? WHERE hash = ?",
        pack,
        offset,
        slot,
        stored,
        hashBytes(hash),
      );
    for (const pack of record.packs) {
      // What a version still needs stays known, as lost, and is never taken for absent.
      this.sql.run(
        "UPDATE content SET pack = ? WHERE pack = ? AND id IN (SELECT content FROM version)",
        LOST,
        pack,
      );
      this.sql.run("DELETE FROM content WHERE pack = ?", pack);
    }
  }

  private applyTable(record: TableRecord): void {
    if (!(TABLES as readonly string[]).includes(record.name)) return;
    const known = this.sql.all(`PRAGMA table_info(${record.name})`);
    const names = new Set(known.map((row) => row[1] as string));
    const keep = record.columns.map((column) => names.has(column));
    const isHash = record.columns.map((column) => column === "hash");
    const pick = (row: unknown[]): Row =>
      row
        .map((value, i) => (isHash[i] ? hashBytes(value as string) : value))
        .filter((_, i) => keep[i]) as Row;
    const columns = record.columns.filter((_, i) => keep[i]);
    if (record.name === "meta")
      for (const row of record.rows)
        this.setMeta(...(pick(row) as [string, Value]));
    else this.sql.insertAll(record.name, columns, record.rows.map(pick));
    this.head.forget();
    this.nextPath = this.nextId("path");
    this.nextContent = this.nextId("content");
    this.nextVersion = this.nextId("version");
  }

  private pathId(path: string): number | undefined {
    const row = this.sql.first("SELECT id FROM path WHERE path = ?", path);
    return row?.[0] as number | undefined;
  }

  private nextId(table: string): number {
    return this.sql.number(`SELECT coalesce(max(id), 0) + 1 FROM ${table}`);
  }
}
