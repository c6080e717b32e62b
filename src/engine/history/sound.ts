import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import { openGap } from "../store/doubt";

/**
 * After damage to the journal a moment's record may be lost, and with it a
 * change of any path. A version older than the loss is then uncertain at later
 * moments, until a full scan has seen it again. Throws `damaged` for such paths
 * (or for everything, when none are named), so that old content is never passed
 * off as what was there.
 */
export function assertSound(
  context: Context,
  moment: number,
  paths?: Iterable<string>,
): void {
  const { index } = context.store;
  const gap = openGap(index, moment);
  if (gap === null) return;
  if (!paths) throw uncertain(gap, moment, []);
  const found: string[] = [];
  for (const path of paths) {
    const row = index.sql.first(
      `SELECT 1 FROM path p JOIN version v ON v.path = p.id
       WHERE p.path = ? AND v.layer = 0 AND v.born > ? AND v.born <= ?`,
      path,
      gap,
      moment,
    );
    if (!row) found.push(path);
  }
  if (found.length > 0) throw uncertain(gap, moment, found);
}

function uncertain(
  gap: number,
  moment: number,
  paths: string[],
): CheckpointError {
  const what =
    paths.length === 0
      ? "the folder"
      : paths.length === 1
        ? paths[0]
        : `${paths.length} files`;
  return new CheckpointError(
    "damaged",
    `The record of moment @${gap} is damaged, so it is not certain what ${what} held at @${moment}.`,
    {
      hint: "Choose an earlier checkpoint, or one that was made later, or restore single files whose versions you have looked at.",
      data: { paths: paths.slice(0, 100), lostMoment: gap },
    },
  );
}
