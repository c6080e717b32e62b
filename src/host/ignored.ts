import { realDisk, type FolderEntry } from "../base/disk";
import { parseSettings, type EngineSettings } from "../engine/model/settings";
import { isVcsName } from "../engine/model/workspacePath";
import { GitignoreFiles } from "../engine/workspace/gitignores";
import { Rules, type Verdict } from "../engine/workspace/rules";

/**
 * The engine's own rules, asked by a host that walks or watches a folder by
 * itself: which folders need no watching, which ones a scratch copy lacks.
 * Rules are read once; make a new one when a `.gitignore` changed.
 */
export class IgnoredFolders {
  private readonly rules: Rules;
  private readonly gitignores: GitignoreFiles;
  private readonly verdicts = new Map<string, Verdict>();

  constructor(
    private readonly root: string,
    settings: Partial<EngineSettings>,
  ) {
    const all = parseSettings(settings);
    this.rules = new Rules(all);
    this.gitignores = new GitignoreFiles(realDisk, root, all.respectGitignore);
  }

  /** True when nothing in this folder is recorded. */
  has(folder: string): boolean {
    return this.verdictOf(folder) === "ignore";
  }

  /** Lists the outermost ignored folders, version control's and those that cannot be found left out. */
  list(): string[] {
    const found: string[] = [];
    const walk = (folder: string) => {
      for (const entry of entriesOf(`${this.root}/${folder}`)) {
        if (entry.kind !== "folder" || isVcsName(entry.name)) continue;
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (this.has(path)) found.push(path);
        else walk(path);
      }
    };
    walk("");
    return found;
  }

  private verdictOf(folder: string): Verdict {
    if (folder === "") return "take";
    const known = this.verdicts.get(folder);
    if (known !== undefined) return known;
    const slash = folder.lastIndexOf("/");
    const parent = slash < 0 ? "" : folder.slice(0, slash);
    const above = this.verdictOf(parent);
    const verdict =
      above === "ignore"
        ? "ignore"
        : this.rules.verdict(folder, true, this.gitignores.of(parent));
    this.verdicts.set(folder, verdict);
    return verdict;
  }
}

/** None where it may not be listed, or has just gone: another account's data lies in many folders. */
function entriesOf(folder: string): FolderEntry[] {
  try {
    return realDisk.readFolder(folder);
  } catch {
    return [];
  }
}
