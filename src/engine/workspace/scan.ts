import type { Disk, DiskStat } from "../../base/disk";
import { isErrno } from "../../base/disk";
import type { SkipReason } from "../model/checkpoint";
import { diskError } from "../model/diskError";
import { ancestorsOf, baseOf, parentOf } from "../model/workspacePath";
import type { GitignoreFiles } from "./gitignores";
import type { Listing, Listings } from "./listings";
import type { Gitignores, Rules } from "./rules";
import { spellingOf } from "./safePath";

/** What the last recorded state knows of a path; see store/head.ts. */
export interface Known {
  sizeBytes: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  reason: SkipReason | null;
}

/** What a full scan has met of all that is known; see store/headTable.ts. */
export interface Met {
  add(known: Known): void;
  has(known: Known): boolean;
}

export interface Observed {
  path: string;
  sizeBytes: number;
}

export interface ScanOptions {
  disk: Disk;
  root: string;
  rules: Rules;
  gitignores: GitignoreFiles;
  listings: Listings;
  maxFileSizeBytes: number;
  /** Looks names up in one folder of what is known. */
  childrenOf: (folder: string) => (name: string) => Known | undefined;
  /** For a full scan: known paths are noted here, and not one by one in `seen`. */
  met?: Met | undefined;
  /** False for a folder whose rules may have changed: its files are asked again. */
  isTrusted: (folder: string) => boolean;
  /** Called now and then; throws to stop. */
  onProgress: (files: number) => void;
}

/** What a scan found; unchanged files are only noted as seen. */
export class Scan {
  /** New, or not as they were recorded: to be read. */
  readonly changed: Observed[] = [];
  readonly skipped: { path: string; reason: SkipReason }[] = [];
  /** Folders that could not be listed: nothing is known of what lies below. */
  readonly closed: string[] = [];
  readonly seen = new Set<string>();
  files = 0;
  bytes = 0;

  /** Told paths share folders: each is asked about once. */
  private readonly ways = new Map<string, { isInside: boolean } | null>();

  constructor(private readonly options: ScanOptions) {}

  hasSeen(path: string): boolean {
    return this.isNoted(path, this.options.met && this.known(path));
  }

  /**
   * Looks at a file, or at everything below a folder; "" is the whole workspace.
   * Returns how the disk spells the path, as far as there is something.
   */
  visit(path: string): string {
    const { gitignores } = this.options;
    if (path === "") {
      this.folder("", true, false);
      return path;
    }
    const way = this.wayInto(parentOf(path));
    const stat = way && this.look(path);
    // A disk that ignores case finds files by names that they do not have.
    const spelled = this.spelled(path, stat !== null);
    if (!way || !stat) return spelled;
    if (spelled !== path) return this.visit(spelled);
    // Reading the rules may show that they changed, in any folder above.
    const rules = gitignores.of(parentOf(path));
    const isTrusted = ["", ...ancestorsOf(path)].every((folder) =>
      this.options.isTrusted(folder),
    );
    this.entry(path, stat, rules, isTrusted, way.isInside);
    return path;
  }

  private spelled(path: string, isThere: boolean): string {
    const { disk, root } = this.options;
    if (isThere) return spellingOf(disk, root, path);
    const folder = parentOf(path);
    if (folder === "") return path;
    const above = this.spelled(folder, this.wayInto(folder) !== null);
    return `${above}/${baseOf(path)}`;
  }

  /** Follows the way into a folder; null when a link, nothing or an ignored one is on it. */
  private wayInto(folder: string): { isInside: boolean } | null {
    if (folder === "") return { isInside: false };
    const known = this.ways.get(folder);
    if (known !== undefined) return known;
    const way = this.stepInto(folder);
    this.ways.set(folder, way);
    return way;
  }

  private stepInto(folder: string): { isInside: boolean } | null {
    const { disk, root, rules, gitignores } = this.options;
    const way = this.wayInto(parentOf(folder));
    if (!way) return null;
    try {
      if (disk.lstat(root + "/" + folder)?.kind !== "folder") return null;
    } catch {
      this.close(folder);
      return null;
    }
    const above = gitignores.of(parentOf(folder));
    const verdict = rules.verdict(folder, true, above);
    if (verdict === "ignore") return null;
    return { isInside: way.isInside || verdict === "look-inside" };
  }

  private entry(
    path: string,
    stat: DiskStat,
    gitignores: Gitignores | null,
    isTrusted: boolean,
    isInside: boolean,
  ): void {
    const { rules } = this.options;
    if (stat.kind === "folder") {
      const verdict = rules.verdict(path, true, gitignores);
      if (verdict === "ignore") return;
      // Below a folder that is only looked into, nothing but the included counts.
      const inside = isInside
        ? !rules.isIncluded(path)
        : verdict === "look-inside";
      this.folder(path, isTrusted, inside);
      return;
    }
    const known = this.known(path);
    if (this.isWanted(path, known, gitignores, isTrusted, isInside))
      this.file(path, stat, known);
  }

  private file(path: string, stat: DiskStat, known: Known | undefined): void {
    if (this.isNoted(path, known)) return; // told, and in a folder visited after it
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
      known.ino === stat.ino;
    if (!isSame) this.changed.push({ path, sizeBytes: stat.sizeBytes });
  }

  private folder(folder: string, wasTrusted: boolean, isInside: boolean): void {
    const listing = this.list(folder);
    if (!listing) return;
    const hasRules = listing.files.includes(".gitignore");
    const gitignores = this.options.gitignores.of(folder, hasRules);
    const isTrusted = wasTrusted && this.options.isTrusted(folder);
    const known = this.options.childrenOf(folder);
    const prefix = folder === "" ? "" : folder + "/";
    for (const name of listing.files) {
      const path = prefix + name;
      const row = known(name);
      if (isOdd(name) && this.isNameless(path, row)) continue;
      // Ignored names are passed over before asking the disk about them.
      if (!this.isWanted(path, row, gitignores, isTrusted, isInside)) continue;
      const stat = this.look(path);
      if (!stat) continue;
      if (stat.kind === "folder") this.folder(path, isTrusted, isInside);
      else this.file(path, stat, row);
    }
    for (const name of listing.folders) {
      const path = prefix + name;
      if (isOdd(name) && this.isNameless(path, known(name))) continue;
      this.entry(path, FOLDER, gitignores, isTrusted, isInside);
    }
  }

  private list(folder: string): Listing | null {
    try {
      return this.options.listings.of(folder);
    } catch (error) {
      // Without the folder itself nothing can be said about any file of it.
      if (folder === "") throw diskError(error, "read", this.options.root);
      if (!isErrno(error, "ENOENT", "ENOTDIR")) this.close(folder);
      return null;
    }
  }

  /** Nothing is found by a name that is not UTF-8: it is skipped. */
  private isNameless(path: string, known: Known | undefined): boolean {
    if (this.look(path)) return false;
    if (this.isNoted(path, known)) return true;
    this.note(path, known);
    this.skipped.push({ path, reason: "name" });
    return true;
  }

  private isWanted(
    path: string,
    known: Known | undefined,
    gitignores: Gitignores | null,
    isTrusted: boolean,
    isInside: boolean,
  ): boolean {
    if (isTrusted && isTimed(known)) return true;
    const { rules } = this.options;
    if (isInside) return rules.isIncluded(path);
    return rules.verdict(path, false, gitignores) === "take";
  }

  /** What is at a path; what may not even be looked at is listed as skipped. */
  private look(path: string): DiskStat | null {
    const { disk, root } = this.options;
    try {
      return disk.lstat(root + "/" + path);
    } catch {
      const known = this.known(path);
      if (this.isNoted(path, known)) return null;
      this.note(path, known);
      this.skipped.push({ path, reason: "unreadable" });
      return null;
    }
  }

  private close(folder: string): void {
    if (this.closed.includes(folder)) return;
    this.closed.push(folder);
    this.skipped.push({ path: folder, reason: "unreadable" });
  }

  private known(path: string): Known | undefined {
    return this.options.childrenOf(parentOf(path))(baseOf(path));
  }

  private isNoted(path: string, known: Known | undefined): boolean {
    const { met } = this.options;
    return known && met ? met.has(known) : this.seen.has(path);
  }

  private note(path: string, known: Known | undefined): void {
    const { met } = this.options;
    if (known && met) met.add(known);
    else this.seen.add(path);
  }
}

/** True for what text that is not UTF-8 becomes; some names have the sign itself. */
function isOdd(name: string): boolean {
  return name.includes("\uFFFD");
}

/** A path recorded without its times may be one that the rules ignore: it is asked again. */
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
