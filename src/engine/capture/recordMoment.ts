import type {
  Author,
  AuthorOf,
  CaptureResult,
  FormattedSave,
  Run,
} from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import { ensureRoom } from "../retention/quota";
import { openGap } from "../store/gaps";
import type { CurrentRow } from "../store/index/currentStateCache";
import { isSameTimes } from "../store/index/currentState";
import type {
  BornVersion,
  MomentRecord,
  StatsRecord,
} from "../store/journal/records";
import type { WorkspacePath } from "../model/workspacePath";
import { skippedAt } from "../store/index/queries/snapshots";
import { hasUnsettled, lastMode } from "../store/index/queries/versions";
import { unsettledInode } from "../workspace/settled";
import { wasIgnoredBefore } from "./adopted";
import { changedRuleFile } from "./changedRuleFile";
import { formattedFiles } from "./formattedSaves";
import { MomentDraft, partsOf } from "./momentDraft";
import { isThere, recheckMissing } from "./recheckMissing";
import type { Observed } from "../workspace/scan";
import type { Observation } from "./observe";
import type { Steps } from "./steps";
import { readChanged } from "./readChanged";
import { isSeenTwice } from "./unsettled";
import { storeUnsaved, type UnsavedChange } from "./unsavedChanges";

interface ToRecord {
  seen: Observation;
  unsaved: readonly UnsavedChange[];
  formatted: readonly FormattedSave[];
  asker: Author;
  /** Called once everything has been read. */
  authors: (() => AuthorOf | null) | undefined;
  /** Set if only a part may be recorded, because others wait. */
  steps: Steps | undefined;
  run: Run | undefined;
}

interface Recorded {
  result: CaptureResult;
  /** What was not read because others wait. */
  rest?: Observed[];
}

/**
 * Reads what was observed and records one moment per author: contents are written
 * to packs and synced, then all moments are appended to the journal at once. The
 * caller holds the lock. Nothing counts until the journal records are written, so a
 * failure before that leaves no trace.
 */
export function recordMoment(
  context: Context,
  { seen: all, unsaved, formatted, asker, authors, steps, run }: ToRecord,
): Recorded {
  const { store } = context;
  const { current } = store.index;
  const texts = [
    ...unsaved.flatMap(({ bytes }) => (bytes === null ? [] : [bytes])),
    ...formatted.map(({ typed }) => Buffer.from(typed, "utf8")),
  ];
  // What a restore wrote is stored already and must be recorded.
  const isLarger = all.changed.length + texts.length > 0;
  // A part that was recorded before has made room for the rest.
  if (asker.source !== "restore" && isLarger && !steps?.isContinued)
    ensureRoom(context, all, texts, run);
  const again = recheckMissing(context, all);
  const outcome = readChanged(context, all, again.back, steps, run);
  const rest =
    outcome.taken === undefined ? null : all.changed.slice(outcome.taken);
  // What the scan did not find or could not read is recorded with the last part.
  const seen = rest ? partOf(all) : all;
  const missing = rest ? [] : again.missing;
  const extra = storeUnsaved(context, unsaved);
  checkCancelled(run);
  const isIgnoredBefore = wasIgnoredBefore(context, seen);
  const isOtherRule = changedRuleFile(context, seen);
  const draft = new MomentDraft();
  const stats: StatsRecord["rows"] = [];
  for (const read of outcome.read) {
    const { path, mtimeMs, ctimeMs, ino } = read;
    if (isOtherRule(path)) continue;
    const row = current.get(path);
    read.mode = modeOf(context, seen, read, row);
    if (row && isHeldAs(context, row, read)) {
      context.rewrites.note(path, row, read);
      if (ino >= 0 && !isSameTimes(row, read))
        stats.push({ path, mtimeMs, ctimeMs, ino });
      else if (ino < 0 && isSeenTwice(context, row, read))
        stats.push({ path, mtimeMs, ctimeMs, ino: unsettledInode(ino) });
      continue;
    }
    draft.add(read, row, !row && isIgnoredBefore(path));
  }
  for (const { path, reason } of [...seen.skipped, ...outcome.skipped]) {
    const row = current.get(path);
    if (row?.reason !== reason) draft.skip(path, reason, row);
  }
  for (const path of missing) {
    const row = current.get(path);
    // The file exists but the scan did not find it: a rule ignores it now.
    if (row) draft.end(path, isThere(context, path), row);
  }
  for (const path of outcome.gone) {
    const row = current.get(path);
    // The file exists again, so it is changing right now and the next scan finds
    // it.
    if (row && !isThere(context, path)) draft.end(path, false, row);
  }
  for (const { path, bytes } of unsaved) draft.unsaved(path, bytes);

  const rules = store.index.meta("rules");
  const isOtherRules =
    !seen.isPart &&
    rules !== seen.rulesText &&
    (seen.isFull || rules === seen.rulesBefore);
  const isEmpty = draft.isEmpty && store.index.lastMoment > 0;
  const isMending =
    seen.isFull && openGap(store.index, store.index.lastMoment) !== null;
  if (isEmpty && !isOtherRules && !isMending) {
    if (stats.length > 0)
      store.append([{ t: "stats", rows: stats }], "whenever");
    return { result: nothingNew(context), ...(rest && { rest }) };
  }
  const blobs =
    extra.length === 0 ? outcome.blobs : outcome.blobs.concat(extra);
  const { paths: formattedPaths, before } = formattedFiles(
    ...([context, draft, formatted, asker] as const),
  );
  const parts = partsOf(draft, blobs, asker, authors?.() ?? null);
  if (before) parts.unshift(before);
  const at = context.clock.now();
  const first = store.index.lastMoment + 1;
  const records = parts.map(({ author, draft, blobs }, i): MomentRecord => {
    const isLast = i === parts.length - 1;
    return {
      t: "moment",
      n: first + i,
      at,
      source: author.source,
      ...(author.thread === null ? {} : { thread: author.thread }),
      ...(author.model === undefined ? {} : { model: author.model }),
      ...(author.subagent === undefined ? {} : { subagent: author.subagent }),
      ...(author.maybe === undefined ? {} : { maybe: maybeRow(author.maybe) }),
      ...formattedIn(draft, formattedPaths),
      // Only after the last of them is recorded does the folder match the full
      // scan.
      full: seen.isFull && isLast,
      ...(isMending && isLast ? { mends: true } : {}),
      born: draft.born,
      died: draft.died,
      blobs,
      ...(isOtherRules && i === 0 ? { rules: seen.rulesText } : {}),
    };
  });
  store.append(
    stats.length > 0 ? [...records, { t: "stats", rows: stats }] : records,
    "by-end",
  );
  const moment = first + parts.length - 1;
  const result: CaptureResult = {
    moment,
    moments: parts.map(({ author, draft }, i) => ({
      ...author,
      moment: first + i,
      recorded: draft.recorded,
      unsaved: draft.unsavedPaths,
    })),
    isNew: true,
    recorded: draft.recorded,
    released: draft.released,
    unsaved: unsaved.map((change) => change.path),
    skipped: skippedAt(store.index, moment),
    hasUnsettled: hasUnsettled(store.index),
    rewrites: context.rewrites.count,
  };
  return { result, ...(rest && { rest }) };
}

function partOf(seen: Observation): Observation {
  return { ...seen, isFull: false, isPart: true, skipped: [] };
}

/** The result of a capture that found nothing to record. */
export function nothingNew(context: Context): CaptureResult {
  const { index } = context.store;
  return {
    moment: index.lastMoment,
    moments: [],
    isNew: false,
    recorded: { added: [], modified: [], deleted: [] },
    released: [],
    unsaved: [],
    skipped: skippedAt(index, index.lastMoment),
    hasUnsettled: hasUnsettled(index),
    rewrites: context.rewrites.count,
  };
}

function formattedIn(
  { born }: MomentDraft,
  formatted: ReadonlySet<WorkspacePath>,
): Pick<MomentRecord, "formatted"> {
  const paths = born
    .filter(({ path, layer }) => layer === "disk" && formatted.has(path))
    .map(({ path }) => path);
  return paths.length === 0 ? {} : { formatted: paths };
}

function maybeRow(
  authors: readonly Author[],
): NonNullable<MomentRecord["maybe"]> {
  return authors.map(({ source, thread }) =>
    thread === null ? { source } : { source, thread },
  );
}

/** The mode to record: the disk's, or if the disk keeps none, the last known mode. */
function modeOf(
  { modes, store }: Context,
  { planned }: Observation,
  { path, hash, mode: shown }: BornVersion,
  row: CurrentRow | undefined,
): number {
  if (modes.areKept) return shown;
  const put = planned?.get(path);
  const known = put?.hash === hash ? put?.mode : row?.mode;
  return modes.of(shown, known ?? lastMode(store.index, path));
}

function isHeldAs(
  context: Context,
  row: CurrentRow,
  { hash, mode }: BornVersion,
): boolean {
  return (
    row.reason === null &&
    row.mode === mode &&
    row.content === context.store.index.contentId(hash!)
  );
}
