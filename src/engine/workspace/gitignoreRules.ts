import { asBytes, foldCase, Wildmatch } from "./wildmatch";

/** The default of `git init` on these platforms, whose disks are case-insensitive. */
export const IGNORES_CASE =
  process.platform === "win32" || process.platform === "darwin";

/** A line of a `.gitignore` file. */
export interface GitignoreRule {
  line: number;
  /** As it is written. */
  pattern: string;
  /** False for a line that begins with `!`. */
  isIgnoring: boolean;
}

/** A rule and its place: later rules take precedence. */
interface Parsed extends GitignoreRule {
  at: number;
  /** Without `!`, and without the slash at the end, one character per byte. */
  text: string;
  isForFolders: boolean;
}

/** A rule with wildcards; the others are looked up. */
interface Tried {
  rule: Parsed;
  /** Matches the last name of a path, or the path after this many characters. */
  from: number | "name";
  /** What must follow there, without wildcards. */
  start: string;
  /** Matches what follows that. */
  rest: Wildmatch;
}

const SPECIAL = /[*?[\\]/;

/**
 * Compiles the rules of a text. Most rules of long texts are plain names, endings and paths: those
 * are looked up, so they cost the same however many there are. Rules with wildcards are tried only
 * for paths that begin with their plain folders, or end with their plain name, or where a path or
 * its name begins like them.
 */
export class GitignoreRules {
  private readonly rules: Parsed[] = [];
  /** By name, by `.ending`, by whole path: the last rule, and the last for folders only. */
  private readonly names = new Last();
  private readonly endings = new Last();
  private readonly paths = new Last();
  /** The lengths of the endings. */
  private readonly endingLengths: readonly number[];
  /** Rules with wildcards, the last one first: by plain folders, by plain name... */
  private readonly inFolders = new Map<string, Tried[]>();
  private readonly byName = new Map<string, Tried[]>();
  /** ...and all others, by the plain beginning of the name or of the path. */
  private readonly byNameStart = new Starts();
  private readonly byPathStart = new Starts();

  constructor(
    text: string,
    private readonly ignoresCase: boolean,
  ) {
    const lines = text.replace(/^\uFEFF/, "").split("\n");
    lines.forEach((line, i) => this.add(line, i + 1));
    const lengths = new Set([...this.endings.keys].map((key) => key.length));
    this.endingLengths = [...lengths];
    for (const lists of [this.inFolders, this.byName])
      for (const list of lists.values()) list.reverse();
    this.byNameStart.reverse();
    this.byPathStart.reverse();
  }

  /**
   * Finds the rule that decides about a path, regardless of its parent folders; null if none does.
   * A folder's path ends with a slash.
   */
  find(given: string): GitignoreRule | null {
    const isFolder = given.endsWith("/");
    const key = this.key(asBytes(isFolder ? given.slice(0, -1) : given));
    const name = key.slice(key.lastIndexOf("/") + 1);
    let last = Math.max(
      this.names.get(name, isFolder),
      this.paths.get(key, isFolder),
    );
    for (const length of this.endingLengths)
      if (length <= name.length) {
        const ending = name.slice(name.length - length);
        last = Math.max(last, this.endings.get(ending, isFolder));
      }
    const tryAll = (tried: readonly Tried[] | undefined) => {
      for (const { rule, from, start, rest } of tried ?? []) {
        if (rule.at <= last) return;
        if (rule.isForFolders && !isFolder) continue;
        const at = from === "name" ? key.length - name.length : from;
        if (!key.startsWith(start, at)) continue;
        if (rest.matches(key.slice(at + start.length))) last = rule.at;
      }
    };
    this.byNameStart.each(name, tryAll);
    this.byPathStart.each(key, tryAll);
    tryAll(this.byName.get(name));
    if (this.inFolders.size > 0)
      for (let at = key.indexOf("/"); at >= 0; at = key.indexOf("/", at + 1))
        tryAll(this.inFolders.get(key.slice(0, at + 1)));
    return this.rules[last] ?? null;
  }

  private add(line: string, number: number): void {
    if (line.startsWith("#")) return;
    const pattern = withoutTrailingSpaces(line.replace(/\r$/, ""));
    const isNegated = pattern.startsWith("!");
    let text = asBytes(isNegated ? pattern.slice(1) : pattern);
    const isForFolders = text.endsWith("/");
    if (isForFolders) text = text.slice(0, -1);
    if (text === "") return;
    const rule: Parsed = {
      ...{ line: number, pattern, isIgnoring: !isNegated },
      ...{ at: this.rules.length, text, isForFolders },
    };
    this.rules.push(rule);
    if (text.includes("/")) this.addPath(rule);
    else this.addName(rule);
  }

  /** A rule without a slash matches names in any folder. */
  private addName(rule: Parsed): void {
    const { text } = rule;
    if (!SPECIAL.test(text)) this.names.set(this.key(text), rule);
    else if (text.startsWith("*") && !SPECIAL.test(text.slice(1)))
      this.endings.set(this.key(text.slice(1)), rule);
    else
      this.byNameStart.add(
        this.tried(rule, text, "name", text.search(SPECIAL)),
      );
  }

  /** A rule with a slash matches paths from the folder of its file on. */
  private addPath(rule: Parsed): void {
    const text = rule.text.replace(/^\//, "");
    const special = text.search(SPECIAL);
    // After a plain beginning or in a class, what looks like the last name may be a part of it.
    const name = /^\*[^[\\]*\/([^*?[\\/]+)$/.exec(text)?.[1];
    if (special < 0) this.paths.set(this.key(text), rule);
    else if (name !== undefined && text === `**/${name}`)
      this.names.set(this.key(name), rule);
    else {
      const folders = text.lastIndexOf("/", special) + 1;
      const tried = this.tried(rule, text, folders, special);
      if (folders > 0)
        push(this.inFolders, this.key(text.slice(0, folders)), tried);
      else if (name !== undefined) push(this.byName, this.key(name), tried);
      else this.byPathStart.add(tried);
    }
  }

  /** As in git, what follows the plain beginning is a pattern of its own: `a**` is `a` and `**`. */
  private tried(
    rule: Parsed,
    text: string,
    from: Tried["from"],
    special: number,
  ): Tried {
    const start = this.key(text.slice(from === "name" ? 0 : from, special));
    const rest = new Wildmatch(text.slice(special), this.ignoresCase);
    return { rule, from, start, rest };
  }

  private key(text: string): string {
    return this.ignoresCase ? foldCase(text) : text;
  }
}

/** The last rule by key. */
class Last {
  private readonly any = new Map<string, number>();
  private readonly forFolders = new Map<string, number>();

  get keys(): Iterable<string> {
    return [...this.any.keys(), ...this.forFolders.keys()];
  }

  set(key: string, { at, isForFolders }: Parsed): void {
    (isForFolders ? this.forFolders : this.any).set(key, at);
  }

  /** Returns the place of the last rule; -1 if there is none. */
  get(key: string, isFolder: boolean): number {
    const any = this.any.get(key) ?? -1;
    return isFolder ? Math.max(any, this.forFolders.get(key) ?? -1) : any;
  }
}

/** Rules with wildcards by their plain beginning, which may be empty. */
class Starts {
  private readonly byStart = new Map<string, Tried[]>();
  private lengths: readonly number[] = [];

  add(tried: Tried): void {
    push(this.byStart, tried.start, tried);
  }

  /** Called once, after the last rule was added. */
  reverse(): void {
    for (const list of this.byStart.values()) list.reverse();
    const lengths = [...this.byStart.keys()].map(({ length }) => length);
    this.lengths = [...new Set(lengths)];
  }

  /** Calls back with the rules whose beginning a text has. */
  each(text: string, onRules: (rules: readonly Tried[]) => void): void {
    for (const length of this.lengths) {
      if (length > text.length) continue;
      const rules = this.byStart.get(text.slice(0, length));
      if (rules) onRules(rules);
    }
  }
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Spaces at the end do not count, unless there is a backslash before them. */
function withoutTrailingSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === "\\") end = Math.min(++at + 1, line.length);
    else if (line[at] !== " ") end = at + 1;
  }
  return line.slice(0, end);
}

/** Every capture uses the same texts. */
const compiledTexts = new Map<string, GitignoreRules>();
const COMPILED_TEXTS = 200;

/** Returns the compiled rules of a text. */
export function compileGitignore(text: string): GitignoreRules {
  const known = compiledTexts.get(text);
  if (known) return known;
  if (compiledTexts.size >= COMPILED_TEXTS) compiledTexts.clear();
  const rules = new GitignoreRules(text, IGNORES_CASE);
  compiledTexts.set(text, rules);
  return rules;
}
