import type { FilesFilter } from "../api";
import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import type {
  DeletedFile,
  FileEntry,
  FileVersion,
  Layer,
} from "../model/version";
import { kindOf, modeText } from "../model/version";
import { workspacePath } from "../model/workspacePath";
import { hashText } from "../store/sql";
import { eachAt, heldAt } from "../store/states";
import { limitOf } from "./checkpoints";
import { resolvePoint } from "./points";
import { isoTime } from "./rows";
import { assertSound } from "./sound";
import { keptMoment, resolveVersion } from "./versionPoint";

/** The files held at a point, in path order. */
export function filesAt(
  context: Context,
  ref: string,
  filter: FilesFilter = {},
): FileEntry[] {
  const { moment } = resolvePoint(context, ref);
  const within = filter.path ? workspacePath(filter.path) : "";
  assertSound(context, moment, within === "" ? undefined : [within]);
  const entries: FileEntry[] = [];
  eachAt(context.store.index.sql, moment, within, (row) => {
    if (row.layer === "unsaved" && !filter.unsaved) return;
    entries.push({
      path: row.path,
      hash: row.hash,
      kind: kindOf(row.mode),
      mode: modeText(row.mode),
      sizeBytes: row.sizeBytes,
      unsaved: row.layer === "unsaved",
    });
  });
  return entries.sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0,
  );
}

export function readAt(
  context: Context,
  ref: string,
  path: string,
  layer: Layer = "disk",
): Uint8Array {
  workspacePath(path);
  const point = resolveVersion(context, ref, path, layer);
  const held = heldAt(context.store.index.sql, point.moment, path, layer);
  if (!held)
    throw new CheckpointError(
      "not-found",
      `${path} is not in ${point.label}.`,
      {
        hint: `See when it was recorded with “checkpoint history ${path}”.`,
        data: { path, moment: point.moment },
      },
    );
  assertSound(context, point.moment, [path]);
  return context.store.content(held.hash);
}

/** An import says that a file is gone, and at the next moment that it is there (exchange/importState.ts). */
const isSwapped = (died: string, born: string) =>
  `(${born} IS ${died} + 1 AND (SELECT count(*) FROM moment i WHERE i.n IN (${died}, ${born}) AND i.source = 'import') = 2)`;

/**
 * The versions of a file, or of all files below a folder, newest first. A page
 * ends between two moments, so that the next one misses nothing: it may be longer
 * than asked for.
 */
export function historyOf(
  context: Context,
  path: string,
  page: { limit?: number; before?: number } = {},
): FileVersion[] {
  workspacePath(path);
  const rows = context.store.index.sql.all(
    `WITH versions AS (
       SELECT p.path AS path, v.born, v.died, v.content, v.size, v.mode, v.reason, v.layer, v.released,
         lag(v.died) OVER next AS lastDied, lead(v.born) OVER next AS nextBorn, lead(v.died) OVER next AS nextDied,
         lag(v.content) OVER next IS v.content AND lag(v.mode) OVER next = v.mode AS isAsLast,
         lead(v.content) OVER next IS v.content AND lead(v.mode) OVER next = v.mode AS isAsNext
       FROM path p JOIN version v ON v.path = p.id
       WHERE p.path = ?1 OR (p.path > ?2 AND p.path < ?3)
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
     SELECT e.path, e.n, e.died, m.at, m.source, c.hash, e.size, e.mode, e.change, e.reason, e.layer,
       (SELECT k.number FROM checkpoint k WHERE k.moment >= e.n AND (e.died IS NULL OR k.moment < e.died)
          AND e.change <> 'deleted' AND e.change <> 'released' ORDER BY k.moment, k.number LIMIT 1)
     FROM (SELECT *, rank() OVER (ORDER BY n DESC) AS place FROM events WHERE n < ?4) e
       LEFT JOIN moment m ON m.n = e.n LEFT JOIN content c ON c.id = e.content
     WHERE e.place <= ?5
     ORDER BY e.n DESC, e.path`,
    path,
    path + "/",
    path + "0",
    page.before ?? Number.MAX_SAFE_INTEGER,
    limitOf(page.limit, 200),
  );
  const { sql } = context.store.index;
  return rows.map((row) => {
    const number = row[11] as number | null;
    const checkpoint =
      number === null
        ? undefined
        : sql.first(
            "SELECT id, number, name FROM checkpoint WHERE number = ?",
            number,
          );
    return {
      path: row[0] as string,
      born: row[1] as number,
      died: row[2] as number | null,
      at: row[3] === null ? "" : isoTime(row[3] as number),
      source: (row[4] as string | null) ?? "outside",
      hash: row[5] === null ? null : hashText(row[5]!),
      sizeBytes: row[6] as number,
      mode: modeText(row[7] as number),
      change: row[8] as FileVersion["change"],
      reason: row[9] as FileVersion["reason"],
      unsaved: row[10] === 1,
      checkpoint: checkpoint
        ? {
            id: checkpoint[0] as string,
            number: checkpoint[1] as number,
            name: checkpoint[2] as string | null,
          }
        : null,
    };
  });
}

/** What only the moment of an import held was never in the folder: exchange/importState.ts. */
const IMPORTED = (v: string) =>
  `(${v}.died IS ${v}.born + 1 AND EXISTS (SELECT 1 FROM moment i WHERE i.n = ${v}.born AND i.source = 'import'))`;

/** Files that are gone and whose last version is still held, newest first. */
export function deletedFiles(
  context: Context,
  filter: { path?: string; limit?: number } = {},
): DeletedFile[] {
  const within = filter.path ? workspacePath(filter.path) : null;
  const rows = context.store.index.sql.all(
    `SELECT p.path, v.died - 1, m.at, v.size, c.hash, m.source
     FROM version v JOIN path p ON p.id = v.path JOIN content c ON c.id = v.content
       LEFT JOIN moment m ON m.n = v.died
     WHERE v.died IS NOT NULL AND v.layer = 0 AND v.released = 0 AND NOT ${IMPORTED("v")}
       AND NOT EXISTS (SELECT 1 FROM version n WHERE n.path = v.path AND n.layer = 0 AND n.born >= v.died
         AND NOT ${IMPORTED("n")})
       ${within === null ? "" : "AND (p.path = ?2 OR (p.path > ?3 AND p.path < ?4))"}
     ORDER BY v.died DESC, p.path LIMIT ?1`,
    limitOf(filter.limit, 1000),
    ...(within === null ? [] : [within, within + "/", within + "0"]),
  );
  return rows.map((row) => ({
    path: row[0] as string,
    lastMoment:
      keptMoment(context, row[1] as number, row[0] as string, "disk") ?? 0,
    deletedAt: row[2] === null ? "" : isoTime(row[2] as number),
    sizeBytes: row[3] as number,
    hash: hashText(row[4]!),
    source: (row[5] as string | null) ?? "outside",
  }));
}
