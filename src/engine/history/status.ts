import type { Status } from "../api";
import type { Context } from "../context";
import { storeSize } from "../retention/size";
import { topEntries } from "./restores";
import { countCheckpoints } from "../store/index/queries/checkpoints";
import { momentBefore } from "../store/index/queries/moments";
import { skippedAt } from "../store/index/queries/snapshots";
import { countFiles } from "../store/index/queries/versions";
import { pathsBetween } from "./checkpoints";
import { checkSeries } from "./checkSeries";
import { latest } from "./resolveRef";

/** Reports the recorded state. */
export function status(context: Context): Status {
  const { index } = context.store;
  const { lastMoment } = index;
  const last = latest(context);
  const since =
    last?.source === "import" ? momentBefore(index, last) : (last?.moment ?? 0);
  return {
    workspace: context.root,
    store: context.store.layout.dir,
    sizeBytes: storeSize(context).total,
    checkpoints: countCheckpoints(index),
    moments: lastMoment,
    files: countFiles(index),
    last,
    changed: pathsBetween(context, since, lastMoment),
    skipped: skippedAt(index, lastMoment),
    checks: checkSeries(context),
    ...topEntries(context),
  };
}
