import type { Point } from "../api";
import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import type { Layer } from "../model/version";
import { resolvePoint } from "./points";

/**
 * As `resolvePoint`, for one file: when the state of then is no longer kept as a
 * whole, this file's version still may be, at another point.
 */
export function resolveVersion(
  context: Context,
  ref: string,
  path: string,
  layer: Layer = "disk",
): Point {
  try {
    return resolvePoint(context, ref);
  } catch (error) {
    if (!CheckpointError.is(error, "not-kept")) throw error;
    const moment = error.data["moment"] as number;
    const kept = keptMoment(context, moment, path, layer);
    if (kept === null) throw error;
    return resolvePoint(context, `@${kept}`);
  }
}

/**
 * The nearest moment that can be restored and holds the version that the path had
 * at a moment, if possible with the same unsaved text; null when none does.
 */
export function keptMoment(
  context: Context,
  moment: number,
  path: string,
  layer: Layer,
): number | null {
  const { index } = context.store;
  const pruned = index.metaNumber("pruned");
  if (moment >= pruned) return moment;
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
    layer === "unsaved" ? 1 : 0,
    moment,
    pruned,
  );
  return row ? (row[0] as number) : null;
}
