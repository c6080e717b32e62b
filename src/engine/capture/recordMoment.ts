import type { CaptureResult, Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import type { SkipReason, Source } from "../model/checkpoint";
import { ensureRoom } from "../retention/quota";
import { openGap } from "../store/doubt";
import type { HeadRow } from "../store/head";
import { contentHash } from "../store/hash";
import type { BlobRow, BornRow, DiedRow, MomentRecord } from "../store/records";
import { skippedAt } from "../store/states";
import { wasIgnoredBefore } from "./adopted";
import type { UnsavedChange } from "./capture";
import { nothingNew } from "./capture";
import { changedRuleFile } from "./changedRuleFile";
import { isThere, lookAgain } from "./lookAgain";
import type { Observation } from "./observe";
import type { ReadOutcome } from "./readFiles";
import { counter, FileReader } from "./readFiles";
import { PARALLEL_FILES, readParallel } from "./readParallel";

const UNSAVED_MODE = 0o644;

/**
 * Reads what was observed and records it as one moment: contents to packs,
 * synced; then the journal. The caller holds the lock. Before the journal's
 * record nothing counts, so whatever fails before it leaves no trace.
 */
export function recordMoment(
  context: Context,
  seen: Observation,
  unsaved: readonly UnsavedChange[],
  author: { source: Source; thread?: string | undefined },
  run?: Run,
): CaptureResult {
  const { store } = context;
  const { head } = store.index;
  const texts = unsaved.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
  // What a restore brought back is stored already, and must be recorded.
  if (author.source !== "restore" && seen.changed.length + texts.length > 0)
    ensureRoom(context, seen.changed, texts, run);
  const { back, missing } = lookAgain(context, seen.missing);
  const outcome = readChanged(context, seen, back, run);
  const extra = storeUnsaved(context, unsaved);
  checkCancelled(run);
  const isIgnoredBefore = wasIgnoredBefore(context, seen);
  const isOtherRule = changedRuleFile(context, seen);
  const draft = new Draft();
  const stats: [string, number, number, number][] = [];
  for (const read of outcome.read) {
    const [path, , , , , , , mtimeMs, ctimeMs, ino] = read;
    if (isOtherRule(path)) continue;
    const row = head.get(path);
    if (row && isHeldAs(context, row, read)) {
      if (mtimeMs !== 0 && !hasSameTimes(row, read))
        stats.push([path, mtimeMs, ctimeMs, ino]);
      continue;
    }
    draft.add(read, row, !row && isIgnoredBefore(path));
  }
  for (const { path, reason } of [...seen.skipped, ...outcome.skipped]) {
    const row = head.get(path);
    if (row?.reason !== reason) draft.skip(path, reason, row);
  }
  for (const path of missing) {
    const row = head.get(path);
    // Still there and not met by the scan: a rule ignores it now.
    if (row) draft.end(path, isThere(context, path), row);
  }
  for (const path of outcome.gone) {
    const row = head.get(path);
    // There once more: it changes right now, and whoever does so is noticed.
    if (row && !isThere(context, path)) draft.end(path, false, row);
  }
  for (const { path, bytes } of unsaved) draft.unsaved(path, bytes);

  const rules = store.index.meta("rules");
  const isOtherRules =
    rules !== seen.rulesText && (seen.isFull || rules === seen.rulesBefore);
  const isEmpty = draft.isEmpty && store.index.lastMoment > 0;
  const isMending =
    seen.isFull && openGap(store.index, store.index.lastMoment) !== null;
  if (isEmpty && !isOtherRules && !isMending) {
    if (stats.length > 0)
      store.append([{ t: "stats", rows: stats }], "whenever");
    return nothingNew(context);
  }
  run?.beforeRecording?.(draft.recorded);
  const record: MomentRecord = {
    t: "moment",
    n: store.index.lastMoment + 1,
    at: momentTime(context),
    source: author.source,
    ...(author.thread === undefined ? {} : { thread: author.thread }),
    full: seen.isFull,
    ...(isMending ? { mends: true } : {}),
    born: draft.born,
    died: draft.died,
    blobs: extra.length === 0 ? outcome.blobs : outcome.blobs.concat(extra),
    ...(isOtherRules ? { rules: seen.rulesText } : {}),
  };
  store.append(
    stats.length > 0 ? [record, { t: "stats", rows: stats }] : [record],
    "by-end",
  );
  return {
    moment: record.n,
    isNew: true,
    recorded: draft.recorded,
    released: draft.released,
    unsaved: unsaved.map((change) => change.path),
    skipped: skippedAt(store.index.sql, record.n),
  };
}

/** Time never runs backwards in a history, whatever the clock does. */
export function momentTime(context: Context): number {
  const last = context.store.index.sql.number(
    "SELECT at FROM moment ORDER BY n DESC LIMIT 1",
  );
  return Math.max(context.clock.now(), last);
}

/** The rows of a moment in the making, and what it will be reported as. */
class Draft {
  readonly born: BornRow[] = [];
  readonly died: DiedRow[] = [];
  readonly released: string[] = [];
  readonly recorded = {
    added: [] as string[],
    modified: [] as string[],
    deleted: [] as string[],
  };

  get isEmpty(): boolean {
    return this.born.length === 0 && this.died.length === 0;
  }

  add(read: BornRow, row: HeadRow | undefined, isAdopted: boolean): void {
    read[5] = isAdopted ? 1 : 0;
    this.born.push(read);
    if (row && row.reason === null) this.recorded.modified.push(read[0]);
    else this.recorded.added.push(read[0]);
  }

  skip(path: string, reason: SkipReason, row: HeadRow | undefined): void {
    this.born.push([path, 0, null, 0, 0, 0, reason, 0, 0, 0]);
    if (row && row.reason === null) this.released.push(path);
  }

  end(path: string, isReleased: boolean, row: HeadRow): void {
    this.died.push([path, 0, isReleased ? 1 : 0]);
    if (row.reason !== null) return; // it was never held
    (isReleased ? this.released : this.recorded.deleted).push(path);
  }

  unsaved(path: string, bytes: Uint8Array | null): void {
    if (bytes === null) this.died.push([path, 1, 0]);
    else
      this.born.push([
        path,
        1,
        contentHash(bytes),
        UNSAVED_MODE,
        bytes.byteLength,
        0,
        null,
        0,
        0,
        0,
      ]);
  }
}

function readChanged(
  context: Context,
  seen: Observation,
  back: readonly string[],
  run: Run | undefined,
): ReadOutcome {
  const { store, settings } = context;
  const paths = seen.changed.map((observed) => observed.path).concat(back);
  if (paths.length === 0) return { read: [], skipped: [], gone: [], blobs: [] };
  const isFirst = store.index.lastMoment === 0;
  if (isFirst && context.second && paths.length >= PARALLEL_FILES)
    return readParallel(context, context.second, paths, run);
  const writer = store.packWriter();
  try {
    const reader = new FileReader(
      context,
      settings.maxFileSizeBytes,
      writer,
      isFirst ? () => false : (hash) => store.hasContent(hash),
      seen.placed,
    );
    const count = counter(run, paths.length);
    for (const path of paths) {
      count();
      reader.take(path);
    }
    const { read, skipped, gone } = reader;
    return { read, skipped, gone, blobs: writer.finish() };
  } finally {
    writer.abandon();
  }
}

function storeUnsaved(
  context: Context,
  unsaved: readonly UnsavedChange[],
): BlobRow[] {
  if (unsaved.length === 0) return [];
  const writer = context.store.packWriter();
  for (const { bytes } of unsaved) {
    if (bytes === null) continue;
    const hash = contentHash(bytes);
    if (!context.store.hasContent(hash)) writer.add({ hash, bytes });
  }
  return writer.finish();
}

function isHeldAs(context: Context, row: HeadRow, read: BornRow): boolean {
  const [, , hash, mode] = read;
  return (
    row.reason === null &&
    row.mode === mode &&
    row.content === context.store.index.contentId(hash!)
  );
}

function hasSameTimes(row: HeadRow, read: BornRow): boolean {
  const [, , , , , , , mtimeMs, ctimeMs, ino] = read;
  return row.mtimeMs === mtimeMs && row.ctimeMs === ctimeMs && row.ino === ino;
}
