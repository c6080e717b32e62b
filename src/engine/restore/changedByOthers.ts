import { PERSON } from "../model/sources";
import type { Source } from "../model/checkpoint";
import type { ChangedByOthers } from "../model/restorePlan";
import type { WorkspacePath } from "../model/workspacePath";
import * as moments from "../store/index/queries/moments";
import type { StoreIndex } from "../store/index/storeIndex";

/** Paths by what changed: the file, or an editor's unsaved text. */
export interface ChangedPaths {
  disk: Pick<ReadonlySet<WorkspacePath>, "has">;
  unsaved: Pick<ReadonlySet<WorkspacePath>, "has">;
}

/** Paths that a source changed after a moment. */
export function pathsChangedBy(
  index: StoreIndex,
  source: Source,
  after: number,
): ChangedPaths {
  const changed = {
    disk: new Set<WorkspacePath>(),
    unsaved: new Set<WorkspacePath>(),
  };
  for (const { path, layer } of moments.pathsChangedBy(index, source, after))
    changed[layer].add(path);
  return changed;
}

/** Who makes the request; one thread of an agent is not the whole agent. */
export interface Asker {
  as?: Source | undefined;
  thread?: string | undefined;
}

/**
 * Who else changed these paths since: everyone except the requester, our own
 * restores and imports (which change no file), not counting the moments being
 * reverted.
 */
export function changedByOthers(
  index: StoreIndex,
  paths: readonly WorkspacePath[],
  after: number,
  { as, thread }: Asker,
  isTakenBack: (moment: number) => boolean = () => false,
): ChangedByOthers[] {
  const isOwn = (source: Source, by: string | null) => {
    if (source === "restore" || source === "import") return true;
    if (thread !== undefined && by !== null) return by === thread;
    return as === undefined || PERSON.has(as)
      ? PERSON.has(source)
      : source === as;
  };
  const wanted = new Map<WorkspacePath, Set<Source>>(
    paths.map((path) => [path, new Set()]),
  );
  const note = ({ path, source, moment, thread }: moments.Touch) => {
    if (!isOwn(source, thread) && !isTakenBack(moment))
      wanted.get(path)?.add(source);
  };
  moments.eachTouchAfter(index, after, note, paths);
  return [...wanted].flatMap(([path, sources]) =>
    sources.size > 0 ? [{ path, sources: [...sources] }] : [],
  );
}
