import type { ChosenFile, PlannedHunk } from "../api";
import type { Context } from "../context";
import { namedSideOf, resolvePoint } from "../history/resolveRef";
import { problem } from "../model/errors";
import { hunksOf, withHunks } from "../model/hunks";
import type { PlannedWrite, RestorePlan } from "../model/restorePlan";
import { isSymlink } from "../model/version";
import { contentHash } from "../store/packs/hash";
import { workspacePath } from "../model/workspacePath";
import { remember } from "./planRestore";

/** See `Engine.planHunks`. */
export function planHunks(
  context: Context,
  id: string,
  path: string,
): PlannedHunk[] {
  const { plan, contents } = knownPlan(context, id);
  const write = plan.writes.find((each) => each.path === path);
  if (!write || !canBeSplit(plan, write)) return [];
  // A file that is not recorded is stored only when the guard is made.
  if (!context.store.contents.knows(write.before!.hash)) return [];
  const read = reader(context, contents);
  return hunksOf(read(write.before!.hash), read(write.after.hash));
}

/** See `Engine.limitPlan`. */
export function limitPlan(
  context: Context,
  id: string,
  files: readonly ChosenFile[],
): RestorePlan {
  const { plan, contents } = knownPlan(context, id);
  const chosen = new Map(
    files.map(({ path, hunks }) => [workspacePath(path) as string, hunks]),
  );
  const isChosen = ({ path }: { path: string }) => chosen.has(path);
  const kept = new Map(contents);
  const read = reader(context, contents);
  const writes = plan.writes.filter(isChosen).flatMap((write) => {
    const hunks = chosen.get(write.path);
    if (hunks === undefined) return [write];
    if (!canBeSplit(plan, write))
      throw problem("bad-plan", { part: "operations" });
    const before = read(write.before!.hash);
    const bytes = withHunks(before, read(write.after.hash), new Set(hunks));
    const hash = contentHash(bytes);
    if (hash === write.before!.hash) return [];
    kept.set(hash, bytes);
    const after = { ...write.after, hash, sizeBytes: bytes.byteLength };
    return [{ ...write, after }];
  });
  const limited: RestorePlan = {
    ...plan,
    ...(plan.of === undefined ? {} : asRestore(context, plan)),
    id: context.newId(),
    scope: {
      ...plan.scope,
      paths: [...chosen.keys()].map((path) => workspacePath(path)),
      isExact: true,
    },
    writes,
    deletes: plan.deletes.filter(isChosen),
    unsaved: plan.unsaved.filter(isChosen),
    changedByOthers: plan.changedByOthers.filter(isChosen),
  };
  delete limited.of;
  delete limited.changedSince;
  remember(context, limited, kept);
  return limited;
}

/**
 * A part of an undo or redo does not count as that undo: what it leaves out must
 * stay undoable. It restores from the guard checkpoint instead.
 */
function asRestore(
  context: Context,
  { target }: RestorePlan,
): Pick<RestorePlan, "verb" | "target"> {
  const side =
    target.moment === null
      ? target
      : namedSideOf(resolvePoint(context, `@${target.moment}`));
  return { verb: "restore", target: side };
}

/** True if the changes of a file can be chosen one by one. */
function canBeSplit(
  plan: RestorePlan,
  { path, before, after }: PlannedWrite,
): boolean {
  return (
    before !== null &&
    !isSymlink(before.mode) &&
    !isSymlink(after.mode) &&
    // The editor's text would go with the part, and could not be split.
    !plan.unsaved.some((each) => each.path === path)
  );
}

function knownPlan(context: Context, id: string) {
  const known = context.plans.get(id);
  if (!known) throw problem("unknown-plan", { plan: id.slice(0, 40) });
  return known;
}

function reader(context: Context, contents: ReadonlyMap<string, Uint8Array>) {
  return (hash: string): Uint8Array =>
    contents.get(hash) ?? context.store.contents.read(hash);
}
