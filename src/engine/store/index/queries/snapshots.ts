import type { ChangeCounts, SkipReason } from "../../../model/checkpoint";
import type { Held, Layer } from "../../../model/version";
import { isSameHeld } from "../../../model/version";
import type {
  WorkspaceFolder,
  WorkspacePath,
} from "../../../model/workspacePath";
import { ownPath } from "../../../model/workspacePath";
import { below, hashText, layerCode, layerOf } from "../decode";
import type { Row } from "../sql";
import type { StoreIndex } from "../storeIndex";

/** The state of a path at two moments; null where it was not recorded. */
export interface PathChange {
  path: WorkspacePath;
  layer: Layer;
  before: Held | null;
  after: Held | null;
  /**
   * It is recorded on one side only because it was released, not deleted, so the
   * file itself may not have changed.
   */
  released: boolean;
}

const ALIVE = (v: string, m: string) =>
  `${v}.born <= ${m} AND (${v}.died IS NULL OR ${v}.died > ${m})`;

/**
 * Joins the version of a path that is alive at a moment: the last one born by then,
 * if it has not died. Without the subquery, every earlier version of a path that
 * changes often would be read.
 */
const ALIVE_OF = (v: string, path: string, layer: string, m: string) =>
  `version ${v} ON ${v}.id = (SELECT last.id FROM version last
     WHERE last.path = ${path} AND last.layer = ${layer} AND last.born <= ${m} ORDER BY last.born DESC LIMIT 1)
   AND (${v}.died IS NULL OR ${v}.died > ${m})`;

const TOUCHED = `SELECT path, layer FROM version WHERE born > ?1 AND born <= ?2
    UNION SELECT path, layer FROM version WHERE died > ?1 AND died <= ?2`;

/**
 * The same of some paths, and of what is below them, from their own versions. Of those that were
 * born by the first moment, at most one per layer can have died after it.
 */
const TOUCHED_OF = `SELECT v.path, v.layer FROM (
      SELECT p.id FROM json_each(?3) j CROSS JOIN path p ON p.path = j.value
      UNION SELECT p.id FROM json_each(?3) j
        CROSS JOIN path p ON p.path > j.value || '/' AND p.path < j.value || '0') one
    CROSS JOIN (SELECT 0 AS layer UNION ALL SELECT 1) l
    CROSS JOIN version v ON v.path = one.id AND v.layer = l.layer
      AND v.born >= coalesce((SELECT max(last.born) FROM version last
        WHERE last.path = one.id AND last.layer = l.layer AND last.born <= ?1), 0)
      AND v.born <= ?2
    WHERE v.born > ?1 OR v.died > ?1 AND v.died <= ?2
    GROUP BY 1, 2`;

const changesOf = (touched: string) => `WITH touched AS (${touched})
  SELECT p.path, t.layer, oc.hash, o.mode, o.size, nc.hash, n.mode, n.size,
    (SELECT d.released FROM version d WHERE d.path = t.path AND d.layer = t.layer AND d.born <= ?2
       ORDER BY d.born DESC LIMIT 1), n.reason
  FROM touched t JOIN path p ON p.id = t.path
    LEFT JOIN ${ALIVE_OF("o", "t.path", "t.layer", "?1")}
    LEFT JOIN ${ALIVE_OF("n", "t.path", "t.layer", "?2")}
    LEFT JOIN content oc ON oc.id = o.content
    LEFT JOIN content nc ON nc.id = n.content
  ORDER BY p.path, t.layer`;

const CHANGES = changesOf(TOUCHED);
const CHANGES_OF = changesOf(TOUCHED_OF);

/** How many changes can be read in the time it takes to look up one path. */
const PATH_COST = 4;

/**
 * The paths that differ between two moments, found through the versions that begin
 * and end between them: the cost depends on what changed, not on what exists. With
 * `within`, what differs elsewhere may be left out.
 */
export function changesBetween(
  index: StoreIndex,
  from: number,
  to: number,
  within: readonly WorkspacePath[] = [],
): PathChange[] {
  if (from > to)
    return changesBetween(index, to, from, within).map((change) => ({
      ...change,
      before: change.after,
      after: change.before,
    }));
  const changes: PathChange[] = [];
  const isFew = within.length > 0 && hasMore(index, from, to, within.length);
  const query = isFew ? CHANGES_OF : CHANGES;
  const values = isFew ? [from, to, JSON.stringify(within)] : [from, to];
  index.sql.each(query, values, (row) => {
    const before = toHeld(row, 2);
    const after = toHeld(row, 5);
    if (isSameHeld(before, after)) return;
    changes.push({
      path: ownPath(row[0]),
      layer: layerOf(row[1]),
      before,
      after,
      released: after === null && (row[8] === 1 || row[9] !== null),
    });
  });
  return changes;
}

/** True if so much changed between the moments that looking at the given paths costs less. */
export function hasMore(
  { sql }: StoreIndex,
  from: number,
  to: number,
  paths: number,
): boolean {
  const most = paths * PATH_COST;
  const born = sql.number(
    "SELECT count(*) FROM (SELECT 1 FROM version WHERE born > ?1 AND born <= ?2 LIMIT ?3)",
    from,
    to,
    most,
  );
  return born === most;
}

/**
 * Calls back for each file touched after one moment and up to another, with whether
 * it now differs from a third moment. As in `changesBetween`, a file that was only
 * released does not differ.
 */
export function eachTouched(
  { sql }: StoreIndex,
  moments: { from: number; after: number; to: number },
  onPath: (path: WorkspacePath, differs: boolean) => void,
): void {
  // Every content has one id, so hashes need not be compared.
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
       LEFT JOIN ${ALIVE_OF("o", "t.path", "0", "?1")}
       LEFT JOIN ${ALIVE_OF("n", "t.path", "0", "?3")}`,
    [moments.from, moments.after, moments.to],
    (row) => onPath(ownPath(row[0]), row[1] === 1),
  );
}

const COUNT_ALL = `SELECT count(*) FROM version v NOT INDEXED
  WHERE v.layer = 0 AND v.content IS NOT NULL AND ${ALIVE("v", "?1")}`;
// Every content has one id, so hashes need not be compared.
const COUNT_CHANGES = `WITH touched AS (
    SELECT path FROM version WHERE born > ?1 AND born <= ?2 AND layer = 0
    UNION SELECT path FROM version WHERE died > ?1 AND died <= ?2 AND layer = 0)
  SELECT
    sum(o.content IS NULL AND n.content IS NOT NULL),
    sum(n.content IS NOT NULL AND (o.content <> n.content OR o.mode <> n.mode)),
    sum(o.content IS NOT NULL AND n.content IS NULL AND n.reason IS NULL AND
      coalesce((SELECT d.released FROM version d WHERE d.path = t.path AND d.layer = 0 AND d.born <= ?2
        ORDER BY d.born DESC LIMIT 1), 0) <> 1)
  FROM touched t
    LEFT JOIN ${ALIVE_OF("o", "t.path", "0", "?1")} AND o.content IS NOT NULL
    LEFT JOIN ${ALIVE_OF("n", "t.path", "0", "?2")}`;

export function countChanges(
  { sql }: StoreIndex,
  from: number,
  to: number,
): ChangeCounts {
  if (from === 0)
    return { added: sql.number(COUNT_ALL, to), modified: 0, deleted: 0 };
  const [added, modified, deleted] = sql.first(COUNT_CHANGES, from, to) as [
    number | null,
    number | null,
    number | null,
  ];
  return {
    added: added ?? 0,
    modified: modified ?? 0,
    deleted: deleted ?? 0,
  };
}

export interface StateRow extends Held {
  path: WorkspacePath;
  layer: Layer;
}

/**
 * Calls back for each recorded path at a moment; `within` limits it to a folder or
 * file.
 */
export function eachAt(
  { sql }: StoreIndex,
  moment: number,
  within: WorkspaceFolder,
  onRow: (row: StateRow) => void,
): void {
  // For a whole tree, a table scan is ten times faster than the indexes.
  const from =
    within === ""
      ? "version v NOT INDEXED JOIN path p ON p.id = v.path"
      : "path p JOIN version v ON v.path = p.id";
  const where =
    within === "" ? "" : "AND (p.path = ?2 OR (p.path > ?3 AND p.path < ?4))";
  sql.each(
    `SELECT p.path, v.layer, c.hash, v.mode, v.size FROM ${from}
       JOIN content c ON c.id = v.content WHERE ${ALIVE("v", "?1")} ${where}`,
    within === "" ? [moment] : [moment, within, ...below(within)],
    (row) =>
      onRow({
        path: ownPath(row[0]),
        layer: layerOf(row[1]),
        ...toHeld(row, 2)!,
      }),
  );
}

const HELD = `SELECT c.hash, v.mode, v.size
  FROM path p JOIN ${ALIVE_OF("v", "p.id", "?3", "?1")}
    JOIN content c ON c.id = v.content WHERE p.path = ?2`;

/** The state of one path at a moment. */
export function heldAt(
  { sql }: StoreIndex,
  moment: number,
  path: WorkspacePath,
  layer: Layer,
): Held | null {
  const row = sql.first(HELD, moment, path, layerCode(layer));
  return row ? toHeld(row, 0) : null;
}

/**
 * True if a path may have existed at a moment although it was not recorded: it was
 * skipped or released then, or first recorded because a rule stopped ignoring it.
 */
export function wasUnknownAt(
  { sql }: StoreIndex,
  moment: number,
  path: WorkspacePath,
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

const SKIPPED = `SELECT p.path, v.reason FROM version v JOIN path p ON p.id = v.path
  WHERE v.reason IS NOT NULL AND ${ALIVE("v", "?1")} ORDER BY p.path`;

/** What could not be recorded at a moment; only the first `most`, if given. */
export function skippedAt(
  { sql }: StoreIndex,
  moment: number,
  most?: number,
): { path: WorkspacePath; reason: SkipReason }[] {
  // With a LIMIT, sorting costs twenty times as much even if there is nothing to
  // sort.
  const query = most === undefined ? SKIPPED : `${SKIPPED} LIMIT ${most}`;
  return sql
    .all(query, moment)
    .map((row) => ({ path: ownPath(row[0]), reason: row[1] as SkipReason }));
}

const COUNT_SKIPPED = `SELECT count(*) FROM version v
  WHERE v.reason IS NOT NULL AND ${ALIVE("v", "?1")}`;

export function countSkipped({ sql }: StoreIndex, moment: number): number {
  return sql.number(COUNT_SKIPPED, moment);
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
