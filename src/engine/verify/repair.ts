import type { Damage } from "../api";
import type { Context } from "../context";
import { currentAt } from "../restore/current";
import type { BlobRow } from "../store/records";
import type { PackCheck } from "./checkPacks";
import type { LostContent } from "./verify";

/** A damaged one is told of as part of the journal, which says the same. */
export const FORMAT_FILE = "format.json";

/**
 * Mends what can be mended: contents that lie sound somewhere else are found
 * again, contents that the workspace still has are stored anew, journal and
 * index are written afresh. Throws nothing away. Under the lock.
 */
export function repair(
  context: Context,
  lost: readonly LostContent[],
  check: PackCheck,
  damaged: readonly Damage[],
): { repaired: string[]; lost: { path: string; checkpoints: number[] }[] } {
  const { store } = context;
  const repaired: string[] = [];
  const moved: BlobRow[] = [];
  const gone: LostContent[] = [];
  const writer = store.packWriter(store.reservePack());
  for (const content of lost) {
    const place = check.sound.get(content.hash);
    if (place) {
      moved.push([
        content.hash,
        place.pack,
        place.offset,
        place.slot,
        place.sizeBytes,
        place.storedBytes,
      ]);
      repaired.push(
        `found ${content.paths[0] ?? content.hash} again in another record`,
      );
      continue;
    }
    const found = inWorkspace(context, content);
    if (!found) {
      gone.push(content);
      continue;
    }
    writer.add({ hash: content.hash, bytes: found.bytes });
    repaired.push(`stored ${found.path} again from the workspace`);
  }
  for (const row of writer.finish()) moved.push(row);
  if (moved.length > 0) store.append([{ t: "compact", packs: [], moved }]);
  store.forgetPacks();
  // First: what the journal is written anew with is read from it.
  if (store.mendFormat()) repaired.push("wrote format.json anew");
  if (
    damaged.some(({ what, file }) => what === "journal" && file !== FORMAT_FILE)
  ) {
    store.rewrite();
    repaired.push("wrote the journal anew from what is known");
  } else {
    store.saveIndex();
    if (damaged.some((damage) => damage.what === "index"))
      repaired.push("rebuilt the index from the journal");
  }
  return {
    repaired,
    lost: gone.flatMap(({ paths, checkpoints }) =>
      paths.map((path) => ({ path, checkpoints })),
    ),
  };
}

/** A file that has the content now, with the very bytes that were looked at. */
function inWorkspace(
  context: Context,
  { hash, paths }: LostContent,
): { path: string; bytes: Uint8Array } | null {
  for (const path of paths) {
    const current = currentAt(context, path);
    if (current.kind === "held" && current.state.hash === hash)
      return { path, bytes: current.bytes };
  }
  return null;
}
