import type { Context } from "../context";
import type { Held } from "../model/version";
import type { WorkspacePath } from "../model/workspacePath";
import {
  eachEndAfter,
  eachPathAfter,
  eachVersionAfter,
  forgottenToken,
  hashOfContent,
  type VersionRow,
} from "../store/index/queries/timeline";
import type { PathChange } from "../store/index/queries/snapshots";
import type { StoreIndex } from "../store/index/storeIndex";

/** The versions of one file, oldest first. */
interface FileStates {
  id: number;
  path: WorkspacePath;
  versions: Omit<VersionRow, "pathId">[];
  /** When it last began or ended. */
  changed: number;
}

/** What is known of a history; later versions are added to it. */
interface Known {
  token: string;
  last: number;
  lastPath: number;
  byId: Map<number, FileStates>;
  /** In the order of their paths; null until somebody asks. */
  inOrder: FileStates[] | null;
}

const known = new WeakMap<StoreIndex, Known>();

/**
 * Returns the files on disk that differ between two moments, the earlier one first, like
 * `changesBetween`. It keeps every
 * version in memory, a few numbers each, because a playhead asks many times a second how a distant
 * moment differs from now, and the tables would be read for each of thousands of files.
 */
export function filesBetween(
  { store: { index } }: Context,
  from: number,
  to: number,
): PathChange[] {
  const changes: PathChange[] = [];
  for (const { path, versions, changed } of upToDate(index)) {
    if (changed <= from) continue;
    const before = aliveAt(versions, from);
    const after = aliveAt(versions, to);
    if (before === after || isSame(before, after)) continue;
    const last = lastUntil(versions, to);
    changes.push({
      ...{ path, layer: "disk", before: held(index, before) },
      after: held(index, after),
      released:
        (after?.contentId ?? null) === null &&
        (last?.isReleased === true || after !== undefined),
    });
  }
  return changes;
}

type Version = FileStates["versions"][number];

/** The last version that began by then, whether it has ended or not. */
function lastUntil(
  versions: readonly Version[],
  moment: number,
): Version | undefined {
  let [low, high] = [0, versions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (versions[middle]!.born <= moment) low = middle + 1;
    else high = middle;
  }
  return versions[low - 1];
}

function aliveAt(
  versions: readonly Version[],
  moment: number,
): Version | undefined {
  const last = lastUntil(versions, moment);
  return last && (last.died === null || last.died > moment) ? last : undefined;
}

/** Every content has one id, so hashes need not be compared. */
function isSame(a: Version | undefined, b: Version | undefined): boolean {
  const [before, after] = [a?.contentId ?? null, b?.contentId ?? null];
  return before === after && (before === null || a!.mode === b!.mode);
}

function held(index: StoreIndex, version: Version | undefined): Held | null {
  if (!version || version.contentId === null) return null;
  const { contentId, mode, sizeBytes } = version;
  return new LazyHeld(index, contentId, mode, sizeBytes);
}

/** Its hash is read from the tables only if somebody asks for it. */
class LazyHeld implements Held {
  constructor(
    private readonly index: StoreIndex,
    private readonly contentId: number,
    readonly mode: number,
    readonly sizeBytes: number,
  ) {}

  get hash(): string {
    return hashOfContent(this.index, this.contentId);
  }
}

function upToDate(index: StoreIndex): readonly FileStates[] {
  const token = forgottenToken(index);
  const before = known.get(index);
  const isUsable = before?.token === token && before.last <= index.lastMoment;
  const states = isUsable ? before : empty(token);
  known.set(index, states);
  if (states.last < index.lastMoment || !states.inOrder) grow(states, index);
  return (states.inOrder ??= [...states.byId.values()].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  ));
}

function grow(states: Known, index: StoreIndex): void {
  const { byId, last } = states;
  eachPathAfter(index, states.lastPath, (id, path) => {
    byId.set(id, { id, path, versions: [], changed: 0 });
    states.lastPath = id;
    states.inOrder = null;
  });
  if (last > 0)
    eachEndAfter(index, last, ({ pathId, born, died, isReleased }) => {
      const file = byId.get(pathId);
      const version = file?.versions.find((each) => each.born === born);
      if (!file || !version) return;
      version.died = died;
      version.isReleased = isReleased;
      file.changed = Math.max(file.changed, died);
    });
  eachVersionAfter(index, last, ({ pathId, ...version }) => {
    const file = byId.get(pathId);
    if (!file) return;
    file.versions.push(version);
    file.changed = Math.max(file.changed, version.born, version.died ?? 0);
  });
  states.last = index.lastMoment;
}

function empty(token: string): Known {
  return { token, last: 0, lastPath: 0, byId: new Map(), inOrder: null };
}
