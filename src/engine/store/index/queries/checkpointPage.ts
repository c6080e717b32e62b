import type { Checkpoint, CheckpointKind } from "../../../model/checkpoint";
import type { WorkspacePath } from "../../../model/workspacePath";
import { below } from "../decode";
import type { Value } from "../sql";
import type { StoreIndex } from "../storeIndex";
import { COLUMNS, toListed } from "./checkpointRow";
import { momentOfNumber } from "./checkpoints";

/** Which checkpoints to list; an absent field means all. */
export interface CheckpointFilter {
  kinds?: readonly CheckpointKind[] | undefined;
  source?: string | undefined;
  withoutImports?: boolean | undefined;
  thread?: string | undefined;
  /** A text that the task contains. */
  task?: string | undefined;
  /** Only checkpoints whose number is in every one of these lists. */
  numbers: readonly (readonly number[])[];
}

/**
 * Counts the checkpoints that match a filter and reads a page of them, newest state first. `before`
 * is the number of the last one on the previous page.
 */
export function checkpointPage(
  index: StoreIndex,
  filter: CheckpointFilter,
  page: { before?: number | undefined; limit: number },
): { checkpoints: Checkpoint[]; total: number; hasMore: boolean } {
  const where: string[] = ["1"];
  const values: Value[] = [];
  const add = (condition: string, ...more: Value[]) => {
    where.push(condition);
    values.push(...more);
  };
  const { kinds, source, thread, task } = filter;
  if (kinds) add(`kind IN (${kinds.map(() => "?").join(",")})`, ...kinds);
  if (source !== undefined) add("source = ?", source);
  if (filter.withoutImports) add("source <> 'import'");
  if (thread !== undefined) add("thread = ?", thread);
  if (task !== undefined) add("instr(task, ?) > 0", JSON.stringify(task));
  for (const numbers of filter.numbers) add(`number IN (${numbers.join(",")})`);
  // Without a condition SQLite counts pages instead of reading rows.
  const total = index.sql.number(
    values.length + where.length === 1
      ? "SELECT count(*) FROM checkpoint"
      : `SELECT count(*) FROM checkpoint WHERE ${where.join(" AND ")}`,
    ...values,
  );
  if (page.before !== undefined) addBefore(index, page.before, add);
  const rows = index.sql.all(
    `SELECT ${COLUMNS} FROM checkpoint WHERE ${where.join(" AND ")}
     ORDER BY moment DESC, number DESC LIMIT ?`,
    ...values,
    page.limit + 1,
  );
  const hasMore = rows.length > page.limit;
  if (hasMore) rows.pop();
  return { checkpoints: toListed(index, rows), total, hasMore };
}

/** If that checkpoint was removed meanwhile, the page begins where it was. */
function addBefore(
  index: StoreIndex,
  before: number,
  add: (condition: string, ...values: Value[]) => void,
): void {
  const moment = momentOfNumber(index, before);
  if (moment !== undefined)
    return add("(moment, number) < (?, ?)", moment, before);
  // Those that were created of the moment of their time are in the order of their numbers.
  const next = index.sql.first(
    "SELECT min(moment) FROM checkpoint WHERE number > ? AND state_at IS NULL",
    before,
  )?.[0];
  add(
    "(moment < ? OR moment = ? AND number < ?)",
    ...[next ?? Number.MAX_SAFE_INTEGER, next ?? 0, before],
  );
}

/**
 * Numbers of checkpoints with a text in their name or description. SQLite folds the
 * case of ASCII only, so the comparison is made here.
 */
export function numbersWithText(index: StoreIndex, text: string): number[] {
  const wanted = text.toLowerCase();
  return index.sql
    .all("SELECT number, name, description FROM checkpoint")
    .filter(([, ...words]) =>
      words.some((word) =>
        String(word ?? "")
          .toLowerCase()
          .includes(wanted),
      ),
    )
    .map(([number]) => number as number);
}

/** Numbers of checkpoints whose own changes affect a file or folder. */
export function numbersChanging(
  index: StoreIndex,
  path: WorkspacePath,
): number[] {
  return index.sql
    .all(
      `WITH touched AS (
         SELECT v.born AS n FROM path p JOIN version v ON v.path = p.id
           WHERE p.path = ?1 OR (p.path > ?2 AND p.path < ?3)
         UNION SELECT v.died FROM path p JOIN version v ON v.path = p.id
           WHERE (p.path = ?1 OR (p.path > ?2 AND p.path < ?3)) AND v.died IS NOT NULL)
       SELECT DISTINCT (SELECT number FROM checkpoint c WHERE c.moment >= t.n ORDER BY c.moment, c.number LIMIT 1)
       FROM touched t`,
      path,
      ...below(path),
    )
    .map((row) => row[0])
    .filter((number): number is number => number !== null);
}
