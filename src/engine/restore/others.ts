import { PERSON } from "../model/sources";
import type { Source } from "../model/checkpoint";
import type { ChangedByOthers } from "../model/restorePlan";
import type { SqlDatabase } from "../store/sql";

/** Paths by what was changed of them: the file, or an editor's unsaved text. */
export interface ChangedPaths {
  disk: Pick<ReadonlySet<string>, "has">;
  unsaved: Pick<ReadonlySet<string>, "has">;
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

/** Who asks; a thread of an agent's is not all of the agent. */
export interface Asker {
  as?: Source | undefined;
  thread?: string | undefined;
}

/**
 * Who else changed these paths since: all but the asker, our own restores and
 * imports, which change no file, and other than by the moments that are taken back.
 */
export function changedByOthers(
  sql: SqlDatabase,
  paths: readonly string[],
  after: number,
  { as, thread }: Asker,
  isTakenBack: (moment: number) => boolean = () => false,
): ChangedByOthers[] {
  const isOwn = (source: Source, by: string | null) => {
    if (source === "restore" || source === "import") return true;
    if (thread !== undefined && by !== null) return by === thread;
    return as === undefined || PERSON.has(as)
      ? PERSON.has(source)
      : source === as;
  };
  const wanted = new Map(paths.map((path) => [path, new Set<Source>()]));
  sql.each(
    `SELECT p.path, m.source, m.n, m.thread FROM version v JOIN path p ON p.id = v.path
       JOIN moment m ON m.n = v.born WHERE v.born > ?1
     UNION SELECT p.path, m.source, m.n, m.thread FROM version v JOIN path p ON p.id = v.path
       JOIN moment m ON m.n = v.died WHERE v.died > ?1
     ORDER BY 2`,
    [after],
    (row) => {
      type Touch = [string, Source, number, string | null];
      const [path, source, moment, by] = row as Touch;
      if (!isOwn(source, by) && !isTakenBack(moment))
        wanted.get(path)?.add(source);
    },
  );
  return [...wanted].flatMap(([path, sources]) =>
    sources.size > 0 ? [{ path, sources: [...sources] }] : [],
  );
}
