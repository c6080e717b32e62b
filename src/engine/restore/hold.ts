import { momentTime } from "../capture/recordMoment";
import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import type { PlannedState } from "../model/restorePlan";
import type { BlobRow, BornRow } from "../store/records";
import { currentAt, isRecordedAs } from "./current";
import type { Operation } from "./operations";

/**
 * Records what the operations will overwrite and no rule lets us record (an
 * ignored file, say), so that the guard holds it. It is let go again by the
 * capture that follows the restore. Stores again what is recorded and damaged.
 */
export function holdUnrecorded(
  context: Context,
  operations: readonly Operation[],
): void {
  const { store } = context;
  const born: BornRow[] = [];
  const writer = store.packWriter();
  let blobs: BlobRow[];
  try {
    for (const { path, from } of operations) {
      if (from === null) continue;
      const isHeld = isRecordedAs(context, path, from);
      // A stored copy that is damaged is none: the file may be the last good one.
      const isStored = store.hasContent(from.hash);
      if (isHeld && isStored) continue;
      const bytes = bytesOf(context, path, from);
      if (!isStored) writer.add({ hash: from.hash, bytes });
      const { hash, mode, sizeBytes } = from;
      if (!isHeld)
        born.push([path, 0, hash, mode, sizeBytes, 1, null, 0, 0, 0]);
    }
    blobs = writer.finish();
  } finally {
    writer.abandon();
  }
  if (born.length === 0 && blobs.length === 0) return;
  store.append([
    {
      t: "moment",
      n: store.index.lastMoment + 1,
      at: momentTime(context),
      source: "outside",
      full: false,
      born,
      died: [],
      blobs,
    },
  ]);
}

function bytesOf(
  context: Context,
  path: string,
  state: PlannedState,
): Uint8Array {
  const current = currentAt(context, path, state);
  if (current.kind === "held" && current.state.hash === state.hash)
    return current.bytes;
  throw new CheckpointError(
    "plan-changed",
    `${path} changed while it was being saved. Nothing was restored.`,
    { hint: "Try again.", data: { paths: [path] } },
  );
}
