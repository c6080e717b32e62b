import type { Context } from "../context";

export interface StoreSize {
  packs: number;
  journals: number;
  indexes: number;
  total: number;
}

/** Bytes of the store's files. */
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
