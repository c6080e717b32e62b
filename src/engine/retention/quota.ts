import type { Run } from "../api";
import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import { megabytes } from "../model/megabytes";
import { chooseExpired, chooseForQuota } from "../model/retentionRules";
import { contentHash } from "../store/hash";
import { readStable } from "../workspace/safeRead";
import type { Observed } from "../workspace/scan";
import { compactStore } from "./compact";
import { garbageBytes } from "./garbage";
import { atMostKept, retained, windowMoment } from "./prune";
import { storeSize } from "./size";

/** Room is made down to the first of these shares that can be reached, so that it is not made at every capture... */
const AIMS = [0.8, 0.9, 0.95, 1];
/** ...whenever the rules alone leave more than this. */
const NEARLY = 0.95;
/** For the journal and the index to grow by. */
const RECORDS = 32 * 1024;

/**
 * Makes room for what is about to be stored: the retention rules first, then the
 * recent window and the oldest automatic checkpoints. Throws `quota` when it
 * still does not fit, rather than dropping anything silently. Under the lock.
 */
export function ensureRoom(
  context: Context,
  coming: readonly Observed[],
  unsaved: readonly Uint8Array[],
  run?: Run,
): void {
  // Compressed it will be less. How much is not known; for a whole folder half
  // is a cautious guess, for single files nothing is.
  const isFirst = context.store.index.lastMoment === 0;
  const sum = (files: readonly Observed[]) => {
    let bytes = 0;
    for (const { sizeBytes } of files) bytes += sizeBytes;
    return Math.ceil(isFirst ? bytes / 2 : bytes);
  };
  const sumOf = (texts: readonly Uint8Array[]) =>
    texts.reduce((bytes, text) => bytes + text.byteLength, 0);
  const isStored = (text: Uint8Array) =>
    context.store.hasContent(contentHash(text));
  ensureRoomFor(
    context,
    {
      atMost: sum(coming) + sumOf(unsaved),
      // A file that was only touched is not new.
      exactly: () =>
        sum(coming.filter((file) => !isHeld(context, file))) +
        sumOf(unsaved.filter((text) => !isStored(text))),
      otherwise: "The change was not recorded.",
    },
    run,
  );
}

interface Coming {
  atMost: number;
  /** Asked before anything is given up. */
  exactly: () => number;
  /** What it means when there is no room. */
  otherwise: string;
}

/** The same for contents from elsewhere. */
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
    const expired = chooseExpired(
      retained(context),
      context.settings,
      context.clock.now(),
    );
    drop(context, expired, windowMoment(context));
    compactStore(context, { isThorough: true, isForced: true }, run);
    if (storeSize(context).total + needed > quota * NEARLY)
      giveUpOldest(context, { quota, needed }, run);
  }
  const { total } = storeSize(context);
  if (total + needed <= quota) return;
  throw new CheckpointError(
    "quota",
    `The history of this folder has reached its limit of ${megabytes(quota)} MB: ${megabytes(total)} MB are in use and ${megabytes(needed)} MB more are needed. ${coming.otherwise}`,
    {
      hint: "Delete checkpoints you no longer need (Clean Up..., or “checkpoint delete” and “checkpoint compact”), exclude large files, or raise the limit (checkpoint.maxStoreSize in the editor, maxStoreSizeBytes in config.json).",
      data: { sizeBytes: total, neededBytes: needed, quotaBytes: quota },
    },
  );
}

/** True when a file holds what is recorded of it, whatever its times say. */
function isHeld(context: Context, { path, sizeBytes }: Observed): boolean {
  const { disk, root, settings, store } = context;
  const row = store.index.head.get(path);
  if (!row || row.content === null || row.sizeBytes !== sizeBytes) return false;
  const read = readStable(disk, root + "/" + path, settings.maxFileSizeBytes);
  return (
    read.kind === "read" &&
    row.content === store.index.contentId(contentHash(read.file.bytes))
  );
}

/**
 * What the store takes at most with so many bytes more. Its files are looked at
 * only when others recorded something meanwhile, or when it might be too much:
 * there may be many.
 */
function atMost(context: Context, needed: number): number {
  const { lastMoment } = context.store.index;
  const { sizeHint, settings } = context;
  const index = indexGrowth(context);
  let bytes =
    sizeHint?.moment === lastMoment ? sizeHint.bytes + needed : Infinity;
  if (bytes + index > settings.maxStoreSizeBytes)
    bytes = storeSize(context).total + needed;
  // What a first capture takes is a guess.
  if (lastMoment > 0) context.sizeHint = { bytes, moment: lastMoment + 1 };
  return bytes + index;
}

/** What the index will grow by when it is saved next: less than the journal did. */
function indexGrowth({ store }: Context): number {
  const isSaved = store.index.metaNumber("journal") === store.journalNumber;
  const offset = isSaved ? store.index.metaNumber("offset") : 0;
  return Math.max(0, store.journalOffset - offset);
}

/** Gives up as little as makes room, and nothing at all when that would not do. */
function giveUpOldest(
  context: Context,
  { quota, needed }: { quota: number; needed: number },
  run?: Run,
): void {
  const { index } = context.store;
  const { total } = storeSize(context);
  const moment = atMostKept(context, index.lastMoment);
  const checkpoints = retained(context);
  for (const share of AIMS) {
    const aim = quota * share - needed;
    if (total <= aim) return;
    const { remove, fits } = chooseForQuota(checkpoints, (removed) =>
      index.sql.rehearse(() => {
        index.apply({ t: "drop", ids: [...removed] });
        index.apply({ t: "prune", moment });
        return total - garbageBytes(context) <= aim;
      }),
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
  const numbers = ids.map((id) =>
    store.index.sql.number("SELECT number FROM checkpoint WHERE id = ?", id),
  );
  if (ids.length > 0) store.append([{ t: "drop", ids }]);
  store.append([{ t: "prune", moment }]);
  if (numbers.length > 0) context.emit({ type: "deleted", numbers });
}
