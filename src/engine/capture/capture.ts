import type { CaptureRequest, CaptureResult, Run } from "../api";
import type { Context } from "../context";
import { asWriter } from "../context";
import type { Source } from "../model/checkpoint";
import { NAMED_IN_LISTS } from "../model/checkpoint";
import type { UnsavedText } from "../model/restorePlan";
import { isProtectedPath, workspacePath } from "../model/workspacePath";
import { openGap } from "../store/doubt";
import { contentHash } from "../store/hash";
import { skippedAt } from "../store/states";
import { GitignoreFiles } from "../workspace/gitignores";
import { isPathIgnored, rulesOf } from "../workspace/rules";
import type { Observation } from "./observe";
import { observe } from "./observe";
import type { Placed } from "./readFiles";
import { recordMoment } from "./recordMoment";

/** A text of an unsaved editor that differs from what is recorded. */
export interface UnsavedChange {
  path: string;
  bytes: Uint8Array | null;
}

/**
 * Records what changed since the last moment. Looks without the lock, so that
 * nothing changed costs nobody anything; takes it only to write.
 */
export function capture(
  context: Context,
  request: CaptureRequest = {},
  run?: Run,
  restore: RestoreAtWork = {},
): CaptureResult {
  try {
    return lookAndRecord(context, request, run, restore);
  } finally {
    // It was started in case there would be much to read.
    context.second?.stop();
  }
}

/** What a restore says to its captures. */
interface RestoreAtWork {
  /** Files that it has just put there. */
  placed?: ReadonlyMap<string, Placed> | undefined;
  /** Paths that it will replace: an editor's text of them is held, ignored or not. */
  replaces?: ReadonlySet<string>;
}

function lookAndRecord(
  context: Context,
  request: CaptureRequest,
  run: Run | undefined,
  { placed, replaces }: RestoreAtWork,
): CaptureResult {
  // With the lock in hand it is up to date already.
  if (!context.store.lock.isHeld) context.store.refresh();
  const source: Source = request.source ?? "outside";
  const author = { source, thread: request.thread };
  const comparedWith = lastRecord(context);
  let seen = observe(context, request, run);
  const unsaved = unsavedChanges(context, request.unsaved ?? [], replaces);
  const result = isQuiet(context, seen, unsaved)
    ? nothingNew(context)
    : asWriter(context, run, () => {
        // What others recorded meanwhile, by other rules perhaps, counts too.
        if (lastRecord(context) !== comparedWith)
          seen = observe(context, request, run);
        return recordMoment(context, { ...seen, placed }, unsaved, author, run);
      });
  for (const [path, seenAt] of seen.ruleFiles)
    if (seenAt === null) context.ruleFiles.delete(path);
    else context.ruleFiles.set(path, seenAt);
  if (result.isNew)
    context.emit({ type: "captured", result: shortened(result), source });
  return result;
}

function lastRecord({ store }: Context): string {
  return `${store.journalNumber} ${store.journalOffset}`;
}

/** Told at every save: not with thousands of names each time. */
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
      ({ path, reason }) => index.head.get(path)?.reason === reason,
    ) &&
    !(seen.isFull && openGap(index, index.lastMoment) !== null)
  );
}

export function nothingNew(context: Context): CaptureResult {
  const { index } = context.store;
  return {
    moment: index.lastMoment,
    isNew: false,
    recorded: { added: [], modified: [], deleted: [] },
    released: [],
    unsaved: [],
    skipped: skippedAt(index.sql, index.lastMoment),
  };
}

/** Leaves out texts that are recorded already, and what the rules keep out. */
function unsavedChanges(
  context: Context,
  texts: readonly UnsavedText[],
  replaces: ReadonlySet<string> = new Set(),
): UnsavedChange[] {
  const changes: UnsavedChange[] = [];
  const { sql } = context.store.index;
  const isIgnored = ignoredNow(context);
  for (const { path, text } of texts) {
    workspacePath(path);
    if (isProtectedPath(path)) continue;
    const row = sql.first(
      `SELECT lower(hex(c.hash)) FROM path p JOIN version v ON v.path = p.id JOIN content c ON c.id = v.content
       WHERE p.path = ? AND v.layer = 1 AND v.died IS NULL`,
      path,
    );
    const bytes = text === null ? null : Buffer.from(text, "utf8");
    const hash = bytes === null ? undefined : contentHash(bytes);
    if (row?.[0] === hash) continue;
    // A secret is not recorded because somebody types it.
    if (bytes !== null && !replaces.has(path) && isIgnored(path)) continue;
    changes.push({ path, bytes });
  }
  return changes;
}

/** Asks the rules as they are now; they are read when they are first needed. */
function ignoredNow({ disk, root, settings }: Context) {
  let files: GitignoreFiles | undefined;
  return (path: string) => {
    files ??= new GitignoreFiles(disk, root, settings.respectGitignore);
    return isPathIgnored(rulesOf(settings), path, (at) => files!.of(at));
  };
}
