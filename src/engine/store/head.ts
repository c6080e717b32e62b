import type { DiskStat } from "../../base/disk";
import type { SkipReason } from "../model/checkpoint";
import { HeadTable } from "./headTable";
import type { SqlDatabase } from "./sql";

/** The living disk version of a path: what a scan compares files with. */
export interface HeadRow {
  version: number;
  pathId: number;
  /** Row of the content, or null for a skipped path. */
  content: number | null;
  mode: number;
  sizeBytes: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  reason: SkipReason | null;
  /** Its place in the table that it comes from, if it does. */
  slot?: number;
}

const COLUMNS =
  "v.id, v.path, v.content, v.mode, v.size, v.mtime, v.ctime, v.ino, v.reason";

/**
 * The present state by path. A few told paths are looked up in the database;
 * a full scan asks for every path, so it loads them all first.
 */
export class Head {
  private table: HeadTable | undefined;

  constructor(private readonly sql: SqlDatabase) {}

  get(path: string): HeadRow | undefined {
    if (this.table) return this.table.get(path);
    const row = this.sql.first(
      `SELECT ${COLUMNS}, v.died FROM path p JOIN version v ON v.path = p.id
       WHERE p.path = ? AND v.layer = 0 ORDER BY v.born DESC LIMIT 1`,
      path,
    );
    return row && row[9] === null ? toHeadRow(row) : undefined;
  }

  /** Looks names up in one folder. */
  childrenOf(folder: string): (name: string) => HeadRow | undefined {
    if (this.table) return this.table.childrenOf(folder);
    const prefix = folder === "" ? "" : folder + "/";
    return (name) => this.get(prefix + name);
  }

  /** Every path at or below a folder ("" for all), in no order. */
  *below(folder: string): Iterable<[string, HeadRow]> {
    if (folder === "") {
      yield* this.load().entries();
      return;
    }
    const own = this.get(folder);
    if (own) yield [folder, own];
    if (this.table && !this.table.hasBelow(folder)) return;
    const found: [string, HeadRow][] = [];
    this.sql.each(
      `SELECT ${COLUMNS}, p.path FROM path p JOIN version v ON v.path = p.id
       WHERE p.path > ? AND p.path < ? AND v.layer = 0 AND v.died IS NULL`,
      [folder + "/", folder + "0"],
      (row) => void found.push([row[9] as string, toHeadRow(row)]),
    );
    yield* found;
  }

  load(): HeadTable {
    if (this.table) return this.table;
    const table = new HeadTable();
    this.sql.each(
      `SELECT ${COLUMNS}, p.path FROM version v NOT INDEXED JOIN path p ON p.id = v.path
       WHERE v.died IS NULL AND v.layer = 0`,
      [],
      (row) => table.set(row[9] as string, toHeadRow(row)),
    );
    this.table = table;
    return table;
  }

  set(path: string, row: HeadRow): void {
    this.table?.set(path, row);
  }

  remove(path: string): void {
    this.table?.remove(path);
  }

  forget(): void {
    this.table = undefined;
  }
}

/** True when a file has the very times, size and place it was recorded with. */
export function hasTimes(
  row: HeadRow,
  stat: Pick<DiskStat, "mtimeMs" | "ctimeMs" | "sizeBytes" | "ino">,
): boolean {
  return (
    row.mtimeMs === stat.mtimeMs &&
    row.ctimeMs === stat.ctimeMs &&
    row.sizeBytes === stat.sizeBytes &&
    row.ino === stat.ino
  );
}

function toHeadRow(row: unknown[]): HeadRow {
  return {
    version: row[0] as number,
    pathId: row[1] as number,
    content: row[2] as number | null,
    mode: row[3] as number,
    sizeBytes: row[4] as number,
    mtimeMs: (row[5] as number | null) ?? 0,
    ctimeMs: (row[6] as number | null) ?? 0,
    ino: (row[7] as number | null) ?? 0,
    reason: row[8] as SkipReason | null,
  };
}
