import { applyRecord } from "./applyRecord";
import { Head } from "./head";
import type { JournalRecord, MomentRecord } from "./records";
import { DROP_INDEXES, INDEX_VERSION, MAKE_INDEXES, SCHEMA } from "./schema";
import type { Sql, Value } from "./sql";
import { hashBytes, SqlDatabase } from "./sql";

/** Rows of a first moment for which room is made before... */
const MANY = 3_000;
/** ...and for which the indexes are made after. */
const SOME = 300;

/**
 * The index: the journal's records as tables. Changes only by `apply`, whether a
 * record was just written or is read again, so both give the same tables.
 */
export class StoreIndex {
  readonly sql: SqlDatabase;
  readonly head: Head;
  /** The ids that the next rows get. */
  readonly next = { path: 1, content: 1, version: 1 };
  /** Values of `meta` as they are in the table: asked for by every verb, many times. */
  private readonly known = new Map<string, Value | undefined>();

  constructor(engine: Sql, bytes?: Uint8Array) {
    this.sql = new SqlDatabase(engine, bytes, () => {
      this.known.clear();
      this.head.forget();
    });
    if (!bytes) {
      // All at once: one table after the other takes ten times as long.
      this.sql.script(`PRAGMA page_size = 4096; BEGIN; ${SCHEMA} COMMIT`);
      this.setMeta("index", INDEX_VERSION);
    }
    this.head = new Head(this.sql);
    this.countOn();
  }

  get isCurrentVersion(): boolean {
    return this.meta("index") === INDEX_VERSION;
  }

  private get isEmpty(): boolean {
    return this.next.version === 1;
  }

  meta(key: string): Value | undefined {
    if (this.known.has(key)) return this.known.get(key);
    const row = this.sql.first("SELECT value FROM meta WHERE key = ?", key);
    this.known.set(key, row?.[0]);
    return row?.[0];
  }

  setMeta(key: string, value: Value): void {
    this.sql.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value);
    this.known.set(key, value);
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
    const isFirst = record.t === "moment" && this.isEmpty;
    if (isFirst && record.born.length > MANY) {
      this.sql.reserve(likelyBytes(record));
      // So many are loaded when they are asked for, and not beside the record.
      this.head.forget();
    }
    this.sql.transaction(() =>
      isFirst && record.born.length > SOME
        ? this.withoutIndexes(() => applyRecord(this, record))
        : applyRecord(this, record),
    );
  }

  /**
   * Sorting all rows at the end takes half of what finding a place for each does.
   * Paths come sorted, nearly.
   */
  private withoutIndexes(fill: () => void): void {
    this.sql.script(DROP_INDEXES);
    fill();
    this.sql.script(MAKE_INDEXES);
  }

  /** The database's bytes, without the room that deleted rows left. */
  export(): Uint8Array {
    const pages = this.sql.number("PRAGMA page_count");
    if (this.sql.number("PRAGMA freelist_count") > pages / 4)
      this.sql.script("VACUUM");
    return this.sql.export();
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

  /** Goes on after the highest ids there are. */
  countOn(): void {
    for (const table of ["path", "content", "version"] as const)
      this.next[table] = this.sql.number(
        `SELECT coalesce(max(id), 0) + 1 FROM ${table}`,
      );
  }
}

/** What the tables of a first capture take, nearly; a path is in two of them. */
function likelyBytes({ born }: MomentRecord): number {
  let letters = 0;
  for (const [path] of born) letters += path.length;
  return born.length * 205 + letters * 2;
}
