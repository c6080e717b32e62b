import { parentOf } from "../model/workspacePath";
import type { Gitignores } from "./rules";
import { parseGitignore } from "./rules";

/** The rules in force in each folder, from `.gitignore` texts read once each. */
export class GitignoreChain {
  private readonly cache = new Map<string, Gitignores | null>();

  constructor(
    /** The text of a `.gitignore`, or null when there is none; told when it is known to be absent. */
    private readonly textOf: (path: string, isThere: boolean) => string | null,
    /** Rules from above the workspace folder. */
    private readonly outer: Gitignores | null = null,
  ) {}

  of(folder: string, isThere = true): Gitignores | null {
    const known = this.cache.get(folder);
    if (known !== undefined) return known;
    const above = folder === "" ? this.outer : this.of(parentOf(folder));
    const file = folder === "" ? ".gitignore" : folder + "/.gitignore";
    const text = this.textOf(file, isThere);
    const found =
      text === null ? above : { folder, rules: parseGitignore(text), above };
    this.cache.set(folder, found);
    return found;
  }
}
