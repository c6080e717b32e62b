import fs from "node:fs";
import path from "node:path";
import initSqlJs from "sql.js";
import type { Database, Statement } from "sql.js";
import { giveBack } from "../../base/memory";
import { compile } from "../../base/wasm";

export type Sql = Awaited<ReturnType<typeof initSqlJs>>;
export type Value = number | string | Uint8Array | null;
export type Row = Value[];

/** Of one statement that inserts rows; and how many rows the rest is inserted by. */
const MOST_VALUES = 900;
const SOME_ROWS = 8;

let loading: Promise<Sql> | undefined;

/** Loads sql.js once per process; its wasm lies in the assets folder. */
export function loadSql(assetsDir: string): Promise<Sql> {
  loading ??= (async () => {
    const file = path.join(assetsDir, "sql-wasm.wasm");
    // Before sql.js, which would wait for ever for code that cannot be compiled.
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

/** A database with its statements prepared once. */
export class SqlDatabase {
  private readonly statements = new Map<string, Statement>();
  private db: Database;

  constructor(
    private readonly engine: Sql,
    bytes?: Uint8Array,
    /** Called when rows go back to what they were. */
    private readonly onRollback: () => void = () => {},
  ) {
    this.db = this.open(bytes);
  }

  /** Runs statements without values, one after the other. */
  script(sql: string): void {
    this.db.run(sql);
  }

  /** The database's bytes, without what was reserved and not used. */
  export(): Uint8Array {
    const pages = this.number("PRAGMA page_count");
    const size = this.number("PRAGMA page_size");
    return this.db.export().subarray(0, pages * size);
  }

  /**
   * Makes room for what is to come, outside of transactions. A database that
   * grows is copied whole each time it is an eighth larger, and the copies stay
   * until they are collected: a tenth of what a large first capture takes.
   */
  reserve(sizeBytes: number): void {
    const bytes = this.export();
    if (bytes.length >= sizeBytes) return;
    // Its header says how much of it is in use.
    const roomy = new Uint8Array(sizeBytes);
    roomy.set(bytes);
    this.close();
    this.db = this.open(roomy);
    giveBack(roomy);
  }

  /** Runs a statement; returns nothing. */
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

  /** Calls back for each row; stops when the callback returns false. */
  each(
    sql: string,
    values: Value[],
    onRow: (row: Row) => void | boolean,
  ): void {
    // Taken out while in use: a callback may run the same query again.
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
   * Inserts many rows as they come, several to a statement, which is five times
   * quicker. Nothing is sure to be in the table before `end`.
   */
  inserter(table: string, columns: readonly string[]): Inserter {
    const width = columns.length;
    const one = `(${columns.map(() => "?").join(",")})`;
    const head = `INSERT INTO ${table}(${columns.join(",")}) VALUES `;
    const most = Math.floor(MOST_VALUES / width);
    let values: Row = [];
    const insert = (rows: number) => {
      const sql = head + Array<string>(rows).fill(one).join(",");
      this.run(sql, ...values.splice(0, rows * width));
    };
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

  /** Runs the work as one; an error leaves the database as it was. */
  transaction<T>(work: () => T): T {
    this.db.run("SAVEPOINT work");
    try {
      const result = work();
      this.db.run("RELEASE work");
      return result;
    } catch (error) {
      this.db.run("ROLLBACK TO work; RELEASE work");
      this.onRollback();
      throw error;
    }
  }

  /** Runs the work and takes back what it did: to see what would be. */
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
    // Nobody else can open it, so it need not look for others at each statement.
    db.run(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY",
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

/**
 * A statement with a sign before each of its values. At a bare one SQLite looks
 * while it plans, and plans anew for the next, which takes longer than most of
 * our queries do.
 */
function signed(sql: string): string {
  return sql.replaceAll("?", "+?");
}

export function hashBytes(hash: string): Uint8Array {
  return Buffer.from(hash, "hex");
}

export function hashText(bytes: Value): string {
  return Buffer.from(bytes as Uint8Array).toString("hex");
}
