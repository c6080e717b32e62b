import type { Context } from "../context";
import type { CheckpointError } from "../model/errors";
import { problem } from "../model/errors";
import type { WorkspacePath } from "../model/workspacePath";
import { openGap } from "../store/gaps";
import { wasRecordedBetween } from "../store/index/queries/versions";

/**
 * After damage to the journal a moment's record may be lost, and with it a change
 * of any path. A version older than the loss is then uncertain at later moments,
 * until a full scan has seen it again. Throws `damaged` for such paths (or for
 * everything, if none are given), so that old content is never presented as the
 * state at that moment.
 */
export function assertIntact(
  context: Context,
  moment: number,
  paths?: Iterable<WorkspacePath>,
): void {
  const { index } = context.store;
  const gap = openGap(index, moment);
  if (gap === null) return;
  if (!paths) throw uncertain(gap, moment, []);
  const found = [...paths].filter(
    (path) => !wasRecordedBetween(index, path, gap, moment),
  );
  if (found.length > 0) throw uncertain(gap, moment, found);
}

function uncertain(
  gap: number,
  moment: number,
  paths: string[],
): CheckpointError {
  return problem("record-lost", {
    paths: paths.slice(0, 100),
    count: paths.length,
    lostMoment: gap,
    moment,
  });
}
