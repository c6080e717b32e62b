import fs from "node:fs";
import path from "node:path";
import initSqlJs from "sql.js";
import type { Database, Statement } from "sql.js";
import { giveBack } from "../../../base/memory";
import { compile } from "../../../base/wasm";

export type Sql = Awaited<ReturnType<typeof initSqlJs>>;
export type Value = number | string | Uint8Array | null;
export type Row = Value[];

/**
 * Maximum number of values in one INSERT statement, and the batch size for the
 * remaining rows.
 */
const MOST_VALUES = 900;
const SOME_ROWS = 8;

let loading: Promise<Sql> | undefined;

/** Loads sql.js once per process; its wasm file is in the assets folder. */
export function loadSql(assetsDir: string): Promise<Sql> {
  loading ??= (async () => {
    const file = path.join(assetsDir, "sql-wasm.wasm");
    // Compiled first, because sql.js would wait forever for code that cannot be
    // compiled.
    const compiled = compile(fs.readFileSync(file));
    return await initSqlJs({
      instantiateWasm(imports, onMade) {
        const instance = compiled.instance(imports as object);
        onMade(instance);
        return instance.exports;
      },
    });
  })();
  return loading;
}

export interface Inserter {
  add(...row: Row): void;
  end(): void;
}

/** A database with cached prepared statements. */
export class SqlDatabase {
  private readonly statements = new Map<string, Statement>();
  private db: Database;

  constructor(
    private readonly engine: Sql,
    bytes?: Uint8Array,
    /** Called when a transaction is rolled back. */
    private readonly onRollback: () => void = () => {},
  ) {
    this.db = this.open(bytes);
  }

  /** Runs several statements without parameters. */
  script(sql: string): void {
    this.db.run(sql);
  }

  /** The database's bytes, without reserved space that is unused. */
  export(): Uint8Array {
    const pages = this.number("PRAGMA page_count");
    const size = this.number("PRAGMA page_size");
    return this.db.export().subarray(0, pages * size);
  }

  /**
   * Reserves space in advance; not allowed inside a transaction. A growing database
   * is copied as a whole each time it has grown by an eighth, and the copies stay
   * until they are garbage-collected: a tenth of the memory of a large first
   * capture.
   */
  reserve(sizeBytes: number): void {
    const bytes = this.export();
    if (bytes.length >= sizeBytes) return;
    // The header gives how much of the file is in use.
    const roomy = new Uint8Array(sizeBytes);
    roomy.set(bytes);
    this.close();
    this.db = this.open(roomy);
    giveBack(roomy);
  }

  /** Runs a statement that returns no rows. */
  run(sql: string, ...values: Value[]): void {
    const statement = this.prepared(sql);
    statement.bind(values);
    statement.step();
    statement.reset();
  }

  first(sql: string, ...values: Value[]): Row | undefined {
    const statement = this.prepared(sql);
    try {
      statement.bind(values);
      return statement.step() ? statement.get() : undefined;
    } finally {
      statement.reset();
    }
  }

  number(sql: string, ...values: Value[]): number {
    return Number(this.first(sql, ...values)?.[0] ?? 0);
  }

  all(sql: string, ...values: Value[]): Row[] {
    const rows: Row[] = [];
    this.each(sql, values, (row) => void rows.push(row));
    return rows;
  }

  /** Calls back for each row; stops if the callback returns false. */
  each(
    sql: string,
    values: Value[],
    onRow: (row: Row) => void | boolean,
  ): void {
    // Taken out of the cache while in use: a callback may run the same query.
    const statement = this.prepared(sql);
    this.statements.delete(sql);
    try {
      statement.bind(values);
      while (statement.step()) if (onRow(statement.get()) === false) return;
    } finally {
      statement.reset();
      if (this.statements.has(sql)) statement.free();
      else this.statements.set(sql, statement);
    }
  }

  /**
   * Inserts many rows, several per statement, which is five times faster. Rows may
   * not be in the table until `end` is called.
   */
  inserter(table: string, columns: readonly string[]): Inserter {
    const width = columns.length;
    const most = Math.floor(MOST_VALUES / width);
    let values: Row = [];
    const insert = (rows: number) =>
      this.run(
        insertOf(table, columns, rows),
        ...values.splice(0, rows * width),
      );
    return {
      add: (...row) => {
        values.push(...row);
        if (values.length === most * width) insert(most);
      },
      end: () => {
        for (const rows of [SOME_ROWS, 1])
          while (values.length >= rows * width) insert(rows);
        values = [];
      },
    };
  }

  /** Runs the work in a transaction; an error leaves the database unchanged. */
  transaction<T>(work: () => T): T {
    this.run("SAVEPOINT work");
    try {
      const result = work();
      this.run("RELEASE work");
      return result;
    } catch (error) {
      this.db.run("ROLLBACK TO work; RELEASE work");
      this.onRollback();
      throw error;
    }
  }

  /** Runs the work and rolls it back, to see what its result would be. */
  rehearse<T>(work: () => T): T {
    this.db.run("SAVEPOINT rehearsal");
    try {
      return work();
    } finally {
      this.db.run("ROLLBACK TO rehearsal; RELEASE rehearsal");
      this.onRollback();
    }
  }

  close(): void {
    for (const statement of this.statements.values()) statement.free();
    this.statements.clear();
    this.db.close();
  }

  private open(bytes: Uint8Array | undefined): Database {
    const db = new this.engine.Database(bytes);
    // No other process can open it, so it need not check for others at each
    // statement. It is in memory, so there is nothing to sync.
    db.run(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY",
    );
    return db;
  }

  private prepared(sql: string): Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.db.prepare(signed(sql));
      this.statements.set(sql, statement);
    }
    return statement;
  }
}

/** By table, so that a text is not composed again for each insertion of a few rows. */
const insertions = new WeakMap<readonly string[], Map<number, string>>();

function insertOf(
  table: string,
  columns: readonly string[],
  rows: number,
): string {
  let known = insertions.get(columns);
  if (!known) insertions.set(columns, (known = new Map<number, string>()));
  let sql = known.get(rows);
  if (sql === undefined) {
    const one = `(${columns.map(() => "?").join(",")})`;
    const all = Array<string>(rows).fill(one).join(",");
    sql = `INSERT INTO ${table}(${columns.join(",")}) VALUES ${all}`;
    known.set(rows, sql);
  }
  return sql;
}

/**
 * Adds a unary plus before each parameter. SQLite inspects a bare parameter when it
 * plans a query and replans for the next value, which takes longer than most of our
 * queries.
 */
function signed(sql: string): string {
  return sql.replaceAll("?", "+?");
}
