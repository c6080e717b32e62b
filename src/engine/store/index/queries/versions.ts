import type { DeletedFile, FileVersion, Layer } from "../../../model/version";
import { modeText } from "../../../model/version";
import { isoTime } from "../../../model/isoTime";
import type {
  WorkspaceFolder,
  WorkspacePath,
} from "../../../model/workspacePath";
import { ownPath } from "../../../model/workspacePath";
import { below, hashText, layerCode } from "../decode";
import type { StoreIndex } from "../storeIndex";
import { checkpointName } from "./checkpoints";
import { FORMATTED } from "./lineage";
import { promptAt } from "./threads";
import { verdictsOfVersion } from "./verdicts";
import { Moves } from "./moves";

/**
 * An import records that a file is gone, and at the next moment that it exists
 * (importState.ts).
 */
const isSwapped = (died: string, born: string) =>
  `(${born} IS ${died} + 1 AND (SELECT count(*) FROM moment i WHERE i.n IN (${died}, ${born}) AND i.source = 'import') = 2)`;

/** The text before a formatter belongs to the save that follows it: with it, a save would be two rows. */
const isBeforeFormatter = `(v.layer = 1 AND EXISTS (SELECT 1 FROM moment f JOIN json_each(${FORMATTED("f")}) each
  WHERE f.n = v.born + 1 AND each.value = p.path))`;

/**
 * The versions of a file, or of all files below a folder, newest first. A page ends
 * between two moments, so that the next one misses nothing; it may be longer than
 * requested.
 */
export function versionsOf(
  index: StoreIndex,
  path: WorkspacePath,
  page: { before?: number | undefined; limit: number },
): FileVersion[] {
  const rows = index.sql.all(
    `WITH versions AS (
       SELECT p.path AS path, v.born, v.died, v.content, v.size, v.mode, v.reason, v.layer, v.released,
         lag(v.died) OVER next AS lastDied, lead(v.born) OVER next AS nextBorn, lead(v.died) OVER next AS nextDied,
         lag(v.content) OVER next IS v.content AND lag(v.mode) OVER next = v.mode AS isAsLast,
         lead(v.content) OVER next IS v.content AND lead(v.mode) OVER next = v.mode AS isAsNext
       FROM path p JOIN version v ON v.path = p.id
       WHERE (p.path = ?1 OR (p.path > ?2 AND p.path < ?3)) AND NOT ${isBeforeFormatter}
       WINDOW next AS (PARTITION BY v.path, v.layer ORDER BY v.born, v.id)),
     events AS (
       SELECT path, born AS n, CASE WHEN isAsNext AND ${isSwapped("died", "nextBorn")} THEN nextDied ELSE died END AS died,
         content, size, mode, reason, layer,
         CASE WHEN reason IS NOT NULL THEN 'skipped'
           WHEN lastDied = born THEN 'modified' ELSE 'added' END AS change
       FROM versions WHERE NOT (isAsLast IS TRUE AND ${isSwapped("lastDied", "born")})
       UNION ALL
       SELECT path, died, NULL, NULL, 0, 0, NULL, layer, CASE released WHEN 1 THEN 'released' ELSE 'deleted' END
       FROM versions WHERE died IS NOT NULL AND nextBorn IS NOT died
         AND NOT (isAsNext IS TRUE AND ${isSwapped("died", "nextBorn")}))
     SELECT e.path, e.n, e.died, m.at, m.source, c.hash, e.size, e.mode, e.change, e.reason, e.layer, m.model, m.subagent,
       m.thread, (SELECT k.number FROM checkpoint k WHERE k.moment >= e.n AND (e.died IS NULL OR k.moment < e.died)
          AND e.change <> 'deleted' AND e.change <> 'released' ORDER BY k.moment, k.number LIMIT 1)
     FROM (SELECT *, rank() OVER (ORDER BY n DESC) AS place FROM events WHERE n < ?4) e
       LEFT JOIN moment m ON m.n = e.n LEFT JOIN content c ON c.id = e.content
     WHERE e.place <= ?5
     ORDER BY e.n DESC, e.path`,
    path,
    ...below(path),
    page.before ?? Number.MAX_SAFE_INTEGER,
    page.limit,
  );
  return rows.map((row) => {
    const number = row[14] as number | null;
    const [model, subagent] = [row[11], row[12]] as (string | null)[];
    return {
      path: ownPath(row[0]),
      born: row[1] as number,
      died: row[2] as number | null,
      at: row[3] === null ? "" : isoTime(row[3] as number),
      source: (row[4] as string | null) ?? "outside",
      ...(model ? { model } : {}),
      ...(subagent ? { subagent } : {}),
      hash: row[5] === null ? null : hashText(row[5]),
      sizeBytes: row[6] as number,
      mode: modeText(row[7] as number),
      change: row[8] as FileVersion["change"],
      reason: row[9] as FileVersion["reason"],
      unsaved: row[10] === 1,
      checkpoint: number === null ? null : checkpointName(index, number),
      verdicts: verdictsOfVersion(index, number, row[1] as number),
      prompt: promptAt(index, row[13] as string | null, row[1] as number),
    };
  });
}

/** The content of a path in a layer just before a moment; null if it had none. */
export function hashBefore(
  index: StoreIndex,
  path: string,
  layer: Layer,
  moment: number,
): string | null {
  const row = index.sql.first(
    `SELECT c.hash FROM path p JOIN version v ON v.path = p.id JOIN content c ON c.id = v.content
     WHERE p.path = ? AND v.layer = ? AND v.born < ? AND NOT ${IMPORTED("v")}
     ORDER BY v.born DESC LIMIT 1`,
    path,
    layerCode(layer),
    moment,
  );
  return row ? hashText(row[0]) : null;
}

/**
 * A version that exists only at an import's moment was never in the folder:
 * importState.ts.
 */
const IMPORTED = (v: string) =>
  `(${v}.died IS ${v}.born + 1 AND EXISTS (SELECT 1 FROM moment i WHERE i.n = ${v}.born AND i.source = 'import'))`;

/**
 * Deleted files whose last version is still kept, newest first. A file that was moved is not
 * deleted: the same content appeared at another path at the same moment, or at the one just before
 * or after it.
 */
export function deletedFiles(
  index: StoreIndex,
  within: WorkspaceFolder,
  limit: number,
): (DeletedFile & { path: WorkspacePath })[] {
  const files: (DeletedFile & { path: WorkspacePath })[] = [];
  const moves = new Moves(index);
  index.sql.each(
    `SELECT p.path, v.died, m.at, v.size, c.hash, m.source, v.content
     FROM version v JOIN path p ON p.id = v.path JOIN content c ON c.id = v.content
       LEFT JOIN moment m ON m.n = v.died
     WHERE v.died IS NOT NULL AND v.layer = 0 AND v.released = 0 AND NOT ${IMPORTED("v")}
       AND NOT EXISTS (SELECT 1 FROM version n WHERE n.path = v.path AND n.layer = 0 AND n.born >= v.died
         AND NOT ${IMPORTED("n")})
       ${within === "" ? "" : "AND (p.path = ?1 OR (p.path > ?2 AND p.path < ?3))"}
     ORDER BY v.died DESC, p.path`,
    within === "" ? [] : [within, ...below(within)],
    (row) => {
      const died = row[1] as number;
      if (moves.take(died, row[6] as number)) return true;
      files.push({
        path: ownPath(row[0]),
        lastMoment: died - 1,
        deletedAt: row[2] === null ? "" : isoTime(row[2] as number),
        sizeBytes: row[3] as number,
        hash: hashText(row[4]),
        source: (row[5] as string | null) ?? "outside",
      });
      return files.length < limit;
    },
  );
  return files;
}

/**
 * The nearest moment, of a checkpoint or the first one that is fully kept, with the
 * version that the path had at a moment, preferably with the same unsaved text.
 */
export function momentWithVersion(
  index: StoreIndex,
  moment: number,
  path: WorkspacePath,
  layer: Layer,
  firstKept: number,
): number | null {
  const row = index.sql.first(
    `SELECT k.n FROM path p JOIN version v ON v.path = p.id,
       (SELECT moment AS n FROM checkpoint UNION SELECT ?4) k
     WHERE p.path = ?1 AND v.layer = ?2 AND v.content IS NOT NULL
       AND v.born <= ?3 AND (v.died IS NULL OR v.died > ?3)
       AND v.born <= k.n AND (v.died IS NULL OR v.died > k.n)
     ORDER BY (SELECT count(*) FROM version u WHERE u.path = p.id AND u.layer = 1
         AND (u.born <= ?3 AND (u.died IS NULL OR u.died > ?3))
           <> (u.born <= k.n AND (u.died IS NULL OR u.died > k.n))), abs(k.n - ?3)
     LIMIT 1`,
    path,
    layerCode(layer),
    moment,
    firstKept,
  );
  return (row?.[0] as number | undefined) ?? null;
}

/** True if a version of the file was recorded after one moment and up to another. */
export function wasRecordedBetween(
  index: StoreIndex,
  path: WorkspacePath,
  after: number,
  upTo: number,
): boolean {
  const row = index.sql.first(
    `SELECT 1 FROM path p JOIN version v ON v.path = p.id
     WHERE p.path = ? AND v.layer = 0 AND v.born > ? AND v.born <= ?`,
    path,
    after,
    upTo,
  );
  return row !== undefined;
}

/** True if the last record of a file is its deletion, not its release. */
export function wasDeletedLast(index: StoreIndex, path: string): boolean {
  const last = index.sql.first(
    `SELECT v.released FROM path p JOIN version v ON v.path = p.id
     WHERE p.path = ? AND v.layer = 0 ORDER BY v.born DESC LIMIT 1`,
    path,
  );
  return last !== undefined && last[0] !== 1;
}

/** The mode a path had when it was last recorded, if ever. */
export function lastMode(index: StoreIndex, path: string): number | undefined {
  const row = index.sql.first(
    `SELECT v.mode FROM path p JOIN version v ON v.path = p.id
     WHERE p.path = ? AND v.layer = 0 AND v.content IS NOT NULL ORDER BY v.born DESC LIMIT 1`,
    path,
  );
  return row?.[0] as number | undefined;
}

/** The hash of the currently recorded unsaved text of a path. */
export function unsavedHash(
  index: StoreIndex,
  path: WorkspacePath,
): string | undefined {
  const row = index.sql.first(
    `SELECT c.hash FROM path p JOIN version v ON v.path = p.id JOIN content c ON c.id = v.content
     WHERE p.path = ? AND v.layer = 1 AND v.died IS NULL`,
    path,
  );
  return row && hashText(row[0]);
}

export function countFiles(index: StoreIndex): number {
  return index.sql.number(
    "SELECT count(*) FROM version WHERE died IS NULL AND layer = 0 AND content IS NOT NULL",
  );
}

/** True if there are currently paths that could not be recorded. */
export function hasSkippedNow(index: StoreIndex): boolean {
  const row = index.sql.first(
    "SELECT 1 FROM version WHERE reason IS NOT NULL AND died IS NULL",
  );
  return row !== undefined;
}

export function hasPathBelow(
  index: StoreIndex,
  folder: WorkspacePath,
): boolean {
  const row = index.sql.first(
    "SELECT 1 FROM path WHERE path > ? AND path < ?",
    ...below(folder),
  );
  return row !== undefined;
}

/**
 * Calls back for each path that matches a LIKE pattern and is recorded at a moment
 * or now.
 */
export function eachPathLike(
  index: StoreIndex,
  pattern: string,
  moment: number,
  onPath: (path: WorkspacePath) => void,
): void {
  index.sql.each(
    `SELECT p.path FROM path p JOIN version v ON v.path = p.id WHERE p.path LIKE ?1
       AND v.content IS NOT NULL AND (v.died IS NULL OR (v.born <= ?2 AND v.died > ?2))`,
    [pattern, moment],
    ([path]) => onPath(ownPath(path)),
  );
}

/** True if files were recorded while they may still have been being written. */
export function hasUnsettled(index: StoreIndex): boolean {
  const row = index.sql.first(
    "SELECT 1 FROM version WHERE ino < 0 AND died IS NULL LIMIT 1",
  );
  return row !== undefined;
}

export interface UnsettledFile {
  path: WorkspacePath;
  sizeBytes: number;
  /** When it was recorded. */
  atMs: number;
}

/** The oldest of those files, up to a limit. */
export function unsettledFiles(
  index: StoreIndex,
  limit: number,
): UnsettledFile[] {
  return index.sql
    .all(
      `SELECT p.path, v.size, m.at FROM version v
         JOIN path p ON p.id = v.path JOIN moment m ON m.n = v.born
       WHERE v.ino < 0 AND v.died IS NULL ORDER BY v.id LIMIT ${limit}`,
    )
    .map(([path, sizeBytes, at]) => ({
      path: ownPath(path),
      sizeBytes: sizeBytes as number,
      atMs: at as number,
    }));
}

export function recordedAtMs(index: StoreIndex, version: number): number {
  return index.sql.number(
    "SELECT m.at FROM version v JOIN moment m ON m.n = v.born WHERE v.id = ?",
    version,
  );
}
