import { CLOSES_GAPS, noteMoments } from "../gaps";
import { momentOfNumber, numberOf, numbersAfter } from "./queries/checkpoints";
import { momentBefore } from "./queries/moments";
import type { CheckpointRecord } from "../journal/records";
import type { Value } from "./sql";
import { countChanges } from "./queries/snapshots";
import type { StoreIndex } from "./storeIndex";

export function applyCheckpoint(
  index: StoreIndex,
  record: CheckpointRecord,
): void {
  noteMoments(index, record.moment);
  const before = momentBefore(index, record);
  const counts = countChanges(index, before, record.moment);
  const unsaved = index.sql.number(
    `SELECT count(*) FROM version WHERE layer = 1 AND born <= ?1 AND (died IS NULL OR died > ?1)`,
    record.moment,
  );
  index.sql.run(
    "INSERT OR REPLACE INTO checkpoint VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    record.id,
    record.number,
    record.moment,
    record.kind,
    record.name,
    record.description,
    record.at,
    record.source,
    record.git ? JSON.stringify(record.git) : null,
    JSON.stringify(record.metadata),
    record.task ? JSON.stringify(record.task) : null,
    record.thread,
    record.message,
    record.pinned ? 1 : 0,
    counts.added,
    counts.modified,
    counts.deleted,
    unsaved,
    record.stateAt ?? null,
  );
  index.setMeta("number", Math.max(index.nextNumber, record.number + 1));
  if (record.stateAt === undefined) followCommit(index, record);
  // The checkpoints after it in time were compared with one before it.
  else recount(index, numbersAfter(index, record));
}

/** Records when this history first saw git's current commit. */
function followCommit(index: StoreIndex, record: CheckpointRecord): void {
  const commit = record.git ? (record.git.commit ?? "") : null;
  if (index.meta("commit") === commit) return;
  index.setMeta("commit", commit);
  index.setMeta("commitSince", record.moment);
}

export function applyEdit(
  index: StoreIndex,
  id: string,
  set: {
    name?: string | null;
    description?: string | null;
    pinned?: boolean;
  },
): void {
  const change = (column: string, value: Value) =>
    index.sql.run(
      `UPDATE checkpoint SET ${column} = ? WHERE id = ?`,
      value,
      id,
    );
  if (set.name !== undefined) change("name", set.name);
  if (set.description !== undefined) change("description", set.description);
  if (set.pinned !== undefined) change("pinned", set.pinned ? 1 : 0);
}

/** Removes the checkpoints and recounts the changes of their neighbours. */
export function applyDrop(index: StoreIndex, ids: readonly string[]): void {
  const after = new Set<number>();
  for (const id of ids) {
    const dropped = numberOf(index, id);
    if (dropped === null) continue;
    const moment = momentOfNumber(index, dropped)!;
    for (const number of numbersAfter(index, { moment, number: dropped }))
      after.add(number);
    index.sql.run("DELETE FROM checkpoint WHERE id = ?", id);
  }
  recount(index, after);
}

/** Compares these checkpoints again with the ones that are before them now. */
function recount(index: StoreIndex, checkpoints: Iterable<number>): void {
  for (const number of checkpoints) {
    const moment = momentOfNumber(index, number);
    if (moment === undefined) continue; // removed as well
    const before = momentBefore(index, { moment, number });
    const counts = countChanges(index, before, moment);
    index.sql.run(
      "UPDATE checkpoint SET added = ?, modified = ?, deleted = ? WHERE number = ?",
      counts.added,
      counts.modified,
      counts.deleted,
      number,
    );
  }
}

const forgotten = new WeakMap<StoreIndex, number>();

/** How often versions were forgotten; cached results from before may be outdated. */
export function timesForgotten(index: StoreIndex): number {
  return forgotten.get(index) ?? 0;
}

/** Maximum number of restores kept; restore.log has a line for every one. */
const RESTORES_KEPT = 50;

export function applyPrune(index: StoreIndex, moment: number): void {
  forgotten.set(index, timesForgotten(index) + 1);
  index.sql.run(
    `DELETE FROM version WHERE died IS NOT NULL AND died <= ? AND NOT EXISTS
       (SELECT 1 FROM checkpoint c WHERE c.moment >= version.born AND c.moment < version.died)`,
    moment,
  );
  index.setMeta("pruned", Math.max(index.metaNumber("pruned"), moment));
  index.sql.run("DELETE FROM path WHERE id NOT IN (SELECT path FROM version)");
  // Old restores that can no longer be undone: each stores its whole plan.
  index.sql.run(
    `DELETE FROM restore WHERE state <> 'begun' AND moment <= ?
       AND seq <= (SELECT max(seq) FROM restore) - ${RESTORES_KEPT}
       AND guard NOT IN (SELECT id FROM checkpoint)`,
    moment,
  );
  // Verdicts last as long as the state they are about.
  index.sql.run(
    "DELETE FROM verdict WHERE moment < ? AND moment NOT IN (SELECT moment FROM checkpoint)",
    moment,
  );
  // Moments that no version or checkpoint refers to anymore.
  index.sql.run(
    `DELETE FROM moment WHERE n < ?1 AND n NOT IN (SELECT born FROM version)
       AND n NOT IN (SELECT died FROM version WHERE died IS NOT NULL)
       AND n NOT IN (SELECT moment FROM checkpoint) AND n NOT IN (SELECT moment FROM message)
       AND full <> ${CLOSES_GAPS}`,
    moment,
  );
}
