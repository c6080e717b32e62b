import { CurrentState } from "./currentState";
import { hashBytes } from "./decode";
import { INDEX_VERSION, SCHEMA } from "./schema";
import type { Sql, Value } from "./sql";
import { SqlDatabase } from "./sql";

/** Where a content is, if it is stored; its pack may be `LOST`. */
export interface ContentRow {
  id: number;
  pack: number;
  offset: number;
  slot: number;
}

/** More are forgotten at once: a restore asks about each of its contents five times. */
const MOST_CONTENTS = 2_000;

/**
 * The index: the journal's records as tables. Only `applyRecord` changes it, both
 * for new records and for those read again, so both result in the same tables. The
 * queries are in `queries/`.
 */
export class StoreIndex {
  readonly sql: SqlDatabase;
  readonly current: CurrentState;
  /** The ids of the next rows. */
  readonly next = { path: 1, content: 1, version: 1 };
  /** Cached values of `meta`, which every operation reads many times. */
  private readonly known = new Map<string, Value | undefined>();

  private readonly askedOfRestores = new Map<string, unknown>();
  /** Contents looked up last. */
  private readonly knownContents = new Map<string, ContentRow>();

  constructor(engine: Sql, bytes?: Uint8Array) {
    this.sql = new SqlDatabase(engine, bytes, () => {
      this.known.clear();
      this.forgetRestores();
      this.forgetContents();
      this.current.forget();
    });
    if (!bytes) {
      // All in one transaction: creating the tables one by one takes ten times as
      // long.
      this.sql.script(`PRAGMA page_size = 4096; BEGIN; ${SCHEMA} COMMIT`);
      this.setMeta("index", INDEX_VERSION);
    }
    this.current = new CurrentState(this.sql);
    this.countOn();
  }

  get isCurrentVersion(): boolean {
    return this.meta("index") === INDEX_VERSION;
  }

  /** True until the first version is recorded. */
  get isEmpty(): boolean {
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

  /**
   * Returns an answer about restores, which every write needs, from memory until a
   * record changes the restores.
   */
  ofRestores<T>(question: string, ask: () => T): T {
    const { askedOfRestores: known } = this;
    if (!known.has(question)) known.set(question, ask());
    return known.get(question) as T;
  }

  forgetRestores(): void {
    this.askedOfRestores.clear();
  }

  get lastMoment(): number {
    return this.metaNumber("moment");
  }

  get nextNumber(): number {
    return this.metaNumber("number");
  }

  /** The database's bytes, without the space of deleted rows. */
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
    return this.content(hash)?.id;
  }

  content(hash: string): Readonly<ContentRow> | undefined {
    const { knownContents: known } = this;
    const before = known.get(hash);
    if (before) return before;
    const row = this.sql.first(
      "SELECT id, pack, offset, slot FROM content WHERE hash = ?",
      hashBytes(hash),
    ) as [number, number, number, number] | undefined;
    if (!row) return undefined;
    const [id, pack, offset, slot] = row;
    const content = { id, pack, offset, slot };
    if (known.size >= MOST_CONTENTS) known.clear();
    known.set(hash, content);
    return content;
  }

  /** Called whenever a known content may have moved or gone. */
  forgetContents(): void {
    this.knownContents.clear();
  }

  /** Continues after the highest existing ids. */
  countOn(): void {
    for (const table of ["path", "content", "version"] as const)
      this.next[table] = this.sql.number(
        `SELECT coalesce(max(id), 0) + 1 FROM ${table}`,
      );
  }
}
