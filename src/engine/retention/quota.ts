import type { Run } from "../api";
import type { Context } from "../context";
import { recordTimes } from "../recordTimes";
import { problem } from "../model/errors";
import { chooseExpired, chooseForQuota } from "../model/retentionRules";
import { contentHash } from "../store/packs/hash";
import { rehearse } from "../store/index/applyRecord";
import { removedCheckpoint } from "../store/index/queries/retention";
import type { DropRecord } from "../store/journal/records";
import { readStable } from "../workspace/safeRead";
import type { Observed } from "../workspace/scan";
import { compactStore } from "./compact";
import { atMostKept, retained, windowMoment } from "./prune";
import { storeSize, garbageBytes } from "./size";

/**
 * Space is freed down to the first of these shares that can be reached, so that not
 * every capture has to free space...
 */
const AIMS = [0.8, 0.9, 0.95, 1];
/** ...whenever the rules alone leave more than this. */
const NEARLY = 0.95;
/** Reserve for growth of the journal and the index. */
const RECORDS = 32 * 1024;

/**
 * Frees space for what is about to be stored: applies the retention rules first,
 * then shortens the recent window and removes the oldest automatic checkpoints.
 * Throws `quota` if that is not enough, rather than dropping anything silently. The
 * caller holds the lock.
 */
export function ensureRoom(
  context: Context,
  {
    changed: coming,
    isFull,
    isUnseen,
  }: {
    changed: readonly Observed[];
    isFull: boolean;
    /** True if the whole folder was never recorded. */
    isUnseen: boolean;
  },
  unsaved: readonly Uint8Array[],
  run?: Run,
): void {
  // Compression will reduce the size by an unknown factor. For a whole folder, half
  // is a cautious estimate; for single files there is none.
  const isFirst = context.store.index.lastMoment === 0 || (isFull && isUnseen);
  const sum = (files: readonly Observed[]) => {
    let bytes = 0;
    for (const { sizeBytes } of files) bytes += sizeBytes;
    return Math.ceil(isFirst ? bytes / 2 : bytes);
  };
  const sumOf = (texts: readonly Uint8Array[]) =>
    texts.reduce((bytes, text) => bytes + text.byteLength, 0);
  const isStored = (text: Uint8Array) =>
    context.store.contents.has(contentHash(text));
  ensureRoomFor(
    context,
    {
      atMost: sum(coming) + sumOf(unsaved),
      // A file that was only touched needs no space.
      exactly: () =>
        sum(coming.filter((file) => !isHeld(context, file))) +
        sumOf(unsaved.filter((text) => !isStored(text))),
      lost: "change",
    },
    run,
  );
}

interface Coming {
  atMost: number;
  /** Calculates the exact size; called before anything is removed. */
  exactly: () => number;
  /** What is lost if there is no space. */
  lost: "change" | "import";
}

/** Frees space for imported contents. */
export function ensureRoomFor(
  context: Context,
  coming: Coming,
  run?: Run,
): void {
  const quota = context.settings.maxStoreSizeBytes;
  if (atMost(context, coming.atMost + RECORDS) <= quota) return;
  const needed = coming.exactly() + RECORDS;
  if (atMost(context, needed) <= quota) return;
  if (context.store.index.lastMoment > 0) {
    const times = recordTimes(context);
    const expired = chooseExpired(retained(context, times), context.settings);
    drop(context, expired, windowMoment(context, times));
    compactStore(context, { isThorough: true, isForced: true }, run);
    if (storeSize(context).total + needed > quota * NEARLY)
      removeOldest(context, { quota, needed }, run);
  }
  const { total } = storeSize(context);
  if (total + needed <= quota) return;
  throw problem("store-full", {
    sizeBytes: total,
    neededBytes: needed,
    quotaBytes: quota,
    lost: coming.lost,
  });
}

/** True if a file has its recorded content, whatever its timestamps say. */
function isHeld(context: Context, { path, sizeBytes }: Observed): boolean {
  const { disk, root, settings, store } = context;
  const row = store.index.current.get(path);
  if (!row || row.content === null || row.sizeBytes !== sizeBytes) return false;
  const read = readStable(disk, root + "/" + path, settings.maxFileSizeBytes);
  return (
    read.kind === "read" &&
    row.content === store.index.contentId(contentHash(read.file.bytes))
  );
}

/**
 * Upper bound of the store's size after adding this many bytes. Its files are
 * measured only if other processes recorded something meanwhile, or if the limit is
 * near, because there may be many files.
 */
function atMost(context: Context, needed: number): number {
  const { lastMoment } = context.store.index;
  const { sizeHint, settings } = context;
  const index = indexGrowth(context);
  // The capture that asked last recorded one moment, or found that nothing was new.
  const isKnown =
    sizeHint?.moment === lastMoment || sizeHint?.moment === lastMoment - 1;
  let bytes = isKnown ? sizeHint.bytes + needed : Infinity;
  if (bytes + index > settings.maxStoreSizeBytes)
    bytes = storeSize(context).total + needed;
  // The size of a first capture is an estimate, so it is not remembered.
  if (lastMoment > 0) context.sizeHint = { bytes, moment: lastMoment };
  return bytes + index;
}

/** Upper bound for the growth of the index at its next save: less than the journal grew. */
function indexGrowth({ store }: Context): number {
  const isSaved = store.index.metaNumber("journal") === store.journalNumber;
  const offset = isSaved ? store.index.metaNumber("offset") : 0;
  return Math.max(0, store.journalOffset - offset);
}

/**
 * Removes as little as possible to free the space, and nothing at all if that would
 * not be enough.
 */
function removeOldest(
  context: Context,
  { quota, needed }: { quota: number; needed: number },
  run?: Run,
): void {
  const { index } = context.store;
  const { total } = storeSize(context);
  const moment = atMostKept(context, index.lastMoment);
  const checkpoints = retained(context, recordTimes(context));
  for (const share of AIMS) {
    const aim = quota * share - needed;
    if (total <= aim) return;
    const { remove, fits } = chooseForQuota(checkpoints, (removed) =>
      rehearse(
        index,
        [
          { t: "drop", ids: [...removed] },
          { t: "prune", moment },
        ],
        () => total - garbageBytes(context) <= aim,
      ),
    );
    if (!fits) continue;
    drop(context, remove, moment);
    compactStore(context, { isThorough: true, isForced: true }, run);
    if (storeSize(context).total > quota - needed)
      compactStore(context, { isThorough: true, isExhaustive: true }, run);
    return;
  }
}

function drop(context: Context, ids: string[], moment: number): void {
  const { store } = context;
  const numbers = ids.map((id) => removedCheckpoint(store.index, id).number);
  const dropped: DropRecord[] = ids.length > 0 ? [{ t: "drop", ids }] : [];
  store.append([...dropped, { t: "prune", moment }]);
  if (numbers.length > 0) context.emit({ type: "deleted", numbers });
}
