import type { CaptureRequest, Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import {
  ancestorsOf,
  baseOf,
  isWithin,
  parentOf,
  workspacePath,
} from "../model/workspacePath";
import { CheckpointError } from "../model/errors";
import { openGap } from "../store/doubt";
import type { HeadRow } from "../store/head";
import { hasTimes } from "../store/head";
import type { Tally } from "../store/headTable";
import { contentHash } from "../store/hash";
import { GitignoreFiles } from "../workspace/gitignores";
import type { Gitignores } from "../workspace/rules";
import { rulesOf } from "../workspace/rules";
import { blockedBy, lstatInside } from "../workspace/safePath";
import { isRacy, readStable } from "../workspace/safeRead";
import type { Observed } from "../workspace/scan";
import { Scan } from "../workspace/scan";
import { checkBudget, FolderSizes } from "./budget";
import type { Placed } from "./readFiles";
import { LIKELY_FILES } from "./readParallel";
import {
  parseRules,
  rulesTextOf,
  withHidden,
  withoutHidden,
} from "./recordedRules";

/** What differs from the recorded state, seen by names and times alone. */
export interface Observation {
  isFull: boolean;
  changed: Observed[];
  skipped: Scan["skipped"];
  /** Known to hold what they do: not read, if they are still as they were put there. */
  placed?: ReadonlyMap<string, Placed> | undefined;
  /** Recorded paths that the scan did not meet. */
  missing: string[];
  /** The rules in force, as text; recorded when they change... */
  rulesText: string;
  /** ...from these, if only some were looked at. */
  rulesBefore: string;
  /** True when new paths may have been ignored until now. */
  didRulesChange: boolean;
  /** Rules from above the workspace folder. */
  outerRules: Gitignores | null;
  /** Texts of the rule files it went by. */
  ruleTexts: ReadonlyMap<string, string>;
  /** Times of the rule files, to be remembered once this is recorded. */
  ruleFiles: ReadonlyMap<string, string | null>;
}

/** Scans the told paths, or everything, and compares with the last moment. */
export function observe(
  context: Context,
  request: CaptureRequest,
  run?: Run,
): Observation {
  const { disk, root, settings, store } = context;
  assertRoot(context);
  const { head } = store.index;
  const recordedText = String(store.index.meta("rules"));
  const wasHidden = parseRules(recordedText)?.hidden ?? {};
  const changedRules = new Set<string>();
  const ruleFiles = new Map<string, string | null>();
  const looked = new Set<string>();
  const gitignores = new GitignoreFiles(
    disk,
    root,
    settings.respectGitignore,
    (path, stat) => {
      const seen =
        stat && `${stat.mtimeMs} ${stat.ctimeMs} ${stat.sizeBytes} ${stat.ino}`;
      const row = head.get(path);
      const known = row && row.reason === null;
      const isSame = stat
        ? context.ruleFiles.get(path) === seen ||
          (known && (hasTimes(row, stat) || hasContent(context, row, path)))
        : !known && wasHidden[path] === undefined;
      looked.add(path);
      // Times that a later write could leave as they are say nothing.
      if (stat || context.ruleFiles.has(path))
        ruleFiles.set(path, stat && isRacy(stat, Date.now()) ? null : seen);
      if (!isSame) changedRules.add(parentOf(path));
    },
  );
  const plainText = rulesTextOf(settings, gitignores.outerText);
  const isFirst = store.index.lastMoment === 0;
  const isOtherRules = withoutHidden(recordedText) !== plainText;
  // After damage nothing is certain before everything was looked at.
  const hasGap = openGap(store.index, store.index.lastMoment) !== null;
  const isFull = !request.paths || isFirst || isOtherRules || hasGap;
  const sizes = isFirst && !request.force ? new FolderSizes() : null;
  const met = isFull ? head.load().tally() : undefined;
  const scan = new Scan({
    disk,
    root,
    rules: rulesOf(settings),
    gitignores,
    listings: context.listings,
    maxFileSizeBytes: settings.maxFileSizeBytes,
    childrenOf: (folder) => head.childrenOf(folder),
    met,
    isTrusted: (folder) => !isOtherRules && !changedRules.has(folder),
    onProgress: (files) => {
      checkCancelled(run);
      run?.progress?.({ phase: "scan", done: files, total: null });
      if (sizes) checkBudget(scan, sizes, settings);
      if (isFirst && files > LIKELY_FILES) context.second?.start();
    },
  });
  const missing = met
    ? context.listings.all(() => scanAll(scan, met))
    : scanTold(context, scan, request.paths ?? [], gitignores, changedRules);
  if (sizes) checkBudget(scan, sizes, settings, true);
  // What no recorded file says of the rules; where nobody looked it stays.
  const hidden = new Map(isFull ? [] : Object.entries(wasHidden));
  const unread = new Set(scan.skipped.map(({ path }) => path));
  const isHeld = (path: string) =>
    scan.hasSeen(path)
      ? !unread.has(path)
      : !isFull && head.get(path)?.reason === null && !missing.includes(path);
  for (const path of looked) {
    const text = gitignores.texts.get(path);
    if (text === undefined || isHeld(path)) hidden.delete(path);
    else hidden.set(path, text);
  }
  return {
    isFull,
    changed: scan.changed,
    skipped: scan.skipped,
    missing,
    rulesText: withHidden(plainText, [...hidden]),
    rulesBefore: recordedText,
    didRulesChange: isOtherRules || changedRules.size > 0,
    outerRules: gitignores.outer,
    ruleTexts: gitignores.texts,
    ruleFiles,
  };
}

function scanAll(scan: Scan, met: Tally): string[] {
  scan.visit("");
  return withoutClosed(met.rest(), scan);
}

function scanTold(
  context: Context,
  scan: Scan,
  told: readonly string[],
  gitignores: GitignoreFiles,
  changedRules: ReadonlySet<string>,
): string[] {
  // As they were told and as the disk spells them: either may be recorded.
  const done = new Set<string>();
  const visit = (path: string) => {
    for (const folder of done) if (isWithin(path, folder)) return;
    done.add(path).add(scan.visit(path));
  };
  const paths = told.map((path) => (path === "" ? "" : workspacePath(path)));
  if (paths.length > 64) visitMany(scan, paths, done);
  else for (const path of [...paths].sort()) visit(path);
  // Nothing is met at the path of a rule file that was deleted.
  for (const path of new Set([...paths, ...done]))
    if (
      baseOf(path) === ".gitignore" &&
      !blockedBy(context.disk, context.root, path)
    )
      gitignores.of(parentOf(path));
  // A changed rule file changes what counts below its folder.
  for (const folder of [...changedRules].sort()) visit(folder);
  // A told path may lie in a folder that was visited because of its rules.
  const missing = new Set<string>();
  for (const path of done)
    for (const [known] of context.store.index.head.below(path))
      if (!scan.hasSeen(known)) missing.add(known);
  for (const folder of foldersNow(context, paths)) missing.add(folder);
  return withoutClosed([...missing], scan);
}

/** Recorded files and links that are folders now: a told path lies below them. */
function foldersNow({ disk, root, store }: Context, told: string[]): string[] {
  const { head } = store.index;
  return [...new Set(told.flatMap(ancestorsOf))].filter((folder) => {
    const row = head.get(folder);
    // A folder that cannot be listed is recorded as such.
    if (!row || row.reason === "unreadable") return false;
    return lstatInside(disk, root, folder)?.kind === "folder";
  });
}

/** As `visit` for each, without comparing every path with every other. */
function visitMany(scan: Scan, paths: string[], done: Set<string>): void {
  const all = new Set<string>(paths);
  for (const path of all) {
    if (path !== "" && all.has("")) continue;
    if (ancestorsOf(path).some((folder) => all.has(folder))) continue;
    done.add(path).add(scan.visit(path));
  }
}

function withoutClosed(paths: string[], scan: Scan): string[] {
  if (scan.closed.length === 0) return paths;
  return paths.filter(
    (path) => !scan.closed.some((folder) => isWithin(path, folder)),
  );
}

/** A folder that is gone or closed is no folder whose files were deleted. */
export function assertRoot({ disk, root }: Context): void {
  if (disk.lstat(root)?.kind === "folder") return;
  throw new CheckpointError(
    "not-found",
    `The folder ${root} is not there any more.`,
    {
      hint: "Nothing was recorded. Bring the folder back, or open another one.",
      data: { root },
    },
  );
}

/** Times may say nothing; then a rule file is changed only if its text is. */
function hasContent(context: Context, row: HeadRow, path: string): boolean {
  const { disk, root, settings, store } = context;
  const read = readStable(disk, root + "/" + path, settings.maxFileSizeBytes);
  return (
    read.kind === "read" &&
    row.content !== null &&
    row.content === store.index.contentId(contentHash(read.file.bytes))
  );
}
