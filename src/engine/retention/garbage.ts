import type { Context } from "../context";
import { packNumbers } from "../store/packs";
import { livingSql } from "./living";

/** Stored bytes that no version needs. */
export function garbageBytes(context: Context): number {
  const unneeded = context.store.index.sql.number(
    `SELECT coalesce(sum(stored), 0) FROM content WHERE NOT ${livingSql(context)}`,
  );
  return unneeded + unmentionedBytes(context);
}

/** Those of packs that no record mentions: a killed process left them. */
function unmentionedBytes({ store, disk }: Context): number {
  let bytes = 0;
  for (const pack of packNumbers(disk, store.layout)) {
    const size = disk.lstat(store.layout.pack(pack))?.sizeBytes ?? 0;
    const [stored, contents] = store.index.sql.first(
      "SELECT coalesce(sum(stored), 0), count(*) FROM content WHERE pack = ?",
      pack,
    ) as [number, number];
    // The share of each content in its record is rounded.
    if (size - stored > contents) bytes += size - stored;
  }
  return bytes;
}
