import type { Checkpoint } from "../../../model/checkpoint";
import type { StoreIndex } from "../storeIndex";

/** The models and subagents that made the changes after one moment, up to another. */
export function madeBetween(
  index: StoreIndex,
  after: number,
  to: number,
): Pick<Checkpoint, "models" | "subagents"> {
  if (!hasMakers(index, after, to)) return {}; // cheaper to find out, and usual
  const rows = index.sql.all(
    `SELECT DISTINCT model, subagent FROM moment
     WHERE n > ? AND n <= ? AND (model IS NOT NULL OR subagent IS NOT NULL)`,
    after,
    to,
  );
  const names = (at: 0 | 1) =>
    [...new Set(rows.map((row) => row[at] as string | null))]
      .filter((name) => name !== null)
      .sort();
  const models = names(0);
  const subagents = names(1);
  return {
    ...(models.length > 0 ? { models } : {}),
    ...(subagents.length > 0 ? { subagents } : {}),
  };
}

/** True if a model or subagent is known for any moment after one, up to another. */
export function hasMakers(
  index: StoreIndex,
  after: number,
  to: number,
): boolean {
  const row = index.sql.first(
    `SELECT 1 FROM moment
     WHERE n > ? AND n <= ? AND (model IS NOT NULL OR subagent IS NOT NULL) LIMIT 1`,
    after,
    to,
  );
  return row !== undefined;
}

/** Numbers of checkpoints whose own changes a model or subagent made. */
export function numbersMadeBy(
  index: StoreIndex,
  which: "model" | "subagent",
  name: string,
): number[] {
  return index.sql
    .all(
      `SELECT DISTINCT (SELECT number FROM checkpoint c
         WHERE c.moment >= m.n AND c.source <> 'import' ORDER BY c.moment, c.number LIMIT 1)
       FROM moment m WHERE m.${which} = ?`,
      name,
    )
    .map((row) => row[0])
    .filter((number): number is number => number !== null);
}
