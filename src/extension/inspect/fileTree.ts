import { baseOf, parentOf } from "../../engine/model/workspacePath";

export interface TreeEntry {
  path: string;
  name: string;
  isFolder: boolean;
}

/** The files of a state by folder: folders first, each sorted by name. */
export class FileTree {
  private readonly children = new Map<string, Map<string, TreeEntry>>();

  constructor(readonly paths: readonly string[]) {
    for (const path of paths) this.add(path, false);
  }

  /** Returns what is in a folder; "" is the top. */
  in(folder: string): TreeEntry[] {
    const entries = [...(this.children.get(folder)?.values() ?? [])];
    return entries.sort(
      (a, b) =>
        Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name),
    );
  }

  private add(path: string, isFolder: boolean): void {
    const parent = parentOf(path);
    const siblings = this.children.get(parent) ?? new Map<string, TreeEntry>();
    this.children.set(parent, siblings);
    if (siblings.has(path)) return;
    siblings.set(path, { path, name: baseOf(path), isFolder });
    if (parent !== "") this.add(parent, true);
  }
}
