import type { Context } from "../context";
import type { PlannedState } from "../model/restorePlan";
import type { WorkspacePath } from "../model/workspacePath";
import { ancestorsOf, childOf, isProtectedPath } from "../model/workspacePath";
import { lstatInside, spellingOf } from "../workspace/safePath";
import { fileOnDisk } from "./fileOnDisk";
import { canCreate } from "./leaveImpossible";
import type { Decision, OwnWrite } from "./decision";

/**
 * A write may find a file or link where it needs a folder, or a folder where it
 * needs a file. The obstacle is removed only if it is known and the guard can store
 * it, if it may be removed at all, and if the target does not contain it as well.
 */
export function removeObstacles(
  context: Context,
  decision: Decision,
  mayGo: (path: WorkspacePath) => boolean,
): void {
  const way = new Obstacles(context, decision, mayGo);
  const kept: OwnWrite[] = [];
  for (const write of decision.writes)
    if (way.isClear(write)) kept.push(write);
    else decision.leftAlone.push({ path: write.path, reason: "blocked" });
  decision.writes = kept;
}

/**
 * The folders at and below a path, parents first, if all of them can be removed
 * once the leaving files are gone; otherwise null. Empty if there is no folder.
 */
export function removableFolders(
  { disk, root, ownData }: Context,
  path: WorkspacePath,
  isLeaving: (path: WorkspacePath) => boolean = () => false,
): WorkspacePath[] | null {
  const folders: WorkspacePath[] = [];
  try {
    // A folder reached through a link is not ours to remove.
    if (lstatInside(disk, root, path)?.kind !== "folder") return [];
    // The contents are recorded under the disk's spelling.
    folders.push(spellingOf(disk, root, path));
    for (const folder of folders) {
      if (isProtectedPath(folder) || ownData.isFolder(folder)) return null;
      for (const entry of disk.readFolder(root + "/" + folder)) {
        const below = childOf(folder, entry.name);
        if (entry.kind === "folder") folders.push(below);
        else if (!isLeaving(below)) return null;
      }
    }
  } catch {
    return null; // a folder that cannot be listed may contain anything
  }
  return folders;
}

/** Adds to the deletions what blocks the writes. */
class Obstacles {
  private readonly written: ReadonlySet<WorkspacePath>;
  private readonly deleted: Set<WorkspacePath>;
  private readonly folders = new Map<WorkspacePath, boolean>();

  constructor(
    private readonly context: Context,
    private readonly decision: Decision,
    private readonly mayGo: (path: WorkspacePath) => boolean,
  ) {
    this.written = new Set(decision.writes.map((op) => op.path));
    this.deleted = new Set(decision.deletes.map((op) => op.path));
  }

  isClear({ path, before }: OwnWrite): boolean {
    // Where a file is replaced, no folder is in the way and all parents are
    // folders.
    if (before !== null) return true;
    return (
      ancestorsOf(path).every((folder) => this.clearFolder(folder)) &&
      this.isFolderCleared(path) &&
      this.clearFile(path)
    );
  }

  /** Makes sure that a folder can be created at this path. */
  private clearFolder(folder: WorkspacePath): boolean {
    let isClear = this.folders.get(folder);
    isClear ??= this.deleted.has(folder) || this.clearFile(folder);
    this.folders.set(folder, isClear);
    return isClear;
  }

  /** Makes sure that no file is at a path, under any spelling. */
  private clearFile(path: WorkspacePath): boolean {
    const { disk, root } = this.context;
    // What is behind a link that is removed is not an obstacle.
    const stat = lstatInside(disk, root, path);
    if (!stat || stat.kind === "folder") return true;
    const there = spellingOf(disk, root, path);
    if (this.deleted.has(there)) return true;
    // A file that is itself part of the target is not removed for another one.
    if (this.written.has(there) || !this.mayGo(there)) return false;
    const before = this.stateInTheWay(there);
    if (!before) return false;
    this.decision.deletes.push({ path: there, before });
    this.deleted.add(there);
    this.noLongerLeft(there);
    return true;
  }

  /**
   * The rules of that time may have ignored the path, but a folder was there, so it
   * is not left alone.
   */
  private noLongerLeft(path: WorkspacePath): void {
    const { decision } = this;
    decision.leftAlone = decision.leftAlone.filter(
      (one) => one.path !== path || one.reason !== "ignored-then",
    );
  }

  /**
   * The state on disk, because a path outside the scope was not just captured. Null
   * if it must stay because it could not be brought back.
   */
  private stateInTheWay(path: WorkspacePath): PlannedState | null {
    const current = fileOnDisk(this.context, path);
    if (current.kind !== "held") return null;
    return canCreate(this.context, path, current.state) ? current.state : null;
  }

  /** True if there is no folder at a path, or the plan deletes everything in it. */
  private isFolderCleared(path: WorkspacePath): boolean {
    const isLeaving = (below: WorkspacePath) => this.deleted.has(below);
    return removableFolders(this.context, path, isLeaving) !== null;
  }
}
