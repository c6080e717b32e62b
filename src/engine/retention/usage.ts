import type { Usage } from "../api";
import type { Context } from "../context";
import { KINDS } from "../model/checkpoint";
import { garbageBytes } from "./garbage";
import { storeSize } from "./size";

const SHOWN = 20;

/** What the store takes, of what, and what deleting would free. */
export function usage(context: Context): Usage {
  const { index } = context.store;
  const { sql } = index;
  const size = storeSize(context);
  const forget = () => index.apply({ t: "prune", moment: index.lastMoment });
  const garbage = garbageBytes(context);
  const garbageAnyway = sql.rehearse(() => {
    forget();
    return garbageBytes(context);
  });
  const byKind = KINDS.map((kind) => {
    const ids = sql
      .all("SELECT id FROM checkpoint WHERE kind = ?", kind)
      .map((row) => row[0] as string);
    const freeableBytes = sql.rehearse(() => {
      index.apply({ t: "drop", ids });
      forget();
      return garbageBytes(context) - garbageAnyway;
    });
    return { kind, checkpoints: ids.length, freeableBytes };
  });
  return {
    sizeBytes: size.total,
    quotaBytes: context.settings.maxStoreSizeBytes,
    packBytes: size.packs,
    journalBytes: size.journals,
    indexBytes: size.indexes,
    garbageBytes: garbage,
    byKind,
    byFolder: sums(
      context,
      "CASE instr(p.path, '/') WHEN 0 THEN '.' ELSE substr(p.path, 1, instr(p.path, '/') - 1) END",
    ),
    largest: sums(context, "p.path"),
  };
}

/** Bytes of the distinct contents of each group of paths, largest first. */
function sums(context: Context, group: string) {
  return context.store.index.sql
    .all(
      `SELECT g, sum(stored), sum(versions) FROM (
         SELECT ${group} AS g, c.id, c.stored AS stored, count(*) AS versions
         FROM version v JOIN path p ON p.id = v.path JOIN content c ON c.id = v.content
         GROUP BY g, c.id)
       GROUP BY g ORDER BY 2 DESC LIMIT ${SHOWN}`,
    )
    .map((row) => ({
      path: row[0] as string,
      bytes: row[1] as number,
      versions: row[2] as number,
    }));
}
