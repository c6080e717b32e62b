import type { DeedFile } from "../../engine/api";
import type { LineTotals } from "../../answers/deed";
import type { Diff, FileChange } from "../../engine/model/changes";
import { baseOf, parentOf } from "../../engine/model/workspacePath";
import { l10n } from "../text/l10n";

export type ChangeStatus = DeedFile["status"];

/** A changed file of a checkpoint or deed. */
export type ChangeRow = Omit<DeedFile, "before" | "after">;

/** A folder of the tree form; `name` may join several (`src/app`). */
export interface ChangeFolder {
  path: string;
  name: string;
  folders: ChangeFolder[];
  files: ChangeRow[];
}

export const statusLooks: Record<
  ChangeStatus,
  { letter: string; color: string }
> = {
  added: { letter: "A", color: "gitDecoration.addedResourceForeground" },
  modified: { letter: "M", color: "gitDecoration.modifiedResourceForeground" },
  deleted: { letter: "D", color: "gitDecoration.deletedResourceForeground" },
  renamed: { letter: "R", color: "gitDecoration.renamedResourceForeground" },
};

export function statusName(status: ChangeStatus): string {
  switch (status) {
    case "added":
      return l10n.t("Added");
    case "modified":
      return l10n.t("Modified");
    case "deleted":
      return l10n.t("Deleted");
    case "renamed":
      return l10n.t("Renamed");
  }
}

/** Returns the changed files of a diff in path order. */
export function changeRows(
  diff: Pick<Diff, "added" | "modified" | "deleted" | "renamed">,
): ChangeRow[] {
  const statuses = ["added", "modified", "deleted", "renamed"] as const;
  return inOrder(
    statuses.flatMap((status) =>
      diff[status].map((change) => row(status, change)),
    ),
  );
}

/** Past this many names their exact order is nobody's concern, and its cost everybody's. */
const MAX_NATURAL = 5000;

/** Returns the rows in the explorer's order: f2 before f10. */
export function inOrder(rows: readonly ChangeRow[]): ChangeRow[] {
  return [...rows].sort(rows.length > MAX_NATURAL ? byCode : byPath);
}

function row(status: ChangeStatus, change: FileChange): ChangeRow {
  return {
    path: change.path,
    from: change.from ?? null,
    status,
    isUnsaved: change.layer === "unsaved",
    linesAdded: change.linesAdded,
    linesRemoved: change.linesRemoved,
  };
}

/** Returns the rows as folders; a folder with one folder in it is joined with it. */
export function changeTree(rows: readonly ChangeRow[]): ChangeFolder {
  const root: ChangeFolder = { path: "", name: "", folders: [], files: [] };
  const known = new Map([["", root]]);
  const folder = (path: string): ChangeFolder => {
    const found = known.get(path);
    if (found) return found;
    const made = { path, name: baseOf(path), folders: [], files: [] };
    known.set(path, made);
    folder(parentOf(path)).folders.push(made);
    return made;
  };
  for (const each of rows) folder(parentOf(each.path)).files.push(each);
  root.folders = root.folders.map(join).sort(byPath);
  return root;
}

function join(folder: ChangeFolder): ChangeFolder {
  const folders = folder.folders.map(join).sort(byPath);
  const [only] = folders;
  if (only && folders.length === 1 && folder.files.length === 0)
    return { ...only, name: `${folder.name}/${only.name}` };
  return { ...folder, folders };
}

/** How many changed files a folder holds, at any depth. */
export function filesBelow({ files, folders }: ChangeFolder): number {
  return folders.reduce((sum, each) => sum + filesBelow(each), files.length);
}

/** The lines that a change added and removed; null where lines say nothing. */
export function linesOf({
  linesAdded: added,
  linesRemoved: removed,
}: Pick<ChangeRow, "linesAdded" | "linesRemoved">): LineTotals | null {
  return added === null || removed === null ? null : { added, removed };
}

const names = new Intl.Collator("en", { numeric: true });

interface Placed {
  path: string;
}

function byPath(a: Placed, b: Placed): number {
  return names.compare(a.path, b.path) || byCode(a, b);
}

function byCode(a: Placed, b: Placed): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
