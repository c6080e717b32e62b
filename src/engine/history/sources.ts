import type { Context } from "../context";
import { CheckpointError } from "../model/errors";

/** So many names are enough to find the one that was meant. */
const NAMED = 10;

/**
 * Throws `not-found` for a source that this history does not know: a slip in a
 * name must not look like one that changed nothing.
 */
export function mustKnowSource({ store }: Context, source: string): void {
  const known = store.index.sql
    .all(
      `SELECT source FROM (SELECT source, at FROM moment UNION ALL SELECT source, at FROM checkpoint)
       GROUP BY source ORDER BY max(at) DESC, source`,
    )
    .map((row) => row[0] as string);
  if (known.includes(source)) return;
  const more = known.length > NAMED ? ", ..." : "";
  throw new CheckpointError(
    "not-found",
    `This history knows no source “${source}”.`,
    {
      hint: `It knows ${known.slice(0, NAMED).join(", ")}${more}. See who changed what with “checkpoint list”.`,
      data: { source },
    },
  );
}
