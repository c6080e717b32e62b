import type { Disk } from "../../../base/disk";
import type { Layout } from "../layout";
import { numbersOf } from "../layout";

/** The location of a content: a slot of the record at an offset of a pack. */
export interface Place {
  pack: number;
  offset: number;
  slot: number;
}

/** A stored content: its location, its length, and the space it takes there. */
export interface StoredContent extends Place {
  hash: string;
  sizeBytes: number;
  storedBytes: number;
}

export function packNumbers(disk: Disk, layout: Layout): number[] {
  return numbersOf(
    disk.readFolder(layout.packs).map((entry) => entry.name),
    "pack",
  );
}
