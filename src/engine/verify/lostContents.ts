import type { Context } from "../context";
import type { WorkspacePath } from "../model/workspacePath";
import { eachNeededContent, usesOf } from "../store/index/queries/contents";
import type { PackCheck } from "./checkPacks";

/** A content that a version needs and that is missing or damaged at its location. */
export interface LostContent {
  hash: string;
  paths: WorkspacePath[];
  checkpoints: number[];
}

/** Contents that versions need but whose location has no intact record. */
export function lostContents(
  context: Context,
  check: PackCheck,
): LostContent[] {
  const suspects: { id: number; hash: string }[] = [];
  eachNeededContent(context.store.index, ({ id, hash, ...needed }) => {
    const place = check.intact.get(hash);
    // A second copy elsewhere does not help a reader that looks here.
    const isThere =
      place?.pack === needed.pack &&
      place.offset === needed.offset &&
      place.slot === needed.slot;
    if (!isThere) suspects.push({ id, hash });
  });
  // Reading a content may load what others wrote, and with it another index.
  return suspects
    .filter(({ hash }) => !check.intact.has(hash) || !isIntactAt(context, hash))
    .map(({ id, hash }) => ({ hash, ...usesOf(context.store.index, id) }));
}

function isIntactAt(context: Context, hash: string): boolean {
  try {
    context.store.contents.read(hash);
    return true;
  } catch {
    return false; // unreadable, so lost
  }
}
