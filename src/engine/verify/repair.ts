import type { Damage } from "../api";
import type { Context } from "../context";
import type { Repair } from "../model/findings";
import { fileOnDisk } from "../restore/fileOnDisk";
import type { StoredContent } from "../store/packs/packs";
import type { PackCheck } from "./checkPacks";
import type { LostContent } from "./lostContents";

/** If damaged, it is reported as part of the journal, which has the same information. */
export const FORMAT_FILE = "format.json";

/**
 * Repairs what can be repaired: contents that are intact somewhere else are located
 * again, contents that the workspace still has are stored again, journal and index
 * are rewritten. Discards nothing. The caller holds the lock.
 */
export function repair(
  context: Context,
  lost: readonly LostContent[],
  check: PackCheck,
  damaged: readonly Damage[],
): { repaired: Repair[]; lost: { path: string; checkpoints: number[] }[] } {
  const { store } = context;
  const repaired: Repair[] = [];
  const moved: StoredContent[] = [];
  const gone: LostContent[] = [];
  const writer = store.contents.writer(store.contents.reserve());
  for (const content of lost) {
    const place = check.intact.get(content.hash);
    if (place) {
      moved.push(place);
      repaired.push({
        kind: "found-elsewhere",
        what: content.paths[0] ?? content.hash,
      });
      continue;
    }
    const found = inWorkspace(context, content);
    if (!found) {
      gone.push(content);
      continue;
    }
    writer.add({ hash: content.hash, bytes: found.bytes });
    repaired.push({ kind: "stored-again", path: found.path });
  }
  for (const row of writer.finish()) moved.push(row);
  if (moved.length > 0) store.append([{ t: "compact", packs: [], moved }]);
  store.contents.forget();
  // First, because rewriting the journal reads the format file.
  if (store.mendFormat()) repaired.push({ kind: "format-written" });
  if (
    damaged.some(({ what, file }) => what === "journal" && file !== FORMAT_FILE)
  ) {
    store.rewrite();
    repaired.push({ kind: "journal-rewritten" });
  } else {
    store.saveIndex();
    if (damaged.some((damage) => damage.what === "index"))
      repaired.push({ kind: "index-rebuilt" });
  }
  return {
    repaired,
    lost: gone.flatMap(({ paths, checkpoints }) =>
      paths.map((path) => ({ path, checkpoints })),
    ),
  };
}

/** A file that currently has the content, with exactly the bytes that were verified. */
function inWorkspace(
  context: Context,
  { hash, paths }: LostContent,
): { path: string; bytes: Uint8Array } | null {
  for (const path of paths) {
    const current = fileOnDisk(context, path);
    if (current.kind === "held" && current.state.hash === hash)
      return { path, bytes: current.bytes };
  }
  return null;
}
