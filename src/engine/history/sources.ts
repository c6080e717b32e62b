import type { Context } from "../context";
import { problem } from "../model/errors";
import { knownSources } from "../store/index/queries/moments";

/**
 * Enough names to find the intended one; one more than is displayed, to show that
 * there are others.
 */
const MOST_KNOWN = 11;

/**
 * Throws `not-found` for a source that this history does not contain: a typo must
 * not look like a source that changed nothing.
 */
export function assertKnownSource({ store }: Context, source: string): void {
  const known = knownSources(store.index);
  if (known.includes(source)) return;
  throw problem("unknown-source", {
    source,
    known: known.slice(0, MOST_KNOWN),
  });
}
