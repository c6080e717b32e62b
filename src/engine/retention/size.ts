import type { Context } from "../context";
import { packNumbers } from "../store/packs/packs";
import {
  reachableContents,
  referencedIn,
} from "../store/index/queries/retention";

export interface StoreSize {
  packs: number;
  journals: number;
  indexes: number;
  total: number;
}

/** Sizes of the store's files in bytes. */
export function storeSize(context: Context): StoreSize {
  const { disk, store } = context;
  const sum = (folder: string) => {
    let bytes = 0;
    for (const entry of disk.readFolder(folder))
      bytes += disk.lstat(folder + "/" + entry.name)?.sizeBytes ?? 0;
    return bytes;
  };
  const packs = sum(store.layout.packs);
  const journals = sum(store.layout.journals);
  const indexes = sum(store.layout.indexes);
  return { packs, journals, indexes, total: packs + journals + indexes };
}

/** Stored bytes that no version needs. */
export function garbageBytes(context: Context): number {
  const reachable = reachableContents(context.store.index);
  return reachable.garbageBytes() + unreferencedBytes(context);
}

/** Bytes in packs that no record refers to, left behind by a killed process. */
function unreferencedBytes({ store, disk }: Context): number {
  let bytes = 0;
  for (const pack of packNumbers(disk, store.layout)) {
    const size = disk.lstat(store.layout.pack(pack))?.sizeBytes ?? 0;
    const { storedBytes, contents } = referencedIn(store.index, pack);
    // The recorded sizes are rounded, by less than a byte per content.
    if (size - storedBytes > contents) bytes += size - storedBytes;
  }
  return bytes;
}
