import type { DiskStat } from "../../base/disk";
import type { CaptureRequest, Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import {
  ancestorsOf,
  baseOf,
  isWithin,
  parentOf,
  workspaceFolder,
} from "../model/workspacePath";
import { problem } from "../model/errors";
import type { PlannedState } from "../model/restorePlan";
import { openGap } from "../store/gaps";
import type { CurrentRow } from "../store/index/currentStateCache";
import { hasTimes } from "../store/index/currentState";
import type { Tally } from "../store/index/currentStateCache";
import { contentHash } from "../store/packs/hash";
import { GitignoreFiles } from "../workspace/gitignores";
import type { Gitignores } from "../workspace/rules";
import { rulesOf } from "../workspace/rules";
import type { Tracked } from "../workspace/tracked";
import { nothingTracked, TrackedFiles } from "../workspace/tracked";
import { blockedBy, lstatInside } from "../workspace/safePath";
import { readStable } from "../workspace/safeRead";
import { isSettled } from "../workspace/settled";
import type { Observed } from "../workspace/scan";
import { Scan } from "../workspace/scan";
import { checkBudget, FolderSizes } from "./budget";
import type { Placed } from "./readOutcome";
import { LIKELY_FILES } from "./parallel/readParallel";
import { dueUnsettled, hasOurClock } from "./unsettled";
import {
  parseRules,
  rulesTextOf,
  trackedOf,
  withoutSeen,
  withSeen,
} from "./recordedRules";
import { stillTracked } from "./stillTracked";

/** Differences from the recorded state, found by names and timestamps alone. */
export interface Observation {
  isFull: boolean;
  /**
   * True if the whole folder was never recorded, and this is only a part of it: the rules are
   * then not recorded, so the next scan is full and adopts the rest.
   */
  isPart: boolean;
  /** True if the whole folder was never recorded. */
  isUnseen: boolean;
  changed: Observed[];
  skipped: Scan["skipped"];
  /** See `CaptureRequest.isUrgent`. */
  isUrgent?: boolean | undefined;
  /** Files with known content: not read again while they are still as they were written. */
  placed?: ReadonlyMap<WorkspacePath, Placed> | undefined;
  /** States that a restore wrote, including modes, which the disk may not preserve. */
  planned?: ReadonlyMap<WorkspacePath, PlannedState> | undefined;
  /** Recorded paths that the scan did not find. */
  missing: WorkspacePath[];
  /** The current rules as text, recorded when they change... */
  rulesText: string;
  /** ...from these, if only some paths were scanned. */
  rulesBefore: string;
  /** True if new paths may have been ignored until now. */
  didRulesChange: boolean;
  /** Rules from folders above the workspace folder. */
  outerRules: Gitignores | null;
  /** What git tracks, as this scan read it. */
  tracked: Tracked;
  /** Texts of the rule files that the scan used. */
  ruleTexts: ReadonlyMap<WorkspacePath, string>;
  /** Timestamps of the rule files, to be remembered once this observation is recorded. */
  ruleFiles: ReadonlyMap<WorkspacePath, string | null>;
}

/** Scans the given paths, or everything, and compares with the last moment. */
export function observe(
  context: Context,
  request: CaptureRequest,
  run?: Run,
  unseen?: ReadonlySet<WorkspacePath>,
): Observation {
  const { disk, root, settings, store } = context;
  assertRoot(context);
  const { current } = store.index;
  const recordedText = String(store.index.meta("rules"));
  const recorded = parseRules(recordedText);
  const wasHidden = recorded?.hidden ?? {};
  const wasTracked = trackedOf(recorded);
  const changedRules = new Set<WorkspaceFolder>();
  const ruleFiles = new Map<WorkspacePath, string | null>();
  const looked = new Set<WorkspacePath>();
  const isOurs = hasOurClock(context);
  const isSure = (stat: DiskStat) => isSettled(stat, Date.now(), isOurs);
  const gitignores = new GitignoreFiles(
    disk,
    root,
    settings.respectGitignore,
    (path, stat) => {
      const seen =
        stat && `${stat.mtimeMs} ${stat.ctimeMs} ${stat.sizeBytes} ${stat.ino}`;
      const row = current.get(path);
      const known = row && row.reason === null;
      const isSame = stat
        ? context.ruleFiles.get(path) === seen ||
          (known && (hasTimes(row, stat) || hasContent(context, row, path)))
        : !known && wasHidden[path] === undefined;
      looked.add(path);
      // A recent timestamp proves nothing: a later write could leave it unchanged.
      if (stat || context.ruleFiles.has(path))
        ruleFiles.set(path, stat && !isSure(stat) ? null : seen);
      if (!isSame) changedRules.add(parentOf(path));
    },
  );
  const plainText = rulesTextOf(settings, gitignores.outerText);
  const isFirst = store.index.lastMoment === 0;
  const isOtherRules = withoutSeen(recordedText) !== plainText;
  // After damage nothing is certain until the whole folder has been scanned.
  const hasGap = openGap(store.index, store.index.lastMoment) !== null;
  // A command waits for its guard, which may only need a small part of a large folder; a
  // first capture may have let this one through.
  const isLetThrough = context.steps?.isServing === true && recorded === null;
  const isPart =
    !!request.paths && ((isFirst && request.isUrgent === true) || isLetThrough);
  const isFull =
    !isPart && (!request.paths || isFirst || isOtherRules || hasGap);
  const isUnseen = isFirst || recorded === null;
  const sizes = isUnseen && !request.force ? new FolderSizes() : null;
  const tally = isFull ? current.load().tally() : undefined;
  const trackedFiles = new TrackedFiles(
    disk,
    root,
    context.gitIndexes,
    wasTracked,
  );
  const { still, gone } = stillTracked(
    context,
    recordedText,
    trackedFiles,
    isFull,
  );
  const scan = new Scan({
    disk,
    root,
    rules: rulesOf(settings),
    gitignores,
    tracked: trackedFiles,
    listings: context.listings,
    ownData: context.ownData,
    maxFileSizeBytes: settings.maxFileSizeBytes,
    modeOf: (shown, known) => context.modes.of(shown, known),
    childrenOf: (folder) => current.scannedIn(folder),
    tally,
    mustRead: unseen && ((path) => unseen.has(path)),
    isTrusted: (folder) => !isOtherRules && !changedRules.has(folder),
    isDoubted:
      wasTracked === nothingTracked
        ? undefined
        : (path) => wasTracked.has(path),
    onProgress: (files) => {
      checkCancelled(run);
      run?.progress?.({ phase: "scan", done: files, total: null });
      if (sizes) checkBudget(scan, sizes, settings);
      if (isFirst && files > LIKELY_FILES) context.second?.start();
      context.steps?.giveWay();
    },
  });
  const unsettled = request.unsettled ? dueUnsettled(context) : [];
  const missing = tally
    ? context.listings.all(() => scanAll(scan, tally))
    : scanGiven(
        context,
        scan,
        [...(request.paths ?? []), ...gone, ...unsettled],
        gitignores,
        isPart ? new Set() : changedRules,
      );
  if (sizes) checkBudget(scan, sizes, settings, true);
  // Rules that no recorded file contains. Those outside the scanned paths are kept.
  const hidden = new Map(isFull ? [] : Object.entries(wasHidden));
  const unread = new Set(scan.skipped.map(({ path }) => path));
  const isHeld = (path: WorkspacePath) =>
    scan.hasSeen(path)
      ? !unread.has(path)
      : !isFull &&
        current.get(path)?.reason === null &&
        !missing.includes(path);
  for (const path of looked) {
    const text = gitignores.texts.get(path);
    if (text === undefined || isHeld(path)) hidden.delete(path);
    else hidden.set(path, text);
  }
  const tracked = new Set([...still, ...trackedFiles.found]);
  const isAsRecorded =
    !isOtherRules &&
    gone.length === 0 &&
    tracked.size === still.length &&
    isSameText(hidden, wasHidden);
  return {
    isFull,
    isPart,
    isUnseen,
    changed: isFull
      ? requestedFirst(scan.changed, request.paths)
      : scan.changed,
    skipped: scan.skipped,
    missing,
    rulesText: isAsRecorded
      ? recordedText
      : withSeen(plainText, hidden, tracked),
    rulesBefore: recordedText,
    didRulesChange:
      isOtherRules || changedRules.size > 0 || tracked.size > still.length,
    tracked: trackedFiles,
    outerRules: gitignores.outer,
    ruleTexts: gitignores.texts,
    ruleFiles,
  };
}

function isSameText(
  texts: ReadonlyMap<string, string>,
  recorded: Readonly<Record<string, string>>,
): boolean {
  return (
    texts.size === Object.keys(recorded).length &&
    [...texts].every(([path, text]) => recorded[path] === text)
  );
}

/**
 * Moves the requested paths to the front: a guard needs them read before the
 * command it guards against changes them.
 */
function requestedFirst(
  changed: Observed[],
  given: readonly string[] | undefined,
): Observed[] {
  if (!given || given.length === 0) return changed;
  const all = new Set(given);
  const isTold = ({ path }: Observed) =>
    all.has(path) || ancestorsOf(path).some((folder) => all.has(folder));
  const [first, rest]: [Observed[], Observed[]] = [[], []];
  for (const one of changed) (isTold(one) ? first : rest).push(one);
  return first.concat(rest);
}

function scanAll(scan: Scan, tally: Tally): WorkspacePath[] {
  scan.visit("");
  return withoutClosed(tally.rest(), scan);
}

function scanGiven(
  context: Context,
  scan: Scan,
  given: readonly string[],
  gitignores: GitignoreFiles,
  changedRules: ReadonlySet<WorkspaceFolder>,
): WorkspacePath[] {
  // Includes each path both as given and as spelled on disk: either may be
  // recorded.
  const done = new Set<WorkspaceFolder>();
  const visit = (path: WorkspaceFolder) => {
    for (const folder of done) if (isWithin(path, folder)) return;
    done.add(path).add(scan.visit(path));
  };
  const paths = given.map(workspaceFolder);
  if (paths.length > 64) visitMany(scan, paths, done);
  else for (const path of [...paths].sort()) visit(path);
  // A deleted rule file is not found by the scan, so its folder's rules are read
  // here.
  for (const path of new Set([...paths, ...done]))
    if (
      path !== "" &&
      baseOf(path) === ".gitignore" &&
      !blockedBy(context.disk, context.root, path)
    )
      gitignores.of(parentOf(path));
  // A changed rule file changes what is ignored below its folder.
  for (const folder of [...changedRules].sort()) visit(folder);
  // A given path may be in a folder that was scanned because its rules changed.
  const missing = new Set<WorkspacePath>();
  for (const path of done)
    for (const [known] of context.store.index.current.below(path))
      if (!scan.hasSeen(known)) missing.add(known);
  for (const folder of foldersNow(context, paths)) missing.add(folder);
  return withoutClosed([...missing], scan);
}

/** Recorded files and links above a given path that have become folders. */
function foldersNow(
  { disk, root, store }: Context,
  given: readonly WorkspaceFolder[],
): WorkspacePath[] {
  const { current } = store.index;
  return [...new Set(given.flatMap((path) => ancestorsOf(path)))].filter(
    (folder) => {
      const row = current.get(folder);
      // A folder that cannot be entered is recorded as skipped, so it has a row
      // too.
      if (!row || row.reason === "unreadable" || row.reason === "own-data")
        return false;
      return lstatInside(disk, root, folder)?.kind === "folder";
    },
  );
}

/** Like calling `visit` for each path, without comparing all paths with each other. */
function visitMany(
  scan: Scan,
  paths: readonly WorkspaceFolder[],
  done: Set<WorkspaceFolder>,
): void {
  const all = new Set(paths);
  for (const path of all) {
    if (path !== "" && all.has("")) continue;
    if (ancestorsOf(path).some((folder) => all.has(folder))) continue;
    done.add(path).add(scan.visit(path));
  }
}

function withoutClosed(paths: WorkspacePath[], scan: Scan): WorkspacePath[] {
  if (scan.closed.length === 0) return paths;
  return paths.filter(
    (path) => !scan.closed.some((folder) => isWithin(path, folder)),
  );
}

/**
 * Throws if the root is missing or unreadable; its files must not be recorded as
 * deleted then.
 */
export function assertRoot({ disk, root }: Context): void {
  if (disk.lstat(root)?.kind === "folder") return;
  throw problem("folder-gone", { root });
}

/** Timestamps may prove nothing; then a rule file has changed only if its text has. */
function hasContent(
  context: Context,
  row: CurrentRow,
  path: WorkspacePath,
): boolean {
  const { disk, root, settings, store } = context;
  const read = readStable(disk, root + "/" + path, settings.maxFileSizeBytes);
  return (
    read.kind === "read" &&
    row.content !== null &&
    row.content === store.index.contentId(contentHash(read.file.bytes))
  );
}
