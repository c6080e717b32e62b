import { Minimatch } from "minimatch";
import { problem } from "../model/errors";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import {
  ancestorsOf,
  baseOf,
  isTempName,
  isVcsName,
  parentOf,
} from "../model/workspacePath";
import type { GitignoreRule } from "./gitignoreRules";
import type { Tracked } from "./tracked";

/** The settings that determine what is recorded. */
export interface RuleSettings {
  exclude: readonly string[];
  include: readonly string[];
  respectGitignore: boolean;
  maxFileSizeBytes: number;
}

/**
 * What is recorded below a folder: everything that no rule ignores or, in an
 * ignored folder, only what the settings include, what git tracks, or either.
 */
export type Inside = "all" | "included" | "tracked" | "included-or-tracked";

/** The ignore rules of a folder and, through `above`, of its parent folders. */
export interface Gitignores {
  folder: string;
  rules: { find(path: string): GitignoreRule | null };
  above: Gitignores | null;
  /** Where the rules are written. */
  file: string;
}

/** A rule that excludes something. */
export interface ExcludingRule {
  kind: "exclude" | "gitignore" | "version-control" | "temporary";
  /** What it matches: the path itself, or one of its parent folders. */
  matched: string;
  /**
   * The file that contains it, absolute or relative to the workspace folder; null
   * for a setting.
   */
  file: string | null;
  line: number | null;
  pattern: string | null;
}

/** A glob for one plain name: `**` before it, and optionally after it. */
const PLAIN = /^\*\*\/([\w.-]+)(\/\*\*)?$/;

const GLOB = { dot: true, nocomment: true, nonegate: true } as const;

const rulesBySettings = new WeakMap<RuleSettings, Rules>();

/** Cached rules, because settings rarely change between captures. */
export function rulesOf(settings: RuleSettings): Rules {
  let rules = rulesBySettings.get(settings);
  if (!rules) rulesBySettings.set(settings, (rules = new Rules(settings)));
  return rules;
}

/** Decides by names alone; `.gitignore` rules and what git tracks are passed in. Pure. */
export class Rules {
  private readonly exclude: Glob[];
  private readonly include: Glob[];

  constructor(private readonly settings: RuleSettings) {
    this.exclude = settings.exclude.map((glob) => new Glob(glob));
    // An included folder includes everything in it.
    this.include = settings.include
      .flatMap((glob) => [glob, belowOf(glob)])
      .map((glob) => new Glob(glob));
  }

  /** True for a file that is recorded. */
  takes(
    path: string,
    inside: Inside,
    gitignores: Gitignores | null,
    tracked: Tracked,
  ): boolean {
    if (isOurs(path)) return false;
    if (inside !== "tracked" && this.isIncluded(path)) return true;
    if (inside === "included" || this.isExcluded(path)) return false;
    return (
      (inside === "all" && !this.isGitignored(path, false, gitignores)) ||
      tracked.has(path)
    );
  }

  /** What is recorded below a folder; null if nothing is. */
  below(
    folder: string,
    inside: Inside,
    gitignores: Gitignores | null,
    tracked: Tracked,
  ): Inside | null {
    if (isOurs(folder)) return null;
    if (inside !== "tracked") {
      if (this.isIncluded(folder)) return "all";
      const isExcluded = this.isExcluded(folder);
      if (!isExcluded && !this.isGitignored(folder, true, gitignores))
        return inside;
      const isOwn = isExcluded || inside === "included";
      // An included file may be in an ignored folder: dist/progress.json.
      if (this.include.some((glob) => glob.mayMatchBelow(folder)))
        return isOwn ? "included" : "included-or-tracked";
      if (isOwn) return null;
    } else if (this.isExcluded(folder)) return null;
    if (tracked.hasSubmodule(folder)) return "all";
    return tracked.hasBelow(folder) ? "tracked" : null;
  }

  /** The rule that matches a path, regardless of what is included or tracked. */
  ruleFor(
    path: string,
    isFolder: boolean,
    gitignores: Gitignores | null,
  ): ExcludingRule | null {
    const name = baseOf(path);
    const rule = { matched: path, file: null, line: null, pattern: null };
    if (isVcsName(name)) return { ...rule, kind: "version-control" };
    if (isTempName(name)) return { ...rule, kind: "temporary" };
    const at = this.exclude.findIndex((glob) => glob.matches(path));
    if (at >= 0)
      return { ...rule, kind: "exclude", pattern: this.settings.exclude[at]! };
    if (!this.settings.respectGitignore) return null;
    const found = deciding(path, isFolder, gitignores);
    if (!found?.rule.isIgnoring) return null;
    const { line, pattern } = found.rule;
    return { ...rule, kind: "gitignore", file: found.file, line, pattern };
  }

  private isIncluded(path: string): boolean {
    return this.include.some((glob) => glob.matches(path));
  }

  private isExcluded(path: string): boolean {
    return this.exclude.some((glob) => glob.matches(path));
  }

  private isGitignored(
    path: string,
    isFolder: boolean,
    gitignores: Gitignores | null,
  ): boolean {
    return (
      this.settings.respectGitignore && isIgnored(path, isFolder, gitignores)
    );
  }
}

/** Version control data, or ours: no rule can include it. */
function isOurs(path: string): boolean {
  const name = baseOf(path);
  return isVcsName(name) || isTempName(name);
}

function belowOf(glob: string): string {
  const bare = glob.replace(/\/+$/, "");
  return bare.includes("/") ? `${bare}/**` : `**/${bare}/**`;
}

/** As in git, the rules nearest to the file decide, and later lines take precedence. */
function isIgnored(
  path: string,
  isFolder: boolean,
  gitignores: Gitignores | null,
): boolean {
  return deciding(path, isFolder, gitignores)?.rule.isIgnoring ?? false;
}

/** The nearest rule that matches a path; null if none does. */
function deciding(
  path: string,
  isFolder: boolean,
  gitignores: Gitignores | null,
): { rule: GitignoreRule; file: string } | null {
  for (let at = gitignores; at; at = at.above) {
    const below = at.folder === "" ? path : path.slice(at.folder.length + 1);
    const asked = isFolder ? below + "/" : below;
    const rule = at.rules.find(asked);
    if (rule) return { rule, file: at.file };
  }
  return null;
}

class Glob {
  /** For the common patterns that match a folder or a file name anywhere. */
  private readonly plain: { name: string; isFolder: boolean } | null;
  private readonly globs: { whole: Minimatch; folder: Minimatch } | null;
  private readonly isAnchored: boolean;

  constructor(pattern: string) {
    // "dist" and "dist/" mean the folder and everything in it, anywhere; "./dist"
    // and "/dist" only the one in the workspace folder.
    const bare = pattern.replace(/^(\.\/+)+/, "/").replace(/\/+$/, "");
    const anywhere = bare.includes("/")
      ? bare.replace(/^\/+/, "")
      : `**/${bare}`;
    this.isAnchored = !anywhere.startsWith("**");
    const plain = PLAIN.exec(anywhere);
    this.plain = plain && { name: plain[1]!, isFolder: plain[2] !== undefined };
    this.globs = plain ? null : globsOf(pattern, anywhere);
  }

  matches(path: string): boolean {
    if (this.plain) return isNamed(path, this.plain.name, this.plain.isFolder);
    const { whole, folder } = this.globs!;
    return whole.match(path) || folder.match(path);
  }

  /**
   * True for a folder that leads to a match of an anchored pattern. A leading `**`
   * could match in any folder, so it does not count.
   */
  mayMatchBelow(folder: string): boolean {
    return this.isAnchored && this.globs!.whole.match(folder, true);
  }
}

function globsOf(pattern: string, anywhere: string) {
  try {
    return {
      whole: new Minimatch(anywhere, GLOB),
      folder: new Minimatch(anywhere.replace(/\/\*\*$/, ""), GLOB),
    };
  } catch (error) {
    throw problem("bad-pattern", { pattern: pattern.slice(0, 100) }, error);
  }
}

/** Same result as the glob, but twenty times faster: it is called for every file. */
function isNamed(path: string, name: string, isFolder: boolean): boolean {
  const at = path.lastIndexOf(name);
  if (at < 0) return false;
  const isLast =
    at + name.length === path.length && (at === 0 || path[at - 1] === "/");
  return isLast || (isFolder && `/${path}`.includes(`/${name}/`));
}

/** True if the rules ignore the path or one of its parent folders. */
export function isPathIgnored(
  rules: Rules,
  path: WorkspacePath,
  gitignoresOf: (folder: WorkspaceFolder) => Gitignores | null,
  tracked: Tracked,
): boolean {
  let inside: Inside = "all";
  for (const folder of ancestorsOf(path)) {
    const above = gitignoresOf(parentOf(folder));
    const below = rules.below(folder, inside, above, tracked);
    if (below === null) return true;
    inside = below;
  }
  return !rules.takes(path, inside, gitignoresOf(parentOf(path)), tracked);
}
