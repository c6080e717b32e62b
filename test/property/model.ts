import { ancestorsOf, isWithin } from "../../src/engine/model/workspacePath";
import type { Entry, Tree } from "../helpers/tree";

/** A restore as the model remembers it: what it changed, and the folder before. */
interface Done {
  paths: string[];
  before: Tree;
}

/**
 * What a history should contain, kept in the naive way: a complete copy of the
 * folder for every checkpoint. Knows nothing of versions, packs or plans.
 */
export class Model {
  readonly checkpoints = new Map<number, Tree>();
  private head: Tree = new Map();
  /**
   * Who changed which paths, in order; `number` is how many there were at a
   * checkpoint.
   */
  private readonly changes: { source: string; paths: string[] }[] = [];
  private readonly seenAt = new Map<number, number>();
  /** Unsaved texts by path: a separate layer, which no restore here touches. */
  private readonly unsaved = new Map<string, string>();
  readonly undo: Done[] = [];
  readonly redo: Done[] = [];

  constructor(
    private readonly isIgnored: (path: string) => boolean,
    /** Right now, on the disk: a tree has files only. */
    private readonly isFolder: (path: string) => boolean,
  ) {}

  /** Records the folder for this source; with paths, only those. */
  capture(disk: Tree, source: string, paths?: readonly string[]): void {
    const now = this.recorded(disk);
    // Checking a path also shows what is above it: no file, if it is a folder.
    const isTold = (path: string) =>
      !paths ||
      paths.some(
        (told) =>
          isWithin(path, told) || (isWithin(told, path) && this.isFolder(path)),
      );
    const changed = differing(this.head, now).filter(isTold);
    if (changed.length === 0) return;
    this.changes.push({ source, paths: changed });
    for (const path of changed) setOrDelete(this.head, path, now.get(path));
  }

  /** Records an editor's unsaved text; null once it is saved or closed. */
  type(path: string, text: string | null, source: string): void {
    if ((this.unsaved.get(path) ?? null) === text) return;
    if (text === null) this.unsaved.delete(path);
    else this.unsaved.set(path, text);
    // A change by this source that affects no file.
    this.changes.push({ source, paths: [] });
  }

  checkpoint(number: number): void {
    this.checkpoints.set(number, new Map(this.head));
    this.seenAt.set(number, this.changes.length);
  }

  /** The expected folder after restoring a checkpoint. */
  restored(
    disk: Tree,
    number: number,
    scope: readonly string[],
    source?: string,
  ): Tree {
    const only =
      source === undefined ? undefined : this.changedBy(source, number);
    const isMeant = (path: string) =>
      (scope.length === 0 || scope.some((folder) => isWithin(path, folder))) &&
      (!only || only.has(path));
    // Others' files are not removed for what is put back.
    const mayGo = (path: string) => !only || only.has(path);
    return this.put(disk, this.checkpoints.get(number)!, isMeant, mayGo);
  }

  /**
   * Before a restore replaces anything, the current state is recorded. A file that
   * replaced a folder ended the files in that folder, so they were ended by whoever
   * put it there, not by the restore that removes it.
   */
  guard(before: Tree, wanted: Tree): void {
    this.capture(before, "outside", differing(before, wanted));
  }

  /** Remembers a restore that went from one folder to another. */
  did(verb: "restore" | "undo" | "redo", before: Tree, after: Tree): void {
    const paths = differing(before, after);
    this.capture(after, "restore", paths);
    if (verb === "undo") this.redo.push({ paths, before });
    else this.undo.push({ paths, before });
    if (verb === "restore") this.redo.length = 0;
  }

  back(disk: Tree, done: Done): Tree {
    const isMeant = (path: string) => done.paths.includes(path);
    return this.put(disk, this.recorded(done.before), isMeant, isMeant);
  }

  private recorded(disk: Tree): Tree {
    return new Map([...disk].filter(([path]) => !this.isIgnored(path)));
  }

  knows(source: string): boolean {
    return this.changes.some((change) => change.source === source);
  }

  private changedBy(source: string, number: number): Set<string> {
    const since = this.changes.slice(this.seenAt.get(number));
    return new Set(
      since.filter((c) => c.source === source).flatMap((c) => c.paths),
    );
  }

  private put(
    disk: Tree,
    target: Tree,
    isMeant: (path: string) => boolean,
    mayGo: (path: string) => boolean,
  ): Tree {
    const isIn = (path: string) => !this.isIgnored(path) && isMeant(path);
    const after = new Map(disk);
    for (const path of disk.keys())
      if (isIn(path) && !target.has(path)) after.delete(path);
    for (const [path, entry] of target) {
      if (!isIn(path)) continue;
      // A folder with files that must stay is kept: no file can be at its path.
      if ([...after.keys()].some((one) => one.startsWith(path + "/"))) continue;
      // A file cannot be at the path of a folder.
      const inTheWay = ancestorsOf(path).filter((folder) => after.has(folder));
      if (!inTheWay.every(mayGo)) continue;
      for (const folder of inTheWay) after.delete(folder);
      after.set(path, entry);
    }
    return after;
  }
}

export function differing(a: Tree, b: Tree): string[] {
  const paths = new Set([...a.keys(), ...b.keys()]);
  return [...paths].filter((path) => !isSame(a.get(path), b.get(path))).sort();
}

function isSame(a: Entry | undefined, b: Entry | undefined): boolean {
  return (
    a === b || (!!a && !!b && a.mode === b.mode && a.bytes.equals(b.bytes))
  );
}

function setOrDelete(tree: Tree, path: string, entry: Entry | undefined): void {
  if (entry) tree.set(path, entry);
  else tree.delete(path);
}
