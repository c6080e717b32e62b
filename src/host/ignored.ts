import type { FolderEntry } from "../base/disk";
import { realDisk } from "../base/realDisk";
import { parseSettings, type EngineSettings } from "../engine/model/settings";
import {
  childOf,
  isVcsName,
  parentOf,
  type WorkspaceFolder,
} from "../engine/model/workspacePath";
import { GitignoreFiles } from "../engine/workspace/gitignores";
import { Rules, type Inside } from "../engine/workspace/rules";
import {
  GitIndexes,
  nothingTracked,
  TrackedFiles,
} from "../engine/workspace/tracked";

/**
 * The engine's ignore rules, for hosts that walk or watch a folder themselves: which
 * folders need no watching, and which ones a scratch copy lacks. The rules are read once,
 * so create a new instance when a `.gitignore` changes.
 */
export class IgnoredFolders {
  private readonly rules: Rules;
  private readonly gitignores: GitignoreFiles;
  private readonly tracked: TrackedFiles;
  private readonly found = new Map<string, Inside | null>();

  constructor(
    private readonly root: string,
    settings: Partial<EngineSettings>,
  ) {
    const all = parseSettings(settings);
    this.rules = new Rules(all);
    this.gitignores = new GitignoreFiles(realDisk, root, all.respectGitignore);
    const indexes = new GitIndexes(realDisk);
    this.tracked = new TrackedFiles(realDisk, root, indexes, nothingTracked);
  }

  /** True if nothing in this folder is recorded. */
  has(folder: WorkspaceFolder): boolean {
    return this.insideOf(folder) === null;
  }

  /**
   * Lists the outermost ignored folders, except version control folders and any below
   * unreadable folders.
   */
  list(): string[] {
    const found: string[] = [];
    const walk = (folder: WorkspaceFolder) => {
      for (const entry of entriesOf(`${this.root}/${folder}`)) {
        if (entry.kind !== "folder" || isVcsName(entry.name)) continue;
        const path = childOf(folder, entry.name);
        if (this.has(path)) found.push(path);
        else walk(path);
      }
    };
    walk("");
    return found;
  }

  private insideOf(folder: WorkspaceFolder): Inside | null {
    if (folder === "") return "all";
    const known = this.found.get(folder);
    if (known !== undefined) return known;
    const parent = parentOf(folder);
    const above = this.insideOf(parent);
    const rules = this.gitignores.of(parent);
    const inside =
      above && this.rules.below(folder, above, rules, this.tracked);
    this.found.set(folder, inside);
    return inside;
  }
}

/**
 * Returns a folder's entries, or none if it cannot be listed: it may belong to another
 * account or have just been deleted.
 */
function entriesOf(folder: string): FolderEntry[] {
  try {
    return realDisk.readFolder(folder);
  } catch {
    return [];
  }
}
