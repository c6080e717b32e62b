import type { Usage } from "../api";
import type { Context } from "../context";
import { KINDS } from "../model/checkpoint";
import { rehearse } from "../store/index/applyRecord";
import {
  idsOfKind,
  largestFiles,
  largestFolders,
} from "../store/index/queries/retention";
import { storeSize, garbageBytes } from "./size";

const SHOWN = 20;

/** The store's size, what takes up the space, and what deleting would free. */
export function usage(context: Context): Usage {
  const { index } = context.store;
  const size = storeSize(context);
  const garbage = garbageBytes(context);
  const garbageWithout = (ids: string[]) =>
    rehearse(
      index,
      [
        { t: "drop", ids },
        { t: "prune", moment: index.lastMoment },
      ],
      () => garbageBytes(context),
    );
  const garbageAnyway = garbageWithout([]);
  const byKind = KINDS.map((kind) => {
    const ids = idsOfKind(index, kind);
    const freeableBytes = garbageWithout(ids) - garbageAnyway;
    return { kind, checkpoints: ids.length, freeableBytes };
  });
  return {
    sizeBytes: size.total,
    quotaBytes: context.settings.maxStoreSizeBytes,
    packBytes: size.packs,
    journalBytes: size.journals,
    indexBytes: size.indexes,
    garbageBytes: garbage,
    byKind,
    byFolder: largestFolders(index, SHOWN),
    largest: largestFiles(index, SHOWN),
  };
}
