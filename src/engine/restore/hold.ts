import { momentTime } from "../capture/recordMoment";
import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import type { BornRow } from "../store/records";
import { currentAt } from "./current";
import type { Operation } from "./operations";

/**
 * Records what the operations will overwrite and no rule lets us record (an
 * ignored file, say), so that the guard holds it. It is let go again by the
 * capture that follows the restore.
 */
export function holdUnrecorded(
  context: Context,
  operations: readonly Operation[],
): void {
  const { store } = context;
  const { index } = store;
  const born: BornRow[] = [];
  const writer = store.packWriter();
  for (const { path, from } of operations) {
    if (from === null) continue;
    const row = index.head.get(path);
    const isHeld =
      row?.reason === null &&
      row.mode === from.mode &&
      row.content === index.contentId(from.hash);
    if (isHeld) continue;
    const current = currentAt(context, path, from);
    if (current.kind !== "held" || current.state.hash !== from.hash)
      throw new CheckpointError(
        "plan-changed",
        `${path} changed while it was being saved. Nothing was restored.`,
        {
          hint: "Try again.",
          data: { paths: [path] },
        },
      );
    if (!store.hasContent(from.hash))
      writer.add({ hash: from.hash, bytes: current.bytes });
    born.push([
      path,
      0,
      from.hash,
      from.mode,
      from.sizeBytes,
      1,
      null,
      0,
      0,
      0,
    ]);
  }
  if (born.length === 0) return;
  const blobs = writer.finish();
  store.append([
    {
      t: "moment",
      n: index.lastMoment + 1,
      at: momentTime(context),
      source: "outside",
      full: false,
      born,
      died: [],
      blobs,
    },
  ]);
}
