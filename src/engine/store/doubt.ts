import type { StoreIndex } from "./storeIndex";

/**
 * In the place of `full`: the folder was scanned knowing of the gaps before it.
 * A full scan that was recorded before the loss says only what was new to it.
 */
export const MENDED = 2;

/** Moments lost at once beyond this are not listed one by one. */
const LISTED = 10_000;

/**
 * Notes that moments up to this one have been, when a record speaks of one that
 * no record told of: those in between are gaps, and their numbers stay used.
 */
export function noteMoments(index: StoreIndex, upTo: number): void {
  const last = index.lastMoment;
  if (upTo <= last) return;
  for (let n = last + 1; n <= upTo && n - last < LISTED; n++)
    index.sql.run("INSERT OR IGNORE INTO gap VALUES (?)", n);
  index.setMeta("moment", upTo);
}

/**
 * Notes that rows of the tables were lost: nothing recorded so far is certain
 * until a full scan has seen it again (FORMAT.md, invariant 7).
 */
export function doubtAll(index: StoreIndex): void {
  index.sql.transaction(() => {
    // There was at least one, though nothing may be left of it.
    noteMoments(index, Math.max(1, highestMoment(index)));
    // Rows whose other half is lost say nothing, and their ids are given again.
    index.sql.run(
      `DELETE FROM version WHERE path NOT IN (SELECT id FROM path)
         OR content IS NOT NULL AND content NOT IN (SELECT id FROM content)`,
    );
    index.head.forget();
    index.countOn();
    const number = index.sql.number("SELECT max(number) + 1 FROM checkpoint");
    index.setMeta("number", Math.max(index.nextNumber, number));
    index.sql.run("UPDATE moment SET full = 1 WHERE full = ?", MENDED);
    const last = index.lastMoment;
    for (let n = Math.max(1, last - LISTED); n <= last; n++)
      index.sql.run("INSERT OR IGNORE INTO gap VALUES (?)", n);
    index.sql.run("INSERT OR IGNORE INTO gap VALUES (1)");
  });
}

/** The last gap at or before a moment that no later scan has mended. */
export function openGap(index: StoreIndex, moment: number): number | null {
  const gap = index.sql.first(
    "SELECT max(n) FROM gap WHERE n <= ?",
    moment,
  )?.[0];
  if (gap === null || gap === undefined) return null;
  const seen = index.sql.first(
    "SELECT 1 FROM moment WHERE full = ? AND n > ? AND n <= ?",
    MENDED,
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
