import path from "node:path";
import type { Disk, DiskStat } from "../../base/disk";
import { nearestGit, sharedGitDir, smallFileReader } from "./gitState";
import { GitignoreChain } from "./gitignoreChain";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import type { Gitignores } from "./rules";
import { compileGitignore } from "./gitignoreRules";

/** A larger file holds no rules that somebody wrote. */
const MAX_BYTES = 100 * 1024 ** 2;

/** Rules of a folder that is `depth` levels above the workspace folder. */
interface OuterText {
  depth: number;
  text: string;
  file: string;
}

/**
 * The `.gitignore` files of a workspace, read when a folder is entered. Rules from
 * above the workspace folder (if it is a subfolder of a repository) and
 * `.git/info/exclude` come first, so that the folder's own rules take precedence.
 */
export class GitignoreFiles {
  private readonly chain: GitignoreChain;
  /** Rules from folders above the workspace folder. */
  readonly outer: Gitignores | null;
  /** Texts read so far, by path. */
  readonly texts = new Map<WorkspacePath, string>();
  /**
   * Texts of the rules that are outside the recorded files; changing them changes
   * the rules.
   */
  readonly outerText: string;

  constructor(
    private readonly disk: Disk,
    private readonly root: string,
    private readonly isOn: boolean,
    private readonly onRead: (
      path: WorkspacePath,
      stat: DiskStat | null,
    ) => void = () => {},
  ) {
    const around = isOn ? this.outerTexts() : [];
    // If the surrounding repository ignores the opened folder, the user still wants
    // it recorded.
    const texts = this.isOutside(around) ? [] : around;
    this.outerText = texts.map((text) => text.text).join("\0");
    let above: Gitignores | null = null;
    for (const { depth, text, file } of texts)
      above = outerRules(text, this.prefix(depth), above, file);
    this.outer = above;
    this.chain = new GitignoreChain(
      (file, isThere) => this.readInside(file, isThere),
      above,
    );
  }

  /**
   * The rules for the entries of a folder. `isThere` is false if the folder was
   * listed and has no `.gitignore`.
   */
  of(folder: WorkspaceFolder, isThere = true): Gitignores | null {
    return this.isOn ? this.chain.of(folder, isThere) : null;
  }

  private readInside(file: WorkspacePath, isThere: boolean): string | null {
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
      return null; // in a folder that cannot be entered
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
    const found = nearestGit((file) => this.look(file), this.root);
    if (!found) return []; // folders above are not ours to read
    const { folder, git, stat } = found;
    const shared = stat.kind === "file" && this.sharedGitDir(folder);
    const texts: OuterText[] = [];
    const add = (depth: number, file: string) => {
      const text = this.readSmall(file);
      // A new repository has an exclude file without any rule.
      if (text !== null && hasRules(text)) texts.push({ depth, text, file });
    };
    add(found.depth, path.join(shared || git, "info/exclude"));
    for (let depth = found.depth; depth > 0; depth--)
      add(depth, path.join(this.root, "../".repeat(depth), ".gitignore"));
    return texts;
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

  /**
   * True if the rules ignore the workspace folder, or a folder between it and the
   * repository.
   */
  private isOutside(texts: readonly OuterText[]): boolean {
    for (let depth = (texts[0]?.depth ?? 0) - 1; depth >= 0; depth--)
      if (this.isIgnoredAbove(texts, depth)) return true;
    return false;
  }

  /**
   * Like `isOutside`, for the folder at one depth only. As in git, the nearest
   * rules decide.
   */
  private isIgnoredAbove(texts: readonly OuterText[], depth: number): boolean {
    for (const { depth: from, text } of [...texts].reverse()) {
      if (from <= depth) continue;
      const names = this.prefix(from)
        .split("/")
        .slice(0, from - depth);
      const rule = compileGitignore(text).find(names.join("/") + "/");
      if (rule) return rule.isIgnoring;
    }
    return false;
  }

  /** The path of the workspace folder relative to `depth` levels above; "" for 0. */
  private prefix(depth: number): string {
    const names = this.root.split(/[\\/]/);
    return names.slice(names.length - depth).join("/");
  }
}

/** True if a line of the text is neither blank nor a comment. */
export function hasRules(text: string): boolean {
  return text.split("\n").some((line) => !/^(#| *\r?$)/.test(line));
}

function outerRules(
  text: string,
  prefix: string,
  above: Gitignores | null,
  file: string,
): Gitignores {
  const rules = compileGitignore(text);
  if (prefix === "") return { folder: "", rules, above, file };
  // Paths are relative to the workspace folder, but these rules are relative to a
  // folder above it.
  const find = (below: string) => rules.find(`${prefix}/${below}`);
  return { folder: "", rules: { find }, above, file };
}
