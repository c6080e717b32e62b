import ignore from "ignore";
import { Minimatch } from "minimatch";
import { CheckpointError } from "../model/errors";
import { isTempName, isVcsName, parentOf } from "../model/workspacePath";

/** The settings that decide what is recorded. */
export interface RuleSettings {
  exclude: readonly string[];
  include: readonly string[];
  respectGitignore: boolean;
  maxFileSizeBytes: number;
}

/** What to do with a path: record it, pass it over, or only look inside (a folder). */
export type Verdict = "take" | "ignore" | "look-inside";

/** The ignore rules of a folder and, through `above`, of the folders above it. */
export interface Gitignores {
  folder: string;
  rules: RuleTest;
  above: Gitignores | null;
}

/** What rules say of one path, whatever they say of the folders above it. */
export type RuleTest = (path: string) => {
  ignored: boolean;
  unignored: boolean;
};

/** As git where it makes a repository: names there differ by more than case. */
const IGNORES_CASE =
  process.platform === "win32" || process.platform === "darwin";

/** A glob of one plain name: `**` before it, and perhaps after it. */
const PLAIN = /^\*\*\/([\w.-]+)(\/\*\*)?$/;

const GLOB = { dot: true, nocomment: true, nonegate: true } as const;

const rulesBySettings = new WeakMap<RuleSettings, Rules>();

/** The rules of settings that stay the same from one capture to the next. */
export function rulesOf(settings: RuleSettings): Rules {
  let rules = rulesBySettings.get(settings);
  if (!rules) rulesBySettings.set(settings, (rules = new Rules(settings)));
  return rules;
}

/** Decides by names alone; what `.gitignore` files say is handed in. Pure. */
export class Rules {
  private readonly exclude: Glob[];
  private readonly include: Glob[];

  constructor(private readonly settings: RuleSettings) {
    this.exclude = settings.exclude.map((glob) => new Glob(glob));
    // An included folder means everything in it.
    this.include = settings.include
      .flatMap((glob) => [glob, belowOf(glob)])
      .map((glob) => new Glob(glob));
  }

  isIncluded(path: string): boolean {
    return this.include.some((glob) => glob.matches(path));
  }

  verdict(
    path: string,
    isFolder: boolean,
    gitignores: Gitignores | null,
  ): Verdict {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (isVcsName(name) || isTempName(name)) return "ignore";
    if (this.isIncluded(path)) return "take";
    const isOut =
      this.exclude.some((glob) => glob.matches(path)) ||
      (this.settings.respectGitignore && isIgnored(path, isFolder, gitignores));
    if (!isOut) return "take";
    // An included file may lie in an ignored folder: dist/progress.json.
    return isFolder && this.include.some((glob) => glob.mayMatchBelow(path))
      ? "look-inside"
      : "ignore";
  }
}

/** The same texts are asked for at every capture. */
const parsedTexts = new Map<string, RuleTest>();
const PARSED_TEXTS = 200;

export function parseGitignore(text: string): RuleTest {
  const known = parsedTexts.get(text);
  if (known) return known;
  if (parsedTexts.size >= PARSED_TEXTS) parsedTexts.clear();
  const rules = parse(text);
  parsedTexts.set(text, rules);
  return rules;
}

function parse(text: string): RuleTest {
  const parsed = ignore({ ignorecase: IGNORES_CASE }).add(text);
  // Its own `test` also asks about the folders above, which a nearer file may
  // have taken back; they were asked before, each with the rules nearest to it.
  const { _rules } = parsed as unknown as {
    _rules: { test(path: string, mode: "regex"): ReturnType<RuleTest> };
  };
  return (path) => _rules.test(path, "regex");
}

function belowOf(glob: string): string {
  const bare = glob.replace(/\/+$/, "");
  return bare.includes("/") ? `${bare}/**` : `**/${bare}/**`;
}

/** As in git, the rules nearest to the file decide, and a later line wins. */
function isIgnored(
  path: string,
  isFolder: boolean,
  gitignores: Gitignores | null,
): boolean {
  for (let at = gitignores; at; at = at.above) {
    const below = at.folder === "" ? path : path.slice(at.folder.length + 1);
    const result = at.rules(isFolder ? below + "/" : below);
    if (result.ignored) return true;
    if (result.unignored) return false;
  }
  return false;
}

class Glob {
  /** For the usual patterns, which name a folder or a file anywhere. */
  private readonly plain: { name: string; isFolder: boolean } | null;
  private readonly globs: { whole: Minimatch; folder: Minimatch } | null;
  private readonly isAnchored: boolean;

  constructor(pattern: string) {
    // "dist" and "dist/" mean the folder and everything in it, anywhere; "./dist"
    // and "/dist" that of the workspace folder.
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

  /** True for a folder on the way to what this names; `**` names no way. */
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
    throw new CheckpointError(
      "bad-input",
      `The pattern “${pattern.slice(0, 100)}” cannot be used.`,
      { hint: "Shorten the pattern.", cause: error },
    );
  }
}

/** As the glob would say, but twenty times quicker: it is asked for every file. */
function isNamed(path: string, name: string, isFolder: boolean): boolean {
  const at = path.lastIndexOf(name);
  if (at < 0) return false;
  const isLast =
    at + name.length === path.length && (at === 0 || path[at - 1] === "/");
  return isLast || (isFolder && `/${path}`.includes(`/${name}/`));
}

/** True when the rules ignore the path or a folder above it. */
export function isPathIgnored(
  rules: Rules,
  path: string,
  gitignoresOf: (folder: string) => Gitignores | null,
): boolean {
  let isInside = false;
  for (
    let end = path.indexOf("/");
    end >= 0;
    end = path.indexOf("/", end + 1)
  ) {
    const folder = path.slice(0, end);
    const verdict = rules.verdict(folder, true, gitignoresOf(parentOf(folder)));
    if (verdict === "ignore") return true;
    isInside = isInside || verdict === "look-inside";
  }
  const verdict = rules.verdict(path, false, gitignoresOf(parentOf(path)));
  // Below a folder that is only looked into, nothing but the included counts.
  return isInside ? !rules.isIncluded(path) : verdict !== "take";
}
