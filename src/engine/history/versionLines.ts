import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import { lineCounts } from "../model/textDiff";
import type { FileVersion } from "../model/version";
import { hashBefore } from "../store/index/queries/versions";

/** Comparing larger contents takes too long for a list. */
const MAX_BYTES = 1024 * 1024;

/** Adds how many lines a version added and removed, compared with the one before it. */
export function withLines(context: Context, version: FileVersion): FileVersion {
  const counts = countLines(context, version);
  return {
    ...version,
    linesAdded: counts?.added ?? null,
    linesRemoved: counts?.removed ?? null,
  };
}

function countLines(
  { store }: Context,
  { path, born, hash, unsaved, change, sizeBytes }: FileVersion,
): { added: number; removed: number } | null {
  if (change === "released" || change === "skipped") return null;
  if (sizeBytes > MAX_BYTES) return null;
  const before = (layer: "disk" | "unsaved", moment: number) =>
    hashBefore(store.index, path, layer, moment);
  // Unsaved text is compared with the unsaved text before it, or with the file.
  const old = unsaved
    ? ((change === "modified" ? before("unsaved", born) : null) ??
      before("disk", born + 1))
    : change === "added"
      ? null
      : before("disk", born);
  try {
    const read = (one: string | null) =>
      one === null ? new Uint8Array(0) : store.contents.read(one);
    const [then, now] = [read(old), read(hash)];
    return then.byteLength > MAX_BYTES ? null : lineCounts(then, now);
  } catch (error) {
    // Reporting damage is up to verify.
    if (!CheckpointError.is(error, "damaged")) throw error;
    return null;
  }
}
