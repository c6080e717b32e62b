import { isErrno } from "../../base/disk";
import type { Context } from "../context";
import type { SkipReason } from "../model/checkpoint";
import type { PlannedState } from "../model/restorePlan";
import type { WorkspacePath } from "../model/workspacePath";
import { contentHash } from "../store/packs/hash";
import { lstatInside, spellingOf } from "../workspace/safePath";
import { ReadBuffer, readSeen } from "../workspace/safeRead";

/** The current content of a path, read from the disk. */
export type FileOnDisk =
  | { kind: "nothing" }
  | { kind: "folder" }
  | { kind: "held"; state: PlannedState; bytes: Uint8Array }
  | { kind: "unreadable"; reason: SkipReason };

/** A file known to have been written by us is read however large it is. */
export function fileOnDisk(
  context: Context,
  path: WorkspacePath,
  ...known: readonly (PlannedState | null | undefined)[]
): FileOnDisk {
  return readFrom(context, path, known);
}

function readFrom(
  context: Context,
  path: WorkspacePath,
  known: readonly (PlannedState | null | undefined)[],
  into?: ReadBuffer,
): FileOnDisk {
  const { disk, root } = context;
  try {
    const stat = lstatInside(disk, root, path);
    if (stat?.kind === "folder") return { kind: "folder" };
    if (!stat || spellingOf(disk, root, path) !== path)
      return { kind: "nothing" };
  } catch (error) {
    const reason = isErrno(error, "ENAMETOOLONG") ? "name" : "unreadable";
    return { kind: "unreadable", reason };
  }
  return readHere(context, path, known, into);
}

/** Reads a file whose parent folders are checked by the caller. */
function readHere(
  { disk, root, settings, store, modes }: Context,
  path: WorkspacePath,
  known: readonly (PlannedState | null | undefined)[],
  into?: ReadBuffer,
): FileOnDisk {
  const sizes = known.map((state) => state?.sizeBytes ?? 0);
  const maxBytes = Math.max(settings.maxFileSizeBytes, ...sizes);
  const result = readSeen(disk, root + "/" + path, maxBytes, into);
  if (result.kind === "gone") return { kind: "nothing" };
  if (result.kind === "skipped")
    return { kind: "unreadable", reason: result.reason };
  const { bytes } = result.file;
  const hash = contentHash(bytes);
  const recorded = store.index.current.get(path);
  const alike =
    known.find((state) => state?.hash === hash) ??
    (recorded?.reason === null ? recorded : undefined);
  const mode = modes.of(result.file.mode, alike?.mode);
  return {
    kind: "held",
    state: { hash, mode, sizeBytes: bytes.byteLength },
    bytes,
  };
}

/**
 * True if the file at a path matches that state. Reads the file, because a write in
 * progress or through a memory map leaves its timestamps unchanged.
 */
export function isOnDiskAs(
  context: Context,
  path: WorkspacePath,
  state: PlannedState | null,
): boolean {
  return isState(readFrom(context, path, [state], buffer), state);
}

/**
 * The same, right before the file is replaced or deleted. Whoever does that checks the
 * parent folders after this, immediately before the change, and not here as well.
 */
export function isStillAs(
  context: Context,
  path: WorkspacePath,
  state: PlannedState,
): boolean {
  const { disk, root } = context;
  try {
    if (spellingOf(disk, root, path) !== path) return false;
  } catch {
    return false; // in a folder that cannot be entered
  }
  return isState(readHere(context, path, [state], buffer), state);
}

/** Files that are only compared are read one after the other into the same memory. */
const buffer = new ReadBuffer();

/** True if the recorded state of a path is that state. */
export function isRecordedAs(
  { store }: Context,
  path: WorkspacePath,
  state: PlannedState | null,
): boolean {
  const row = store.index.current.get(path);
  return (
    state !== null &&
    row?.mode === state.mode &&
    row.content === store.index.contentId(state.hash)
  );
}

export function isState(
  current: FileOnDisk,
  state: PlannedState | null,
): boolean {
  if (state === null)
    return current.kind === "nothing" || current.kind === "folder";
  return (
    current.kind === "held" &&
    current.state.hash === state.hash &&
    current.state.mode === state.mode
  );
}
