import type { TimelineFiles } from "../../answers/timeline";
import type { Context } from "../context";
import { linesBetween, renamesPaired } from "../deeds/deedChanges";
import { toDeedFile } from "../deeds/deedFiles";
import { limitOf } from "../history/checkpoints";
import { resolvePoint } from "../history/resolveRef";
import { problem } from "../model/errors";
import { isWithin } from "../model/workspacePath";
import { changesBetween } from "../store/index/queries/snapshots";
import type { FilesBetween } from "../api";
import { workspacePathOf } from "./timeline";

const USUAL_LIMIT = 200;

/** Returns the files that differ between two kept moments, and counts the lines of the first ones. */
export function timelineFiles(
  context: Context,
  { from, to, path, limit }: FilesBetween,
): TimelineFiles {
  if (!Number.isInteger(from) || !Number.isInteger(to))
    throw problem("bad-limit");
  for (const moment of [from, to]) resolvePoint(context, `@${moment}`);
  const own = workspacePathOf(path);
  const span = { from, to };
  const changes = changesBetween(context.store.index, from, to)
    .filter(({ layer, released }) => layer === "disk" && !released)
    .filter((change) => own === null || isWithin(change.path, own))
    .map((change) => ({ ...change, span }));
  const pairs = renamesPaired(context, changes);
  const shown = pairs.slice(0, limitOf(limit, USUAL_LIMIT));
  return {
    files: shown.map((pair) =>
      toDeedFile(pair, linesBetween(context, pair.before, pair.after)),
    ),
    total: pairs.length,
  };
}
