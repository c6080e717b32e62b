import type { SqlDatabase } from "./sql";

/**
 * The moment of the checkpoint before this one, with which its changes are told;
 * 0 when it is the first. What an import held was never in the folder, so nothing
 * was changed from there (exchange/importState.ts).
 */
export function momentBefore(sql: SqlDatabase, number: number): number {
  // Moments grow with the numbers, so one row tells.
  return sql.number(
    `SELECT moment FROM checkpoint WHERE number < ? AND source <> 'import'
     ORDER BY number DESC LIMIT 1`,
    number,
  );
}

/** The checkpoints whose changes may be told with this one: up to the next that is no import. */
export function numbersAfter(sql: SqlDatabase, number: number): number[] {
  return sql
    .all(
      `SELECT number FROM checkpoint WHERE number > ?1 AND number <= coalesce(
         (SELECT min(number) FROM checkpoint WHERE number > ?1 AND source <> 'import'), number)`,
      number,
    )
    .map((row) => row[0] as number);
}
