import type { Run } from "../api";
import { capture } from "../capture/capture";
import type { Context } from "../context";
import type { WorkspacePath } from "../model/workspacePath";
import { heldAt } from "../store/index/queries/snapshots";
import { isOnDiskAs } from "./fileOnDisk";

/**
 * Reads the recorded files among a plan's paths and captures those whose content
 * differs from the record. Their timestamps cannot show it: a write in progress, a
 * memory map or a coarse clock leaves them unchanged. Returns true if the plan has
 * to be decided again. `compared` remembers what was read, so that each file is
 * read once per plan.
 */
export function captureUnseen(
  context: Context,
  paths: readonly WorkspacePath[],
  compared: Set<string>,
  run?: Run,
): boolean {
  const { index } = context.store;
  const unseen = new Set<WorkspacePath>();
  for (const path of paths) {
    if (compared.has(path)) continue;
    compared.add(path);
    const recorded = heldAt(index, index.lastMoment, path, "disk");
    if (recorded && !isOnDiskAs(context, path, recorded)) unseen.add(path);
  }
  if (unseen.size === 0) return false;
  capture(context, { paths: [...unseen] }, run, { unseen });
  return true;
}
