import type { Run, Status } from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import { storeSize } from "../retention/size";
import { topEntries } from "../restore/undo";
import { pathsBetween } from "./checkpoints";
import { checkpointWhere } from "./rows";

/** Captures, and tells where things stand. */
export function status(context: Context, run?: Run): Status {
  const { skipped } = capture(context, {}, run);
  const { sql, lastMoment } = context.store.index;
  const last = checkpointWhere(sql, "1 ORDER BY number DESC LIMIT 1");
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
    changed: pathsBetween(context, last?.moment ?? 0, lastMoment),
    skipped,
    ...topEntries(context),
  };
}
