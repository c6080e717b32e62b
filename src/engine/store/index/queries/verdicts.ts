import type { Verdict } from "../../../../answers/verdict";
import { isoTime } from "../../../model/isoTime";
import type { ExactVerdict } from "../../../model/verdicts";
import type { Row } from "../sql";
import type { StoreIndex } from "../storeIndex";

const COLUMNS = "label, passed, code, duration, source, at, exact";

/** The verdicts about a moment, oldest first. */
export function verdictsAt(index: StoreIndex, moment: number): Verdict[] {
  return index.sql
    .all(`SELECT ${COLUMNS} FROM verdict WHERE moment = ? ORDER BY seq`, moment)
    .map(toVerdict);
}

/** True if there is a verdict about any of these moments. */
export function hasVerdicts(
  index: StoreIndex,
  first: number,
  last: number,
): boolean {
  const row = index.sql.first(
    "SELECT 1 FROM verdict WHERE moment >= ? AND moment <= ? LIMIT 1",
    first,
    last,
  );
  return row !== undefined;
}

/** The verdicts about a checkpoint, or without one about a moment, oldest first. */
export function verdictsOfVersion(
  index: StoreIndex,
  checkpoint: number | null,
  moment: number,
): Verdict[] {
  return index.sql
    .all(
      `SELECT ${COLUMNS} FROM verdict
       WHERE moment = coalesce((SELECT moment FROM checkpoint WHERE number = ?), ?) ORDER BY seq`,
      checkpoint,
      moment,
    )
    .map(toVerdict);
}

/** The latest verdict of each label, the most recent first. */
export function latestVerdicts(index: StoreIndex, limit: number): Verdict[] {
  return index.sql
    .all(
      `SELECT ${COLUMNS} FROM verdict WHERE seq IN (SELECT max(seq) FROM verdict GROUP BY label)
       ORDER BY seq DESC LIMIT ?`,
      limit,
    )
    .map(toVerdict);
}

/** When a command first failed after a moment; null if it has not. */
export function failedAfter(
  index: StoreIndex,
  label: string,
  moment: number,
): string | null {
  const row = index.sql.first(
    "SELECT at FROM verdict WHERE label = ? AND moment > ? AND NOT passed ORDER BY seq LIMIT 1",
    label,
    moment,
  );
  return row ? isoTime(row[0] as number) : null;
}

/** With the moment since which every state is kept. */
const EXACT = `FROM verdict v LEFT JOIN moment m ON m.n = v.moment
  WHERE v.exact AND coalesce(m.source, '') <> 'import' AND (v.moment >= ?
    OR EXISTS (SELECT 1 FROM checkpoint c WHERE c.moment = v.moment))`;

/**
 * The newest of those moments on which a command passed and never failed, as
 * `momentsWith` says; without reading all verdicts, because each new one asks for it.
 */
export function lastGoodMoment(
  index: StoreIndex,
  label: string,
): number | undefined {
  const row = index.sql.first(
    `SELECT v.moment ${EXACT} AND v.label = ?
     GROUP BY v.moment HAVING min(v.passed) = 1 ORDER BY v.moment DESC LIMIT 1`,
    index.metaNumber("pruned"),
    label,
  );
  return row?.[0] as number | undefined;
}

/**
 * The exact verdicts about states that this folder had and that can still be restored,
 * by moment. Imported states are left out: they were tested elsewhere.
 */
export function exactVerdicts(index: StoreIndex): ExactVerdict[] {
  return index.sql
    .all(
      `SELECT v.moment, v.label, v.passed ${EXACT} ORDER BY v.moment, v.seq`,
      index.metaNumber("pruned"),
    )
    .map((row) => ({
      moment: row[0] as number,
      label: row[1] as string,
      passed: row[2] === 1,
    }));
}

/**
 * True if no file on disk changed from one moment to another, not even back and forth.
 * Also false if some of the moments in between are forgotten.
 */
export function isQuietBetween(
  index: StoreIndex,
  from: number,
  to: number,
): boolean {
  if (from === to) return true;
  const known = index.sql.number(
    "SELECT count(*) FROM moment WHERE n > ? AND n <= ?",
    from,
    to,
  );
  if (known !== to - from) return false;
  const changed = index.sql.first(
    `SELECT 1 FROM version WHERE layer = 0
       AND ((born > ?1 AND born <= ?2) OR (died > ?1 AND died <= ?2))`,
    from,
    to,
  );
  return changed === undefined;
}

function toVerdict(row: Row): Verdict {
  return {
    label: row[0] as string,
    passed: row[1] === 1,
    exitCode: row[2] as number | null,
    durationMs: row[3] as number | null,
    source: row[4] as string,
    at: isoTime(row[5] as number),
    exact: row[6] === 1,
  };
}
