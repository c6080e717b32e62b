import type { Context } from "../context";
import type { SkipReason } from "../model/checkpoint";
import type { PlannedState } from "../model/restorePlan";
import { contentHash } from "../store/hash";
import { blockedBy } from "../workspace/safePath";
import { readStable } from "../workspace/safeRead";

/** What stands at a path right now, read from the disk. */
export type Current =
  | { kind: "nothing" }
  | { kind: "folder" }
  | { kind: "held"; state: PlannedState; bytes: Uint8Array }
  | { kind: "unreadable"; reason: SkipReason };

export function currentAt(context: Context, path: string): Current {
  const { disk, root, settings } = context;
  if (blockedBy(disk, root, path)) return { kind: "nothing" };
  const stat = disk.lstat(root + "/" + path);
  if (!stat) return { kind: "nothing" };
  if (stat.kind === "folder") return { kind: "folder" };
  const result = readStable(disk, root + "/" + path, settings.maxFileSizeBytes);
  if (result.kind === "gone") return { kind: "nothing" };
  if (result.kind === "skipped")
    return { kind: "unreadable", reason: result.reason };
  const { bytes, mode } = result.file;
  return {
    kind: "held",
    state: { hash: contentHash(bytes), mode, sizeBytes: bytes.byteLength },
    bytes,
  };
}

export function isState(current: Current, state: PlannedState | null): boolean {
  if (state === null)
    return current.kind === "nothing" || current.kind === "folder";
  return (
    current.kind === "held" &&
    current.state.hash === state.hash &&
    current.state.mode === state.mode
  );
}
