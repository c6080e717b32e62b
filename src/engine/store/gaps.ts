import type { StoreIndex } from "./index/storeIndex";

/**
 * Value of `full` for a full scan that was made after the gaps before it were
 * known. A full scan recorded before the loss contains only what was new to it.
 */
export const CLOSES_GAPS = 2;

/** If more moments than this are lost at once, they are not listed individually. */
const MAX_LISTED = 10_000;

/**
 * Notes that moments up to this one existed, when a record mentions one that no
 * record created: those in between are gaps, and their numbers are not reused.
 */
export function noteMoments(index: StoreIndex, upTo: number): void {
  const last = index.lastMoment;
  if (upTo <= last) return;
  for (let n = last + 1; n <= upTo && n - last < MAX_LISTED; n++)
    index.sql.run("INSERT OR IGNORE INTO gap VALUES (?)", n);
  index.setMeta("moment", upTo);
}

/**
 * Notes that rows of the tables were lost: nothing recorded so far is certain until
 * a full scan has seen it again (FORMAT.md, invariant 7).
 */
export function markAllUncertain(index: StoreIndex): void {
  index.sql.transaction(() => {
    // There was at least one moment, even if nothing is left of it.
    noteMoments(index, Math.max(1, highestMoment(index)));
    // Rows that refer to lost rows are meaningless, and the lost ids will be
    // reused.
    index.sql.run(
      `DELETE FROM version WHERE path NOT IN (SELECT id FROM path)
         OR content IS NOT NULL AND content NOT IN (SELECT id FROM content)`,
    );
    index.current.forget();
    index.countOn();
    const number = index.sql.number("SELECT max(number) + 1 FROM checkpoint");
    index.setMeta("number", Math.max(index.nextNumber, number));
    index.sql.run("UPDATE moment SET full = 1 WHERE full = ?", CLOSES_GAPS);
    const last = index.lastMoment;
    for (let n = Math.max(1, last - MAX_LISTED); n <= last; n++)
      index.sql.run("INSERT OR IGNORE INTO gap VALUES (?)", n);
    index.sql.run("INSERT OR IGNORE INTO gap VALUES (1)");
  });
}

/** The last gap at or before a moment that no later full scan has closed. */
export function openGap(index: StoreIndex, moment: number): number | null {
  const gap = index.sql.first(
    "SELECT max(n) FROM gap WHERE n <= ?",
    moment,
  )?.[0];
  if (gap === null || gap === undefined) return null;
  const seen = index.sql.first(
    "SELECT 1 FROM moment WHERE full = ? AND n > ? AND n <= ?",
    CLOSES_GAPS,
    gap,
    moment,
  );
  return seen ? null : (gap as number);
}

function highestMoment(index: StoreIndex): number {
  return index.sql.number(
    `SELECT max(n) FROM (SELECT max(n) AS n FROM moment UNION SELECT max(moment) FROM checkpoint
       UNION SELECT max(born) FROM version UNION SELECT max(died) FROM version)`,
  );
}
