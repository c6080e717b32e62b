import { PERSON } from "../model/sources";
import type { Source } from "../model/checkpoint";
import type { ChangedByOthers } from "../model/restorePlan";
import type { SqlDatabase } from "../store/sql";

/** Paths by what was changed of them: the file, or an editor's unsaved text. */
export interface ChangedPaths {
  disk: ReadonlySet<string>;
  unsaved: ReadonlySet<string>;
}

/** Paths that a source changed after a moment. */
export function pathsChangedBy(
  sql: SqlDatabase,
  source: Source,
  after: number,
): ChangedPaths {
  const changed = { disk: new Set<string>(), unsaved: new Set<string>() };
  const rows = sql.all(
    `SELECT DISTINCT p.path, v.layer FROM version v JOIN path p ON p.id = v.path
       JOIN moment m ON m.n = v.born OR m.n = v.died
     WHERE m.n > ? AND m.source = ?`,
    after,
    source,
  );
  for (const [path, layer] of rows as [string, number][])
    changed[layer === 0 ? "disk" : "unsaved"].add(path);
  return changed;
}

/** Who else changed these paths since: all but the asker and our own restores. */
export function changedByOthers(
  sql: SqlDatabase,
  paths: readonly string[],
  after: number,
  as: Source | undefined,
): ChangedByOthers[] {
  const isOwn = (source: Source) =>
    source === "restore" ||
    (as === undefined || PERSON.has(as) ? PERSON.has(source) : source === as);
  const found: ChangedByOthers[] = [];
  for (const path of paths) {
    const sources = sql
      .all(
        `SELECT DISTINCT m.source FROM path p JOIN version v ON v.path = p.id
           JOIN moment m ON m.n = v.born OR m.n = v.died
         WHERE p.path = ? AND m.n > ? ORDER BY m.source`,
        path,
        after,
      )
      .map((row) => row[0] as string)
      .filter((source) => !isOwn(source));
    if (sources.length > 0) found.push({ path, sources });
  }
  return found;
}
