import type { Point } from "../api";
import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import type { Layer } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import { isWorkspacePath } from "../model/workspacePath";
import { momentWithVersion } from "../store/index/queries/versions";
import { resolvePoint } from "./resolveRef";

/**
 * Like `resolvePoint`, for one file: if the state at that time is no longer kept as
 * a whole, this file's version may still be kept at another point.
 */
export function resolveFileRef(
  context: Context,
  ref: string,
  path: string,
  layer: Layer = "disk",
): Point {
  try {
    return resolvePoint(context, ref);
  } catch (error) {
    if (!CheckpointError.is(error, "not-kept")) throw error;
    const moment = error.data["moment"] as number;
    const kept = isWorkspacePath(path)
      ? keptMoment(context, moment, path, layer)
      : null;
    if (kept === null) throw error;
    return resolvePoint(context, `@${kept}`);
  }
}

/**
 * The nearest restorable moment with the version that the path had at a given
 * moment, preferably with the same unsaved text; null if there is none.
 */
export function keptMoment(
  context: Context,
  moment: number,
  path: WorkspacePath,
  layer: Layer,
): number | null {
  const { index } = context.store;
  const pruned = index.metaNumber("pruned");
  if (moment >= pruned) return moment;
  return momentWithVersion(index, moment, path, layer, pruned);
}
