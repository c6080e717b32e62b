import type { Context } from "../context";
import { CheckpointError } from "../model/errors";

/**
 * After damage to the journal a moment's record may be lost, and with it a
 * change of any path. A version older than the loss is then uncertain at later
 * moments, until a full scan has seen it again. Throws `damaged` for such paths,
 * so that old content is never passed off as what was there.
 */
export function assertSound(
  context: Context,
  moment: number,
  paths: Iterable<string>,
): void {
  const { sql } = context.store.index;
  const gap = sql.first("SELECT max(n) FROM gap WHERE n <= ?", moment)?.[0];
  if (gap === null || gap === undefined) return;
  const seen = sql.first(
    "SELECT 1 FROM moment WHERE full = 1 AND n >= ? AND n <= ?",
    gap,
    moment,
  );
  if (seen) return;
  const uncertain: string[] = [];
  for (const path of paths) {
    const row = sql.first(
      `SELECT 1 FROM path p JOIN version v ON v.path = p.id
       WHERE p.path = ? AND v.layer = 0 AND v.born > ? AND v.born <= ?`,
      path,
      gap,
      moment,
    );
    if (!row) uncertain.push(path);
  }
  if (uncertain.length === 0) return;
  throw new CheckpointError(
    "damaged",
    `The record of moment @${gap} is damaged, so it is not certain what ${uncertain.length === 1 ? uncertain[0] : `${uncertain.length} files`} held at @${moment}.`,
    {
      hint: "Choose an earlier checkpoint, or restore single files whose versions you have looked at.",
      data: { paths: uncertain.slice(0, 100), lostMoment: gap },
    },
  );
}
