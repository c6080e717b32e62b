import type { Context } from "../context";
import { problem } from "../model/errors";
import type { PlannedState } from "../model/restorePlan";
import type { WorkspacePath } from "../model/workspacePath";
import type { BornVersion, MomentRecord } from "../store/journal/records";
import { NO_TIMES } from "../store/journal/records";
import type { StoredContent } from "../store/packs/packs";
import { fileOnDisk, isRecordedAs } from "./fileOnDisk";
import type { Operation } from "./operations";

/**
 * Records files that the operations will overwrite but the rules exclude (for
 * example ignored ones), so that the guard contains them. The capture after the
 * restore releases them again. Also stores again what is recorded but damaged.
 */
export function guardUnrecorded(
  context: Context,
  operations: readonly Operation[],
): void {
  const { store } = context;
  const born: BornVersion[] = [];
  const writer = store.contents.writer();
  let blobs: StoredContent[];
  try {
    for (const { path, from } of operations) {
      if (from === null) continue;
      const isHeld = isRecordedAs(context, path, from);
      // A damaged copy does not count as stored: the file may be the last good one.
      const isStored = store.contents.has(from.hash);
      if (isHeld && isStored) continue;
      const bytes = bytesOf(context, path, from);
      if (!isStored) writer.add({ hash: from.hash, bytes });
      const { hash, mode, sizeBytes } = from;
      if (!isHeld)
        born.push({
          path,
          layer: "disk",
          hash,
          mode,
          sizeBytes,
          isAdopted: true,
          reason: null,
          ...NO_TIMES,
        });
    }
    blobs = writer.finish();
  } finally {
    writer.abandon();
  }
  if (born.length === 0 && blobs.length === 0) return;
  const record: MomentRecord = {
    t: "moment",
    n: store.index.lastMoment + 1,
    at: context.clock.now(),
    source: "outside",
    full: false,
    born,
    died: [],
    blobs,
  };
  // Durable together with the guard and the start of the restore, before any file
  // is changed.
  store.append([record], "by-end");
}

function bytesOf(
  context: Context,
  path: WorkspacePath,
  state: PlannedState,
): Uint8Array {
  const current = fileOnDisk(context, path, state);
  if (current.kind === "held" && current.state.hash === state.hash)
    return current.bytes;
  throw problem("changed-while-saved", { paths: [path] });
}
