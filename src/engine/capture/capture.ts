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
  try {
    const typed = typedTexts(request);
    if (typed.length === 0)
      return scanAndRecord(context, request, run, restore);
    const look = (part: CaptureRequest) =>
      scanAndRecord(context, part, run, restore);
    const texts = { paths: [], unsaved: typed, source: "editor" };
    const rest = { ...request, unsaved: undefined };
    // The first moment is the folder as it was found.
    if (context.store.index.lastMoment === 0) {
      const found = look(rest);
      const { moment, unsaved, moments } = look(texts);
      return {
        ...found,
        moment,
        unsaved,
        moments: [...found.moments, ...moments],
      };
    }
    const { isNew, unsaved, moments } = look(texts);
    const found = look(rest);
    return {
      ...found,
      isNew: isNew || found.isNew,
      unsaved,
      moments: [...moments, ...found.moments],
    };
  } finally {
    // The thread was started in case there would be many files to read.
    context.second?.stop();
  }
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
  const comparedWith = lastRecord(context);
  let seen = observe(context, request, run, unseen);
  const unsaved = unsavedChanges(
    context,
    request.unsaved ?? [],
    seen.tracked,
    replaces,
  );
  const result = isQuiet(context, seen, unsaved)
    ? nothingNew(context)
    : asWriter(context, run, () => {
        // Other processes may have recorded since, possibly under other rules.
        if (lastRecord(context) !== comparedWith)
          seen = observe(context, request, run, unseen);
        const { isUrgent } = request;
        const all = { ...seen, placed, planned, isUrgent };
        return recordMoment(context, all, unsaved, author, authors, run);
      });
  for (const [path, seenAt] of seen.ruleFiles)
    if (seenAt === null) context.ruleFiles.delete(path);
    else context.ruleFiles.set(path, seenAt);
  if (result.isNew)
    context.emit({ type: "captured", result: shortened(result) });
  return result;
}

function lastRecord({ store }: Context): string {
  return `${store.journalNumber} ${store.journalOffset}`;
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
