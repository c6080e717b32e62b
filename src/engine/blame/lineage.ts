import type { Context } from "../context";
import { pairUp } from "../diff/pairUp";
import { FORMATTER } from "../model/sources";
import type { WorkspacePath } from "../model/workspacePath";
import {
  ancestorsOf,
  unsavedVersionAt,
  type Ancestor,
} from "../store/index/queries/lineage";
import { changesBetween } from "../store/index/queries/snapshots";

/** A version, and how it came from the one before it in the list. */
export interface Step extends Ancestor {
  came:
    | "next" // the version before it was replaced by this one
    | "first" // it is a new file
    | "older" // it was there before it could be recorded
    | "thinned"; // versions in between were removed to save space
}

/** What brings back contents that were there before, and writes no line of its own. */
const BRINGS_BACK: ReadonlySet<string | null> = new Set([
  "restore",
  "git",
  "import",
]);

/** True if a version's lines may be those of any version before it. */
export function bringsBack({ source }: Ancestor): boolean {
  return BRINGS_BACK.has(source);
}

/**
 * The versions that led to the one a file has at a moment, oldest first, across renames. A file
 * that is deleted and created again counts as new, unless a restore or git brought it back.
 */
export function lineageOf(
  context: Context,
  path: WorkspacePath,
  moment: number,
): Step[] {
  const { index } = context.store;
  const pruned = index.metaNumber("pruned");
  const steps: Step[] = [];
  let rows = ancestorsOf(index, path, moment);
  for (;;) {
    const row = rows.pop();
    if (!row) break;
    const before = rows.at(-1);
    const isNext = before?.died === row.born;
    if (isNext) {
      steps.push({ ...row, came: "next" });
      continue;
    }
    if (row.born === 1 || row.isAdopted) {
      steps.push({ ...row, came: "older" });
      break;
    }
    const from = renamedFrom(context, row);
    if (from) {
      rows = ancestorsOf(index, from, row.born - 1);
      steps.push({ ...row, came: "next" });
      continue;
    }
    const isThinned = row.born <= pruned;
    const isBack = before !== undefined && bringsBack(row);
    steps.push({
      ...row,
      came: isBack ? "next" : isThinned ? "thinned" : "first",
    });
    if (!isBack && !isThinned) break;
  }
  return steps.reverse().flatMap((step) => beforeAndAfter(context, step));
}

/** A version that a formatter changed counts as two: as it was before, and as it was saved. */
function beforeAndAfter({ store }: Context, step: Step): Step[] {
  if (!step.isFormatted || step.came === "older") return [step];
  const before = unsavedVersionAt(store.index, step.path, step.born - 1);
  // Without it, the lines count as those of whoever saved.
  if (!before || !store.contents.knows(before.hash)) return [step];
  const { hash, sizeBytes } = before;
  return [
    { ...step, hash, sizeBytes },
    {
      ...{ ...step, came: "next", source: FORMATTER },
      ...{ thread: null, model: null, subagent: null },
    },
  ];
}

/** With more changes at once, only files with the same content count as renamed. */
const MAX_COMPARED = 2000;

/** The path that a new file had before, if it was renamed. */
function renamedFrom(
  context: Context,
  { path, born }: Ancestor,
): WorkspacePath | undefined {
  const { store } = context;
  const changes = changesBetween(store.index, born - 1, born);
  const content = changes.length <= MAX_COMPARED;
  const pairs = pairUp(changes, { content }, (held) =>
    held === null ? new Uint8Array(0) : store.contents.read(held.hash),
  );
  return pairs.find(
    (pair) => pair.layer === "disk" && pair.path === path && pair.from,
  )?.from;
}
