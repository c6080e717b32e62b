import type { Context } from "../context";
import type { SkipReason } from "../model/checkpoint";
import type { PlannedState } from "../model/restorePlan";
import { contentHash } from "../store/hash";
import { hasTimes } from "../store/head";
import { lstatInside, spellingOf } from "../workspace/safePath";
import { readStable } from "../workspace/safeRead";

/** What stands at a path right now, read from the disk. */
export type Current =
  | { kind: "nothing" }
  | { kind: "folder" }
  | { kind: "held"; state: PlannedState; bytes: Uint8Array }
  | { kind: "unreadable"; reason: SkipReason };

/** What is known to have been written there is read however large it is. */
export function currentAt(
  context: Context,
  path: string,
  ...known: readonly (PlannedState | null | undefined)[]
): Current {
  const { disk, root, settings } = context;
  const sizes = known.map((state) => state?.sizeBytes ?? 0);
  const maxBytes = Math.max(settings.maxFileSizeBytes, ...sizes);
  try {
    const stat = lstatInside(disk, root, path);
    if (stat?.kind === "folder") return { kind: "folder" };
    if (!stat || spellingOf(disk, root, path) !== path)
      return { kind: "nothing" };
  } catch {
    return { kind: "unreadable", reason: "unreadable" };
  }
  const result = readStable(disk, root + "/" + path, maxBytes);
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

/**
 * True when a path holds that state. After a capture the record says so, if the
 * file still has the times it was recorded with; else it is read.
 */
export function holds(
  context: Context,
  path: string,
  state: PlannedState | null,
): boolean {
  return (
    hasItsTimes(context, path, state) ||
    isState(currentAt(context, path, state), state)
  );
}

/** True when the record says that a path holds that state. */
export function isRecordedAs(
  { store }: Context,
  path: string,
  state: PlannedState | null,
): boolean {
  const row = store.index.head.get(path);
  return (
    state !== null &&
    row?.mode === state.mode &&
    row.content === store.index.contentId(state.hash)
  );
}

function hasItsTimes(
  context: Context,
  path: string,
  state: PlannedState | null,
): boolean {
  if (!isRecordedAs(context, path, state)) return false;
  const { disk, root, store } = context;
  // Met behind a link it is still this very file; who writes looks at the way.
  const stat = disk.lstat(root + "/" + path);
  return stat !== null && hasTimes(store.index.head.get(path)!, stat);
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
