import path from "node:path";
import type { Disk, DiskStat } from "../../base/disk";
import { sharedGitDir, smallFileReader } from "./gitState";
import { GitignoreChain } from "./gitignoreChain";
import type { Gitignores } from "./rules";
import { parseGitignore } from "./rules";

const MAX_BYTES = 512 * 1024;

/** Rules of a folder so many above the workspace folder. */
interface OuterText {
  depth: number;
  text: string;
}

/**
 * The `.gitignore` files of a workspace, read when a folder is entered. Rules
 * from above the workspace folder (a subfolder of a repository) and
 * `.git/info/exclude` come first, so that the folder's own win.
 */
export class GitignoreFiles {
  private readonly chain: GitignoreChain;
  /** Rules from above the workspace folder. */
  readonly outer: Gitignores | null;
  /** What was read so far, by path. */
  readonly texts = new Map<string, string>();
  /** Texts of the rules outside of what we record: a change of them is a change of rules. */
  readonly outerText: string;

  constructor(
    private readonly disk: Disk,
    private readonly root: string,
    private readonly isOn: boolean,
    private readonly onRead: (
      path: string,
      stat: DiskStat | null,
    ) => void = () => {},
  ) {
    const around = isOn ? this.outerTexts() : [];
    // Whoever opens a folder that the repository around it ignores means it.
    const texts = this.isOutside(around) ? [] : around;
    this.outerText = texts.map((text) => text.text).join("\0");
    let above: Gitignores | null = null;
    for (const { depth, text } of texts)
      above = outerRules(text, this.prefix(depth), above);
    this.outer = above;
    this.chain = new GitignoreChain(
      (file, isThere) => this.readInside(file, isThere),
      above,
    );
  }

  /** The rules in force for the entries of a folder; told when it was listed and has none. */
  of(folder: string, isThere = true): Gitignores | null {
    return this.isOn ? this.chain.of(folder, isThere) : null;
  }

  private readInside(file: string, isThere: boolean): string | null {
    const absolute = this.root + "/" + file;
    const stat = isThere ? this.look(absolute) : null;
    this.onRead(file, stat);
    if (!stat || stat.kind !== "file" || stat.sizeBytes > MAX_BYTES)
      return null;
    const text = this.readText(absolute);
    if (text !== null) this.texts.set(file, text);
    return text;
  }

  private look(file: string): DiskStat | null {
    try {
      return this.disk.lstat(file);
    } catch {
      return null; // in a folder that may not be entered
    }
  }

  private readText(file: string): string | null {
    try {
      return this.disk.readFile(file).toString("utf8");
    } catch {
      return null; // unreadable rules ignore nothing
    }
  }

  /** Rules of the repository around the workspace folder, outermost first. */
  private outerTexts(): OuterText[] {
    const texts: OuterText[] = [];
    let folder = this.root;
    for (let depth = 0; depth < 40; depth++) {
      if (depth > 0) {
        const text = this.readSmall(path.join(folder, ".gitignore"));
        if (text !== null) texts.unshift({ depth, text });
      }
      const git = path.join(folder, ".git");
      const stat = this.look(git);
      if (stat) {
        const shared = stat.kind === "file" && this.sharedGitDir(folder);
        const text = this.readSmall(path.join(shared || git, "info/exclude"));
        if (text !== null) texts.unshift({ depth, text });
        // A repository is born with an exclude that excludes nothing.
        return texts.filter((one) => hasRules(one.text));
      }
      const parent = path.dirname(folder);
      if (parent === folder) break;
      folder = parent;
    }
    return []; // not inside a repository: what lies above is not ours to read
  }

  private sharedGitDir(folder: string): string | null {
    return sharedGitDir(smallFileReader(this.disk), folder);
  }

  private readSmall(file: string): string | null {
    const stat = this.look(file);
    if (!stat || stat.kind !== "file" || stat.sizeBytes > MAX_BYTES)
      return null;
    return this.readText(file);
  }

  /** True when the rules ignore the workspace folder, or one between. */
  private isOutside(texts: readonly OuterText[]): boolean {
    for (let depth = (texts[0]?.depth ?? 0) - 1; depth >= 0; depth--)
      if (this.isIgnoredAbove(texts, depth)) return true;
    return false;
  }

  /** The same for the folder so far above alone; as in git, the nearest rules decide. */
  private isIgnoredAbove(texts: readonly OuterText[], depth: number): boolean {
    for (const { depth: from, text } of [...texts].reverse()) {
      if (from <= depth) continue;
      const names = this.prefix(from)
        .split("/")
        .slice(0, from - depth);
      const result = parseGitignore(text)(names.join("/") + "/");
      if (result.ignored) return true;
      if (result.unignored) return false;
    }
    return false;
  }

  /** The workspace folder as seen from `depth` folders above; "" from itself. */
  private prefix(depth: number): string {
    const names = this.root.split(/[\\/]/);
    return names.slice(names.length - depth).join("/");
  }
}

/** True for a text with a line that is no comment, and not blank. */
export function hasRules(text: string): boolean {
  return text.split("\n").some((line) => !/^(#| *\r?$)/.test(line));
}

function outerRules(
  text: string,
  prefix: string,
  above: Gitignores | null,
): Gitignores {
  const rules = parseGitignore(text);
  if (prefix === "") return { folder: "", rules, above };
  // Paths are asked for relative to the workspace folder; these rules think
  // from further above.
  return { folder: "", rules: (below) => rules(prefix + "/" + below), above };
}
