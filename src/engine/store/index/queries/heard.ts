import type { Source } from "../../../model/checkpoint";
import { jsonIn } from "../decode";
import type { StoreIndex } from "../storeIndex";

/** Returns the sources that made changes, or requested checkpoints, after a time. */
export function heardSince({ sql }: StoreIndex, atMs: number): Source[] {
  return sql
    .all(
      `SELECT source FROM moment WHERE at > ?1
       UNION SELECT source FROM checkpoint WHERE at > ?1 AND kind IN ('manual', 'feature')`,
      atMs,
    )
    .map(([source]) => source as Source);
}

/**
 * Returns when a source last changed something, created a checkpoint or sent a
 * message, or when the folder was last fully scanned; null if never. What is found
 * now did not exist at that time, or was recorded.
 */
export function lastHeard({ sql }: StoreIndex, source: Source): number | null {
  const row = sql.first(
    `SELECT max(at) FROM (SELECT at FROM moment WHERE source = ?1 OR full <> 0
       UNION ALL SELECT at FROM checkpoint WHERE source = ?1 OR kind IN ('manual', 'feature')
       UNION ALL SELECT at FROM message WHERE source = ?1)`,
    source,
  );
  return (row?.[0] as number | null | undefined) ?? null;
}

/** A moment without a known author, with those who may have made it. */
export interface UncertainMoment {
  moment: number;
  maybe: { source: Source; thread?: string }[];
}

/** Returns the moments after one, up to another, that have possible authors. */
export function uncertainMoments(
  { sql }: StoreIndex,
  after: number,
  until: number,
): UncertainMoment[] {
  return sql
    .all(
      "SELECT n, maybe FROM moment WHERE maybe IS NOT NULL AND n > ? AND n <= ? AND n > 1 ORDER BY n",
      after,
      until,
    )
    .map(([moment, maybe]) => ({
      moment: moment as number,
      maybe: jsonIn<UncertainMoment["maybe"]>(maybe) ?? [],
    }));
}
