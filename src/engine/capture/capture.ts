import type { Author, CaptureRequest, CaptureResult, Run } from "../api";
import type { Context } from "../context";
import { asWriter } from "../context";
import type { Source } from "../model/checkpoint";
import { NAMED_IN_LISTS } from "../model/checkpoint";
import type { PlannedState, UnsavedText } from "../model/restorePlan";
import type { WorkspacePath } from "../model/workspacePath";
import { openGap } from "../store/gaps";
import { heardSince, lastHeard } from "../store/index/queries/heard";
import type { Observation } from "./observe";
import { observe } from "./observe";
import type { Placed } from "./readOutcome";
import { nothingNew, recordMoment } from "./recordMoment";
import { lastRecord, Steps } from "./steps";
import type { UnsavedChange } from "./unsavedChanges";
import { unsavedChanges } from "./unsavedChanges";

/**
 * Records what changed since the last moment. Scans without the lock, so a capture
 * that finds no change blocks nobody, and takes the lock only to write.
 */
export function capture(
  context: Context,
  request: CaptureRequest = {},
  run?: Run,
  restore: RestoreAtWork = {},
): CaptureResult {
  // A capture that was let through by another one, or is part of it, is not divided itself.
  if (context.steps) return captureAll(context, request, run, restore);
  const own = (context.steps = stepsOf(context, request, run));
  try {
    return captureAll(context, request, run, restore, own);
  } finally {
    context.steps = undefined;
    // The thread was started in case there would be many files to read.
    context.second?.stop();
  }
}

/**
 * Only a capture of the whole folder takes so long that others are let through, and none that
 * belongs to a restore: it must see one state.
 */
function stepsOf(
  context: Context,
  { paths, source, isUrgent }: CaptureRequest,
  run: Run | undefined,
): Steps | undefined {
  const isWhole = !paths || context.store.index.lastMoment === 0;
  return run?.waiting && isWhole && !isUrgent && source !== "restore"
    ? new Steps(context.store, run.waiting)
    : undefined;
}

function captureAll(
  context: Context,
  request: CaptureRequest,
  run: Run | undefined,
  restore: RestoreAtWork,
  own?: Steps,
): CaptureResult {
  const typed = typedTexts(request);
  const look = (part: CaptureRequest) =>
    scanAndRecord(context, part, run, restore, own);
  if (typed.length === 0) return look(request);
  const textsOf = (unsaved: readonly UnsavedText[]) => {
    const texts = { paths: [], unsaved, source: "editor" };
    return scanAndRecord(context, texts, run, restore);
  };
  const rest = { ...request, unsaved: undefined };
  // The first moment is the folder as it was found.
  if (context.store.index.lastMoment === 0) {
    const found = look(rest);
    const { moment, unsaved, moments } = textsOf(
      typed.filter(({ path }) => own?.hasText(path) !== true),
    );
    return {
      ...found,
      moment,
      unsaved,
      moments: [...found.moments, ...moments],
    };
  }
  const { isNew, unsaved, moments } = textsOf(typed);
  const found = look(rest);
  return {
    ...found,
    isNew: isNew || found.isNew,
    unsaved,
    moments: [...moments, ...found.moments],
  };
}

/**
 * The texts that are attributed to the editor although another source requested the
 * capture: unsaved text was typed by the person at the editor.
 */
function typedTexts({
  source,
  unsaved = [],
}: CaptureRequest): readonly UnsavedText[] {
  return source === "editor" || source === "restore" ? [] : unsaved;
}

/** What a restore passes to its captures. */
interface RestoreAtWork {
  /** Files that the restore has just written. */
  placed?: ReadonlyMap<WorkspacePath, Placed> | undefined;
  /** States the restore has written, and planned states that others left or put back. */
  planned?: ReadonlyMap<WorkspacePath, PlannedState> | undefined;
  /**
   * Paths that the restore will replace: their unsaved text is recorded even if
   * ignored.
   */
  replaces?: ReadonlySet<WorkspacePath>;
  /** Paths whose content is known to differ even if their timestamps do not. */
  unseen?: ReadonlySet<WorkspacePath>;
}

function scanAndRecord(
  context: Context,
  request: CaptureRequest,
  run: Run | undefined,
  { placed, planned, replaces, unseen }: RestoreAtWork,
  own?: Steps,
): CaptureResult {
  // While this process has the lock, the index is up to date.
  if (!context.store.lock.isHeld) context.store.refresh();
  const source: Source = request.source ?? "outside";
  const { model, subagent } = request;
  const author: Author = {
    source,
    thread: request.thread ?? null,
    ...(model === undefined ? {} : { model }),
    ...(subagent === undefined ? {} : { subagent }),
  };
  const authors = context.attribution?.begin(
    { ...author, paths: request.paths ?? null },
    {
      since: (atMs) => heardSince(context.store.index, atMs),
      last: (source) => lastHeard(context.store.index, source),
    },
  );
  const comparedWith = lastRecord(context.store);
  const hasNews = () => lastRecord(context.store) !== comparedWith;
  /** Set for a capture that another one lets through. */
  const outer = context.steps?.isServing ? context.steps : undefined;
  outer?.check();
  own?.begin();
  let seen = observe(context, request, run, unseen);
  const mayStop = !context.store.lock.isHeld && seen.isFull && seen.isUnseen;
  const results: CaptureResult[] = [];
  for (let isDone = false; !isDone;) {
    isDone = true;
    const texts = own?.isContinued ? [] : (request.unsaved ?? []);
    const unsaved = unsavedChanges(
      context,
      texts.filter(({ path }) => own?.hasText(path) !== true),
      seen.tracked,
      replaces,
    );
    const record = () => {
      // Other processes may have recorded since, possibly under other rules.
      if (own ? own.mustScanAgain() : hasNews()) {
        outer?.check();
        seen = observe(context, request, run, unseen);
      }
      if (own) seen = own.withoutServed(seen);
      const { isUrgent } = request;
      const { result, rest } = recordMoment(context, {
        seen: { ...seen, placed, planned, isUrgent },
        unsaved,
        formatted: request.formatted ?? [],
        asker: author,
        authors,
        steps: mayStop ? own : undefined,
        run,
      });
      if (rest) {
        seen = { ...seen, changed: rest };
        isDone = false;
      }
      return result;
    };
    const result = isQuiet(context, seen, unsaved)
      ? nothingNew(context)
      : asWriter(context, run, record);
    results.push(result);
    own?.stepped();
    // A part may have stored more than was expected of a single capture.
    if (own && seen.isUnseen) context.sizeHint = undefined;
    if (result.isNew)
      context.emit({ type: "captured", result: shortened(result) });
    if (!isDone) own!.giveWay();
  }
  outer?.served(request, seen);
  for (const [path, seenAt] of seen.ruleFiles)
    if (seenAt === null) context.ruleFiles.delete(path);
    else context.ruleFiles.set(path, seenAt);
  return joined(results);
}

/** The result of all steps as that of one capture. */
function joined(results: readonly CaptureResult[]): CaptureResult {
  const last = results.at(-1)!;
  if (results.length === 1) return last;
  const all = <T>(of: (result: CaptureResult) => readonly T[]) =>
    results.flatMap(of);
  return {
    ...last,
    moments: all(({ moments }) => moments),
    isNew: results.some(({ isNew }) => isNew),
    recorded: {
      added: all(({ recorded }) => recorded.added),
      modified: all(({ recorded }) => recorded.modified),
      deleted: all(({ recorded }) => recorded.deleted),
    },
    released: all(({ released }) => released),
    unsaved: all(({ unsaved }) => unsaved),
  };
}

/** The result is emitted on every save, so its path lists are kept short. */
function shortened(result: CaptureResult): CaptureResult {
  const { skipped } = result;
  return skipped.length <= NAMED_IN_LISTS
    ? result
    : { ...result, skipped: skipped.slice(0, NAMED_IN_LISTS) };
}

function isQuiet(
  context: Context,
  seen: Observation,
  unsaved: UnsavedChange[],
): boolean {
  const { index } = context.store;
  return (
    seen.changed.length === 0 &&
    seen.missing.length === 0 &&
    unsaved.length === 0 &&
    index.lastMoment > 0 &&
    index.meta("rules") === seen.rulesText &&
    seen.skipped.every(
      ({ path, reason }) => index.current.get(path)?.reason === reason,
    ) &&
    !(seen.isFull && openGap(index, index.lastMoment) !== null)
  );
}
