import type { Disk, DiskStat } from "../../base/disk";
import { isErrno } from "../../base/disk";
import type { SkipReason } from "../model/checkpoint";
import { diskError } from "../model/diskError";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import { ancestorsOf, baseOf, childOf, parentOf } from "../model/workspacePath";
import type { GitignoreFiles } from "./gitignores";
import type { Listing, Listings } from "./listings";
import type { OwnData } from "./ownData";
import type { Gitignores, Inside, Rules } from "./rules";
import { spellingOf } from "./safePath";
import type { Tracked } from "./tracked";

/** The last recorded state of a path; see store/index/currentState.ts. */
export interface Known {
  mode: number;
  sizeBytes: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  reason: SkipReason | null;
}

/** Which of the known paths a full scan has found; see store/index/currentStateCache.ts. */
export interface FoundPaths {
  add(known: Known): void;
  has(known: Known): boolean;
}

export interface Observed {
  path: WorkspacePath;
  sizeBytes: number;
}

export interface ScanOptions {
  disk: Disk;
  root: string;
  rules: Rules;
  gitignores: GitignoreFiles;
  tracked: Tracked;
  listings: Listings;
  ownData: OwnData;
  maxFileSizeBytes: number;
  /**
   * The meaning of the bits that the disk shows for a path with this mode; see
   * modes.ts.
   */
  modeOf: (shown: number, known: number) => number;
  /** Returns a lookup by name in one folder; what it finds is valid until the next lookup. */
  childrenOf: (folder: WorkspaceFolder) => (name: string) => Known | undefined;
  /** For a full scan: known paths are marked here instead of individually in `seen`. */
  tally?: FoundPaths | undefined;
  /** True for a path that is read whatever its timestamps say. */
  mustRead?: ((path: WorkspacePath) => boolean) | undefined;
  /** False for a folder whose rules may have changed, so its files are checked again. */
  isTrusted: (folder: WorkspaceFolder) => boolean;
  /**
   * True for a path that may no longer be recorded although its folder's rules are
   * unchanged.
   */
  isDoubted?: ((path: WorkspacePath) => boolean) | undefined;
  /** Called from time to time; throws to stop. */
  onProgress: (files: number) => void;
}

/** The result of a scan; unchanged files are only marked as seen. */
export class Scan {
  /** New or changed files, which have to be read. */
  readonly changed: Observed[] = [];
  readonly skipped: { path: WorkspacePath; reason: SkipReason }[] = [];
  /** Folders that could not be listed: what is below them is unknown. */
  readonly closed: WorkspacePath[] = [];
  readonly seen = new Set<WorkspacePath>();
  files = 0;
  bytes = 0;

  /** Given paths share parent folders, so each folder is checked once. */
  private readonly ways = new Map<WorkspacePath, Inside | null>();

  constructor(private readonly options: ScanOptions) {}

  hasSeen(path: WorkspacePath): boolean {
    return this.isNoted(path, this.options.tally && this.known(path));
  }

  /**
   * Scans a file, or everything below a folder; "" is the whole workspace. Returns
   * the disk's spelling of the path, as far as it exists.
   */
  visit(path: WorkspaceFolder): WorkspaceFolder {
    const { gitignores } = this.options;
    if (path === "") {
      this.folder("", true, "all");
      return path;
    }
    const own = this.options.ownData.folderOf(path);
    if (own !== null) {
      // Files behind a symlink do not belong to the workspace.
      if (this.insideOf(own) !== null) this.skipOwnData(own);
      return path;
    }
    const way = this.insideOf(parentOf(path));
    const stat = way && this.look(path);
    // A case-insensitive disk finds files under other spellings of their names.
    const spelled = this.spelled(path, stat !== null);
    if (!way || !stat) return spelled;
    if (spelled !== path) return this.visit(spelled);
    // Reading the rules may show that they changed, in any parent folder.
    const rules = gitignores.of(parentOf(path));
    const isTrusted = ["" as const, ...ancestorsOf(path)].every((folder) =>
      this.options.isTrusted(folder),
    );
    this.entry(path, stat, rules, isTrusted, way);
    return path;
  }

  private spelled(path: WorkspacePath, isThere: boolean): WorkspacePath {
    const { disk, root } = this.options;
    if (isThere) return spellingOf(disk, root, path);
    const folder = parentOf(path);
    if (folder === "") return path;
    const above = this.spelled(folder, this.insideOf(folder) !== null);
    return childOf(above, baseOf(path));
  }

  /** Follows the path into a folder; null if it is missing, ignored or behind a symlink. */
  private insideOf(folder: WorkspaceFolder): Inside | null {
    if (folder === "") return "all";
    const known = this.ways.get(folder);
    if (known !== undefined) return known;
    const way = this.stepInto(folder);
    this.ways.set(folder, way);
    return way;
  }

  private stepInto(folder: WorkspacePath): Inside | null {
    const { disk, root, rules, gitignores, tracked } = this.options;
    const way = this.insideOf(parentOf(folder));
    if (!way) return null;
    try {
      if (disk.lstat(root + "/" + folder)?.kind !== "folder") return null;
    } catch (error) {
      if (!this.isAbsent(folder, error)) this.close(folder);
      return null;
    }
    const above = gitignores.of(parentOf(folder));
    return rules.below(folder, way, above, tracked);
  }

  private entry(
    path: WorkspacePath,
    stat: DiskStat,
    gitignores: Gitignores | null,
    isTrusted: boolean,
    inside: Inside,
  ): void {
    const { rules, tracked } = this.options;
    if (stat.kind === "folder") {
      const below = rules.below(path, inside, gitignores, tracked);
      if (below !== null) this.folder(path, isTrusted, below);
      return;
    }
    const known = this.known(path);
    if (this.isWanted(path, known, gitignores, isTrusted, inside))
      this.file(path, stat, known);
  }

  private file(
    path: WorkspacePath,
    stat: DiskStat,
    known: Known | undefined,
  ): void {
    if (this.isNoted(path, known)) return; // given, and in a folder that was visited later
    this.files++;
    this.note(path, known);
    if ((this.files & 0xff) === 0) this.options.onProgress(this.files);
    if (stat.kind === "other") {
      this.skipped.push({ path, reason: "special" });
      return;
    }
    if (
      stat.kind === "file" &&
      stat.sizeBytes > this.options.maxFileSizeBytes
    ) {
      this.skipped.push({ path, reason: "too-large" });
      return;
    }
    this.bytes += stat.sizeBytes;
    const isSame =
      known !== undefined &&
      known.reason === null &&
      known.mtimeMs === stat.mtimeMs &&
      known.sizeBytes === stat.sizeBytes &&
      known.ctimeMs === stat.ctimeMs &&
      known.ino === stat.ino &&
      this.hasMode(known, stat) &&
      this.options.mustRead?.(path) !== true;
    if (!isSame) this.changed.push({ path, sizeBytes: stat.sizeBytes });
  }

  /** Not every disk updates a timestamp when a mode changes: sshfs does not. */
  private hasMode({ mode }: Known, stat: DiskStat): boolean {
    if (stat.kind !== "file") return true;
    const shown = stat.mode & 0o777;
    return shown === mode || this.options.modeOf(shown, mode) === mode;
  }

  private folder(
    folder: WorkspaceFolder,
    wasTrusted: boolean,
    inside: Inside,
  ): void {
    const listing = this.list(folder);
    if (!listing) return;
    if (folder !== "" && this.options.ownData.isFolder(folder, listing)) {
      this.skipOwnData(folder);
      return;
    }
    const hasRules = listing.files.includes(".gitignore");
    const gitignores = this.options.gitignores.of(folder, hasRules);
    const isTrusted = wasTrusted && this.options.isTrusted(folder);
    const known = this.options.childrenOf(folder);
    for (const name of listing.files) {
      const path = childOf(folder, name);
      const row = known(name);
      if (hasReplacementCharacter(name) && this.isNameless(path, row)) continue;
      // Ignored names are skipped before the disk is asked about them.
      if (!this.isWanted(path, row, gitignores, isTrusted, inside)) continue;
      const stat = this.look(path);
      if (!stat) continue;
      if (stat.kind === "folder")
        this.entry(path, stat, gitignores, isTrusted, inside);
      else this.file(path, stat, row);
    }
    for (const name of listing.folders) {
      const path = childOf(folder, name);
      if (hasReplacementCharacter(name) && this.isNameless(path, known(name)))
        continue;
      this.entry(path, FOLDER, gitignores, isTrusted, inside);
    }
  }

  private list(folder: WorkspaceFolder): Listing | null {
    try {
      return this.options.listings.of(folder);
    } catch (error) {
      // If the workspace folder cannot be listed, nothing can be said about its
      // files.
      if (folder === "") throw diskError(error, "read", this.options.root);
      if (!isErrno(error, "ENOENT", "ENOTDIR")) this.close(folder);
      return null;
    }
  }

  /** A name that is not UTF-8 cannot be looked up, so the path is skipped. */
  private isNameless(path: WorkspacePath, known: Known | undefined): boolean {
    if (this.look(path)) return false;
    if (this.isNoted(path, known)) return true;
    this.note(path, known);
    this.skipped.push({ path, reason: "name" });
    return true;
  }

  private isWanted(
    path: WorkspacePath,
    known: Known | undefined,
    gitignores: Gitignores | null,
    isTrusted: boolean,
    inside: Inside,
  ): boolean {
    const { rules, tracked, isDoubted } = this.options;
    if (isTrusted && isTimed(known) && !isDoubted?.(path)) return true;
    return rules.takes(path, inside, gitignores, tracked);
  }

  /** The stat of a path; if even that is not permitted, the path is listed as skipped. */
  private look(path: WorkspacePath): DiskStat | null {
    const { disk, root } = this.options;
    try {
      return disk.lstat(root + "/" + path);
    } catch (error) {
      if (this.isAbsent(path, error)) return null;
      const known = this.known(path);
      if (this.isNoted(path, known)) return null;
      this.note(path, known);
      this.skipped.push({ path, reason: "unreadable" });
      return null;
    }
  }

  /** True for a path that is too long to ask about and that its folder does not list. */
  private isAbsent(path: WorkspacePath, error: unknown): boolean {
    if (!isErrno(error, "ENAMETOOLONG")) return false;
    try {
      const { files, folders } = this.options.listings.of(parentOf(path));
      const name = baseOf(path);
      return !files.includes(name) && !folders.includes(name);
    } catch {
      return false; // A folder that cannot be listed may contain it.
    }
  }

  private close(folder: WorkspacePath): void {
    if (this.closed.includes(folder)) return;
    this.closed.push(folder);
    this.skipped.push({ path: folder, reason: "unreadable" });
  }

  /** What was recorded below it is released, and nothing is recorded there from now on. */
  private skipOwnData(folder: WorkspacePath): void {
    const known = this.known(folder);
    if (this.isNoted(folder, known)) return;
    this.note(folder, known);
    this.skipped.push({ path: folder, reason: "own-data" });
  }

  private known(path: WorkspacePath): Known | undefined {
    return this.options.childrenOf(parentOf(path))(baseOf(path));
  }

  private isNoted(path: WorkspacePath, known: Known | undefined): boolean {
    const { tally } = this.options;
    return known && tally ? tally.has(known) : this.seen.has(path);
  }

  private note(path: WorkspacePath, known: Known | undefined): void {
    const { tally } = this.options;
    if (known && tally) tally.add(known);
    else this.seen.add(path);
  }
}

/**
 * True for names with U+FFFD, the result of decoding invalid UTF-8; it may also be
 * in the name itself.
 */
function hasReplacementCharacter(name: string): boolean {
  return name.includes("\uFFFD");
}

/**
 * A path recorded without timestamps may be an ignored one, so the rules are
 * checked again.
 */
function isTimed(known: Known | undefined): boolean {
  return known !== undefined && known.mtimeMs !== 0;
}

const FOLDER: DiskStat = {
  kind: "folder",
  mode: 0,
  sizeBytes: 0,
  mtimeMs: 0,
  ctimeMs: 0,
  ino: 0,
  dev: 0,
};
