import type { ChangeCounts, SkipReason } from "../model/checkpoint";
import type { Held, Layer } from "../model/version";
import type { Row, SqlDatabase } from "./sql";
import { hashText } from "./sql";

/** What a path held on each side of two moments; null where nothing was held. */
export interface PathChange {
  path: string;
  layer: Layer;
  before: Held | null;
  after: Held | null;
  /** It is held on one side alone, for it was released, not deleted: that says nothing of the file. */
  released: boolean;
}

const ALIVE = (v: string, m: string) =>
  `${v}.born <= ${m} AND (${v}.died IS NULL OR ${v}.died > ${m})`;

/**
 * The paths that differ between two moments, from the births and deaths between
 * them: costs what changed, not what exists.
 */
export function changesBetween(
  sql: SqlDatabase,
  from: number,
  to: number,
): PathChange[] {
  if (from > to)
    return changesBetween(sql, to, from).map((change) => ({
      ...change,
      before: change.after,
      after: change.before,
    }));
  const changes: PathChange[] = [];
  sql.each(
    `WITH touched AS (
       SELECT path, layer FROM version WHERE born > ?1 AND born <= ?2
       UNION SELECT path, layer FROM version WHERE died > ?1 AND died <= ?2)
     SELECT p.path, t.layer, oc.hash, o.mode, o.size, nc.hash, n.mode, n.size,
       (SELECT d.released FROM version d WHERE d.path = t.path AND d.layer = t.layer AND d.born <= ?2
          ORDER BY d.born DESC LIMIT 1), n.reason
     FROM touched t JOIN path p ON p.id = t.path
       LEFT JOIN version o ON o.path = t.path AND o.layer = t.layer AND ${ALIVE("o", "?1")}
       LEFT JOIN version n ON n.path = t.path AND n.layer = t.layer AND ${ALIVE("n", "?2")}
       LEFT JOIN content oc ON oc.id = o.content
       LEFT JOIN content nc ON nc.id = n.content
     ORDER BY p.path, t.layer`,
    [from, to],
    (row) => {
      const before = toHeld(row, 2);
      const after = toHeld(row, 5);
      if (isSame(before, after)) return;
      changes.push({
        path: row[0] as string,
        layer: row[1] === 1 ? "unsaved" : "disk",
        before,
        after,
        released: after === null && (row[8] === 1 || row[9] !== null),
      });
    },
  );
  return changes;
}

/**
 * Calls back for each file that was touched after one moment and up to another,
 * with whether it differs now from what it was at a third: as in `changesBetween`,
 * where what was only released does not.
 */
export function eachTouched(
  sql: SqlDatabase,
  moments: { from: number; after: number; to: number },
  onPath: (path: string, differs: boolean) => void,
): void {
  // A content has one id, so that hashes need not be compared.
  sql.each(
    `WITH touched AS (
       SELECT path FROM version WHERE born > ?2 AND born <= ?3 AND layer = 0
       UNION SELECT path FROM version WHERE died > ?2 AND died <= ?3 AND layer = 0)
     SELECT p.path, CASE
       WHEN n.content IS NOT NULL THEN o.content IS NOT n.content OR o.mode <> n.mode
       WHEN o.content IS NULL OR n.reason IS NOT NULL THEN 0
       ELSE coalesce((SELECT d.released FROM version d WHERE d.path = t.path AND d.layer = 0 AND d.born <= ?3
          ORDER BY d.born DESC LIMIT 1), 0) <> 1 END
     FROM touched t JOIN path p ON p.id = t.path
       LEFT JOIN version o ON o.path = t.path AND o.layer = 0 AND ${ALIVE("o", "?1")}
       LEFT JOIN version n ON n.path = t.path AND n.layer = 0 AND ${ALIVE("n", "?3")}`,
    [moments.from, moments.after, moments.to],
    (row) => onPath(row[0] as string, row[1] === 1),
  );
}

export function countChanges(
  sql: SqlDatabase,
  from: number,
  to: number,
): ChangeCounts {
  if (from === 0)
    return {
      added: sql.number(
        `SELECT count(*) FROM version v NOT INDEXED
         WHERE v.layer = 0 AND v.content IS NOT NULL AND ${ALIVE("v", "?1")}`,
        to,
      ),
      modified: 0,
      deleted: 0,
    };
  // A content has one id, so that hashes need not be compared.
  const [added, modified, deleted] = sql.first(
    `WITH touched AS (
       SELECT path FROM version WHERE born > ?1 AND born <= ?2 AND layer = 0
       UNION SELECT path FROM version WHERE died > ?1 AND died <= ?2 AND layer = 0)
     SELECT
       sum(o.content IS NULL AND n.content IS NOT NULL),
       sum(n.content IS NOT NULL AND (o.content <> n.content OR o.mode <> n.mode)),
       sum(o.content IS NOT NULL AND n.content IS NULL AND n.reason IS NULL AND
         coalesce((SELECT d.released FROM version d WHERE d.path = t.path AND d.layer = 0 AND d.born <= ?2
           ORDER BY d.born DESC LIMIT 1), 0) <> 1)
     FROM touched t
       LEFT JOIN version o ON o.path = t.path AND o.layer = 0 AND o.content IS NOT NULL AND ${ALIVE("o", "?1")}
       LEFT JOIN version n ON n.path = t.path AND n.layer = 0 AND ${ALIVE("n", "?2")}`,
    from,
    to,
  ) as [number | null, number | null, number | null];
  return {
    added: added ?? 0,
    modified: modified ?? 0,
    deleted: deleted ?? 0,
  };
}

export interface StateRow extends Held {
  path: string;
  layer: Layer;
}

/** Calls back for each held path at a moment; `within` limits it to a folder or file. */
export function eachAt(
  sql: SqlDatabase,
  moment: number,
  within: string,
  onRow: (row: StateRow) => void,
): void {
  // Over a whole tree the table scan is ten times quicker than the indexes.
  const from =
    within === ""
      ? "version v NOT INDEXED JOIN path p ON p.id = v.path"
      : "path p JOIN version v ON v.path = p.id";
  const where =
    within === "" ? "" : "AND (p.path = ?2 OR (p.path > ?3 AND p.path < ?4))";
  sql.each(
    `SELECT p.path, v.layer, c.hash, v.mode, v.size FROM ${from}
       JOIN content c ON c.id = v.content WHERE ${ALIVE("v", "?1")} ${where}`,
    within === "" ? [moment] : [moment, within, within + "/", within + "0"],
    (row) =>
      onRow({
        path: row[0] as string,
        layer: row[1] === 1 ? "unsaved" : "disk",
        ...toHeld(row, 2)!,
      }),
  );
}

/** What one path held at a moment. */
export function heldAt(
  sql: SqlDatabase,
  moment: number,
  path: string,
  layer: Layer,
): Held | null {
  const row = sql.first(
    `SELECT c.hash, v.mode, v.size FROM path p JOIN version v ON v.path = p.id
       JOIN content c ON c.id = v.content
     WHERE p.path = ?2 AND v.layer = ?3 AND ${ALIVE("v", "?1")}`,
    moment,
    path,
    layer === "unsaved" ? 1 : 0,
  );
  return row ? toHeld(row, 0) : null;
}

/**
 * True when we cannot say that a path was absent at a moment: it was skipped or
 * released then, or it was first seen because a rule stopped ignoring it.
 */
export function wasUnknownAt(
  sql: SqlDatabase,
  moment: number,
  path: string,
): boolean {
  const before = sql.first(
    `SELECT v.died, v.released, v.reason FROM path p JOIN version v ON v.path = p.id
     WHERE p.path = ? AND v.layer = 0 AND v.born <= ? ORDER BY v.born DESC LIMIT 1`,
    path,
    moment,
  );
  if (before) {
    const [died, released, reason] = before;
    const isAlive = died === null || (died as number) > moment;
    if (isAlive ? reason !== null : released === 1) return true;
  }
  const after = sql.first(
    `SELECT v.adopted FROM path p JOIN version v ON v.path = p.id
     WHERE p.path = ? AND v.layer = 0 AND v.born > ? ORDER BY v.born LIMIT 1`,
    path,
    moment,
  );
  return after?.[0] === 1;
}

/** What could not be recorded at a moment; the first so many, when a number is given. */
export function skippedAt(
  sql: SqlDatabase,
  moment: number,
  most?: number,
): { path: string; reason: SkipReason }[] {
  // Sorting up to a limit costs twenty times as much when there is nothing to sort.
  const limit = most === undefined ? "" : `LIMIT ${most}`;
  return sql
    .all(
      `SELECT p.path, v.reason FROM version v JOIN path p ON p.id = v.path
       WHERE v.reason IS NOT NULL AND ${ALIVE("v", "?1")} ORDER BY p.path ${limit}`,
      moment,
    )
    .map((row) => ({ path: row[0] as string, reason: row[1] as SkipReason }));
}

export function countSkipped(sql: SqlDatabase, moment: number): number {
  return sql.number(
    `SELECT count(*) FROM version v WHERE v.reason IS NOT NULL AND ${ALIVE("v", "?1")}`,
    moment,
  );
}

export function isSame(a: Held | null, b: Held | null): boolean {
  if (a === null || b === null) return a === b;
  return a.hash === b.hash && a.mode === b.mode;
}

function toHeld(row: Row, at: number): Held | null {
  const hash = row[at];
  if (hash === null || hash === undefined) return null;
  return {
    hash: hashText(hash),
    mode: row[at + 1] as number,
    sizeBytes: row[at + 2] as number,
  };
}
