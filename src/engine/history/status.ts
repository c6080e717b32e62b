import type { Status } from "../api";
import type { Context } from "../context";
import { storeSize } from "../retention/size";
import { topEntries } from "../restore/restores";
import { momentBefore } from "../store/pointBefore";
import { skippedAt } from "../store/states";
import { pathsBetween } from "./checkpoints";
import { latest } from "./points";

/** Tells where things stand, as far as they are recorded. */
export function status(context: Context): Status {
  const { sql, lastMoment } = context.store.index;
  const last = latest(context);
  const since =
    last?.source === "import"
      ? momentBefore(sql, last.number)
      : (last?.moment ?? 0);
  return {
    workspace: context.root,
    store: context.store.layout.dir,
    sizeBytes: storeSize(context).total,
    checkpoints: sql.number("SELECT count(*) FROM checkpoint"),
    moments: lastMoment,
    files: sql.number(
      "SELECT count(*) FROM version WHERE died IS NULL AND layer = 0 AND content IS NOT NULL",
    ),
    last,
    changed: pathsBetween(context, since, lastMoment),
    skipped: skippedAt(sql, lastMoment),
    ...topEntries(context),
  };
}
