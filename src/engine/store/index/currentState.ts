import type { DiskStat } from "../../../base/disk";
import type { SkipReason } from "../../model/checkpoint";
import type { WorkspaceFolder, WorkspacePath } from "../../model/workspacePath";
import { childOf, ownPath } from "../../model/workspacePath";
import { below } from "./decode";
import type { FileTimes } from "../journal/records";
import type { CurrentRow } from "./currentStateCache";
import { CurrentStateCache } from "./currentStateCache";
import type { SqlDatabase } from "./sql";

const COLUMNS =
  "v.id, v.path, v.content, v.mode, v.size, v.mtime, v.ctime, v.ino, v.reason";
const LAST = `SELECT ${COLUMNS}, v.died FROM path p JOIN version v ON v.path = p.id
  WHERE p.path = ? AND v.layer = 0 ORDER BY v.born DESC LIMIT 1`;
const BELOW = `SELECT ${COLUMNS}, p.path FROM path p JOIN version v ON v.path = p.id
  WHERE p.path > ? AND p.path < ? AND v.layer = 0 AND v.died IS NULL`;

/**
 * The current state by path. A few given paths are looked up in the database; a
 * full scan needs every path, so it loads all of them first.
 */
export class CurrentState {
  private table: CurrentStateCache | undefined;

  constructor(private readonly sql: SqlDatabase) {}

  get(path: WorkspacePath): CurrentRow | undefined {
    if (this.table) return this.table.get(path);
    const row = this.sql.first(LAST, path);
    return row && row[9] === null ? toCurrentRow(row) : undefined;
  }

  /** Returns a lookup by name in one folder. */
  childrenOf(
    folder: WorkspaceFolder,
  ): (name: string) => CurrentRow | undefined {
    if (this.table) return this.table.childrenOf(folder);
    return (name) => this.get(childOf(folder, name));
  }

  /** The same for a scan: each row is valid until the next one is looked up. */
  scannedIn(
    folder: WorkspaceFolder,
  ): (name: string) => Readonly<CurrentRow> | undefined {
    return this.table?.scannedIn(folder) ?? this.childrenOf(folder);
  }

  /** Every path at or below a folder ("" for all), in no particular order. */
  *below(folder: WorkspaceFolder): Iterable<[WorkspacePath, CurrentRow]> {
    if (folder === "") {
      yield* this.load().entries();
      return;
    }
    const own = this.get(folder);
    if (own) yield [folder, own];
    if (this.table && !this.table.hasBelow(folder)) return;
    const found: [WorkspacePath, CurrentRow][] = [];
    this.sql.each(
      BELOW,
      below(folder),
      (row) => void found.push([ownPath(row[9]), toCurrentRow(row)]),
    );
    yield* found;
  }

  load(): CurrentStateCache {
    if (this.table) return this.table;
    const table = new CurrentStateCache();
    this.sql.each(
      `SELECT ${COLUMNS}, p.path FROM version v NOT INDEXED JOIN path p ON p.id = v.path
       WHERE v.died IS NULL AND v.layer = 0`,
      [],
      (row) => table.set(ownPath(row[9]), toCurrentRow(row)),
    );
    this.table = table;
    return table;
  }

  set(path: WorkspacePath, row: CurrentRow): void {
    this.table?.set(path, row);
  }

  remove(path: WorkspacePath): void {
    this.table?.remove(path);
  }

  forget(): void {
    this.table = undefined;
  }
}

/** True if a file has exactly the timestamps, size and inode it was recorded with. */
export function hasTimes(
  row: CurrentRow,
  stat: Pick<DiskStat, "mtimeMs" | "ctimeMs" | "sizeBytes" | "ino">,
): boolean {
  return row.sizeBytes === stat.sizeBytes && isSameTimes(row, stat);
}

export function isSameTimes(a: FileTimes, b: FileTimes): boolean {
  return a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

function toCurrentRow(row: unknown[]): CurrentRow {
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
