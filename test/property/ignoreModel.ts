import type { EngineSettings } from "../../src/engine/model/settings";
import { ancestorsOf } from "../../src/engine/model/workspacePath";
import type { Tree } from "../helpers/tree";

/** The settings that these histories change. */
export type RuleChange = Pick<
  EngineSettings,
  "exclude" | "include" | "respectGitignore"
>;

/**
 * Which paths of a folder its rules ignore, in the simplest way for the few
 * patterns that these histories use: `*.log`, `dist/`, `src/`, a name, and `!`
 * before one of them.
 */
export class PlainRules {
  constructor(
    private readonly tree: Tree,
    private readonly settings: RuleChange,
    /** What git tracks. */
    private readonly tracked: ReadonlySet<string> = new Set(),
  ) {}

  isIgnored(path: string): boolean {
    const { include, exclude, respectGitignore } = this.settings;
    // An included name applies anywhere, but does not open an ignored folder.
    const isIncluded = include.some((pattern) => isMatch(pattern, path));
    const folders = ancestorsOf(path).map((above) => above + "/");
    return (isIncluded ? folders : [...folders, path]).some(
      (part) =>
        exclude.some((pattern) => isMatch(pattern, part)) ||
        // A tracked path is recorded whatever the rules say about it and its
        // folders.
        (!this.tracked.has(path) &&
          respectGitignore &&
          this.isGitignored(part)),
    );
  }

  /** The nearest `.gitignore` that matches decides, and in it the last line. */
  private isGitignored(part: string): boolean {
    const folders = [...ancestorsOf(part.replace(/\/$/, "")), ""];
    for (const folder of folders.sort((a, b) => b.length - a.length)) {
      const file = folder === "" ? ".gitignore" : `${folder}/.gitignore`;
      const text = this.tree.get(file)?.bytes.toString() ?? "";
      for (const line of text.split("\n").filter(Boolean).reverse()) {
        const isNegative = line.startsWith("!");
        if (isMatch(isNegative ? line.slice(1) : line, part))
          return !isNegative;
      }
    }
    return false;
  }
}

/** A folder ends in a slash; a pattern that does means only those. */
function isMatch(pattern: string, part: string): boolean {
  const name = part.replace(/\/$/, "").split("/").at(-1)!;
  if (pattern.startsWith("*")) return name.endsWith(pattern.slice(1));
  if (pattern.endsWith("/"))
    return part.endsWith("/") && name === pattern.slice(0, -1);
  return name === pattern;
}
