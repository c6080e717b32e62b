import type { Disk } from "../../base/disk";
import type { Layout } from "./layout";
import { numbersOf } from "./layout";

/** Where a content lies: a slot of the record at an offset of a pack. */
export interface Place {
  pack: number;
  offset: number;
  slot: number;
}

export function packNumbers(disk: Disk, layout: Layout): number[] {
  return numbersOf(
    disk.readFolder(layout.packs).map((entry) => entry.name),
    "pack",
  );
}
