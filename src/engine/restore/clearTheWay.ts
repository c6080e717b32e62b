import type { Context } from "../context";
import type { PlannedState, PlannedWrite } from "../model/restorePlan";
import { ancestorsOf, isProtectedPath } from "../model/workspacePath";
import { lstatInside, spellingOf } from "../workspace/safePath";
import { currentAt } from "./current";
import type { Decision } from "./decide";

/**
 * A write may find a file or link where it needs a folder, or a folder where it
 * needs a file. What stands there goes only if it is known and can be held, if
 * it may go at all, and if the target does not hold it as well.
 */
export function clearTheWay(
  context: Context,
  decision: Decision,
  mayGo: (path: string) => boolean,
): void {
  const way = new Way(context, decision, mayGo);
  const kept: PlannedWrite[] = [];
  for (const write of decision.writes)
    if (way.isClear(write)) kept.push(write);
    else decision.leftAlone.push({ path: write.path, reason: "blocked" });
  decision.writes = kept;
}

/**
 * The folders at and below a path, each before those in it, if all of them can go
 * once the files that leave are gone; else null. None where no folder stands.
 */
export function foldersToGo(
  { disk, root }: Context,
  path: string,
  isLeaving: (path: string) => boolean = () => false,
): string[] | null {
  const folders: string[] = [];
  try {
    // Behind a link there is none of ours.
    if (lstatInside(disk, root, path)?.kind !== "folder") return [];
    // What is in it is known by how the disk spells it.
    folders.push(spellingOf(disk, root, path));
    for (const folder of folders) {
      if (isProtectedPath(folder)) return null;
      for (const entry of disk.readFolder(root + "/" + folder)) {
        const below = folder + "/" + entry.name;
        if (entry.kind === "folder") folders.push(below);
        else if (!isLeaving(below)) return null;
      }
    }
  } catch {
    return null; // what cannot be listed may hold anything
  }
  return folders;
}

/** Adds to the deletions what has to go for the writes. */
class Way {
  private readonly written: ReadonlySet<string>;
  private readonly deleted: Set<string>;
  private readonly folders = new Map<string, boolean>();

  constructor(
    private readonly context: Context,
    private readonly decision: Decision,
    private readonly mayGo: (path: string) => boolean,
  ) {
    this.written = new Set(decision.writes.map((op) => op.path));
    this.deleted = new Set(decision.deletes.map((op) => op.path));
  }

  isClear({ path, before }: PlannedWrite): boolean {
    // Where a file is replaced there is no folder, and all above it are.
    if (before !== null) return true;
    return (
      ancestorsOf(path).every((folder) => this.clearFolder(folder)) &&
      this.isFolderCleared(path) &&
      this.clearFile(path)
    );
  }

  /** Makes sure that a folder can be made at this path. */
  private clearFolder(folder: string): boolean {
    let isClear = this.folders.get(folder);
    isClear ??= this.deleted.has(folder) || this.clearFile(folder);
    this.folders.set(folder, isClear);
    return isClear;
  }

  /** Makes sure that no file stands at a path, under whichever spelling of it. */
  private clearFile(path: string): boolean {
    const { disk, root } = this.context;
    // What lies behind a link that goes is not in the way.
    const stat = lstatInside(disk, root, path);
    if (!stat || stat.kind === "folder") return true;
    const there = spellingOf(disk, root, path);
    if (this.deleted.has(there)) return true;
    // What is wanted there itself does not go for another's sake.
    if (this.written.has(there) || !this.mayGo(there)) return false;
    const before = this.stateInTheWay(there);
    if (!before) return false;
    this.decision.deletes.push({ path: there, before });
    this.deleted.add(there);
    this.noLongerLeft(there);
    return true;
  }

  /** Rules of then may have ignored it, but a folder was there: it is not left alone. */
  private noLongerLeft(path: string): void {
    const { decision } = this;
    decision.leftAlone = decision.leftAlone.filter(
      (one) => one.path !== path || one.reason !== "ignored-then",
    );
  }

  /** As it is on disk: a path outside of the scope was not captured just now. */
  private stateInTheWay(path: string): PlannedState | null {
    const current = currentAt(this.context, path);
    return current.kind === "held" ? current.state : null;
  }

  /** True when no folder stands at a path, or all it holds is deleted by the plan. */
  private isFolderCleared(path: string): boolean {
    const isLeaving = (below: string) => this.deleted.has(below);
    return foldersToGo(this.context, path, isLeaving) !== null;
  }
}
