import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import { childOf, parentOf } from "../model/workspacePath";
import { compileGitignore } from "./gitignoreRules";
import type { Gitignores } from "./rules";

/** The rules that apply in each folder, from `.gitignore` texts read once each. */
export class GitignoreChain {
  private readonly cache = new Map<WorkspaceFolder, Gitignores | null>();

  constructor(
    /**
     * Returns the text of a `.gitignore`, or null if there is none. `isThere` is
     * false if it is known to be absent.
     */
    private readonly textOf: (
      path: WorkspacePath,
      isThere: boolean,
    ) => string | null,
    /** Rules from folders above the workspace folder. */
    private readonly outer: Gitignores | null = null,
  ) {}

  of(folder: WorkspaceFolder, isThere = true): Gitignores | null {
    const known = this.cache.get(folder);
    if (known !== undefined) return known;
    const above = folder === "" ? this.outer : this.of(parentOf(folder));
    const file = childOf(folder, ".gitignore");
    const text = this.textOf(file, isThere);
    const found =
      text === null
        ? above
        : { folder, rules: compileGitignore(text), above, file };
    this.cache.set(folder, found);
    return found;
  }
}
