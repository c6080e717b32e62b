import type { DeedFilter } from "../api";
import type { Context } from "../context";
import { deedsOf, type Deeds } from "./currentDeeds";
import { matching } from "./deedFilter";

/** What belongs to the deeds that match a filter. */
export interface DeedMoments {
  moments: ReadonlySet<number>;
  /** The numbers of their checkpoints. */
  checkpoints: ReadonlySet<number>;
}

type Asked = Pick<DeedFilter, "text" | "kinds">;

/** The last answer for a history: a playhead asks the same many times a second. */
const known = new WeakMap<Deeds, { key: string; found: DeedMoments }>();

/** Returns the moments of the deeds that match; null if nothing is filtered. */
export function momentsOfDeeds(
  context: Context,
  { text, kinds }: Asked,
): DeedMoments | null {
  const isFiltered = (text !== undefined && text !== "") || kinds?.length;
  if (!isFiltered) return null;
  const deeds = deedsOf(context);
  const key = JSON.stringify([text, kinds]);
  const last = known.get(deeds);
  if (last?.key === key) return last.found;
  const all = matching(context, deeds.all, { text, kinds });
  const found = {
    moments: new Set(all.flatMap(({ moments }) => moments)),
    checkpoints: new Set(
      all.flatMap(({ points }) => points.map(({ number }) => number)),
    ),
  };
  known.set(deeds, { key, found });
  return found;
}
