import type { Disk, DiskStat, FolderEntry } from "../../base/disk";
import { isErrno } from "../../base/disk";
import type { SkipReason } from "../model/checkpoint";
import { diskError } from "../model/diskError";
import { ancestorsOf } from "../model/workspacePath";
import type { GitignoreFiles } from "./gitignores";
import type { Gitignores, Rules } from "./rules";

/** What the last recorded state knows of a path; see store/head.ts. */
export interface Known {
  sizeBytes: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  reason: SkipReason | null;
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
  maxFileSizeBytes: number;
  known: (path: string) => Known | undefined;
  /** False for a folder whose rules may have changed: its files are asked again. */
  isTrusted: (folder: string) => boolean;
  /** Called now and then; throws to stop. */
  onProgress: (files: number) => void;
}

/** What a scan found; unchanged files are only in `seen`. */
export class Scan {
  /** New, or not as they were recorded: to be read. */
  readonly changed: Observed[] = [];
  readonly skipped: { path: string; reason: SkipReason }[] = [];
  /** Folders that could not be listed: nothing is known of what lies below. */
  readonly closed: string[] = [];
  readonly seen = new Set<string>();
  files = 0;
  bytes = 0;

  constructor(private readonly options: ScanOptions) {}

  /** Looks at a file, or at everything below a folder; "" is the whole workspace. */
  visit(path: string): void {
    const { disk, root, gitignores } = this.options;
    if (path === "") {
      this.folder("", gitignores.of(""), true, false);
      return;
    }
    const way = this.wayTo(path);
    if (!way) return;
    const stat = disk.lstat(root + "/" + path);
    if (!stat) return;
    const above = path.includes("/")
      ? path.slice(0, path.lastIndexOf("/"))
      : "";
    // Reading the rules may show that they changed, in any folder above.
    const rules = gitignores.of(above);
    const isTrusted = ["", ...ancestorsOf(path)].every((folder) =>
      this.options.isTrusted(folder),
    );
    this.entry(path, stat, rules, isTrusted, way.isInside);
  }

  /** Follows the folders above a path; null when one is a link, missing or ignored. */
  private wayTo(path: string): { isInside: boolean } | null {
    const { disk, root, rules, gitignores } = this.options;
    let isInside = false;
    for (
      let end = path.indexOf("/");
      end >= 0;
      end = path.indexOf("/", end + 1)
    ) {
      const folder = path.slice(0, end);
      if (disk.lstat(root + "/" + folder)?.kind !== "folder") return null;
      const slash = folder.lastIndexOf("/");
      const above = gitignores.of(slash < 0 ? "" : folder.slice(0, slash));
      const verdict = rules.verdict(folder, true, above);
      if (verdict === "ignore") return null;
      isInside = isInside || verdict === "look-inside";
    }
    return { isInside };
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
      const inside =
        (isInside && verdict !== "take") || verdict === "look-inside";
      this.enter(path, isTrusted, inside);
      return;
    }
    const known = this.options.known(path);
    if (!(isTrusted && isTimed(known))) {
      const isTaken = isInside
        ? rules.isIncluded(path)
        : rules.verdict(path, false, gitignores) === "take";
      if (!isTaken) return;
    }
    this.file(path, stat, known);
  }

  private file(path: string, stat: DiskStat, known: Known | undefined): void {
    if (this.seen.has(path)) return; // told, and in a folder visited after it
    this.files++;
    this.seen.add(path);
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

  private enter(folder: string, wasTrusted: boolean, isInside: boolean): void {
    const gitignores = this.options.gitignores.of(folder);
    const isTrusted = wasTrusted && this.options.isTrusted(folder);
    this.folder(folder, gitignores, isTrusted, isInside);
  }

  private folder(
    folder: string,
    gitignores: Gitignores | null,
    wasTrusted: boolean,
    isInside: boolean,
  ): void {
    const { disk, root } = this.options;
    const isTrusted = wasTrusted && this.options.isTrusted(folder);
    const absolute = folder === "" ? root : root + "/" + folder;
    let entries: FolderEntry[];
    try {
      entries = disk.readFolder(absolute);
    } catch (error) {
      // Without the folder itself nothing can be said about any file of it.
      if (folder === "") throw diskError(error, "read", root);
      if (isErrno(error, "ENOENT", "ENOTDIR")) return;
      if (this.closed.includes(folder)) return;
      this.closed.push(folder);
      this.skipped.push({ path: folder, reason: "unreadable" });
      return;
    }
    const prefix = folder === "" ? "" : folder + "/";
    for (const { name, kind } of entries) {
      const path = prefix + name;
      if (name.includes("\uFFFD") && !disk.lstat(absolute + "/" + name)) {
        // A name that is not UTF-8 cannot be asked for by text.
        if (this.seen.has(path)) continue;
        this.seen.add(path);
        this.skipped.push({ path, reason: "name" });
        continue;
      }
      if (kind === "folder") {
        this.entry(path, FOLDER, gitignores, isTrusted, isInside);
        continue;
      }
      // Ignored names are passed over before asking the disk about them.
      if (!this.isWanted(path, gitignores, isTrusted, isInside)) continue;
      const stat = disk.lstat(absolute + "/" + name);
      if (!stat) continue;
      if (stat.kind === "folder") this.enter(path, isTrusted, isInside);
      else this.file(path, stat, this.options.known(path));
    }
  }

  private isWanted(
    path: string,
    gitignores: Gitignores | null,
    isTrusted: boolean,
    isInside: boolean,
  ): boolean {
    if (isTrusted && isTimed(this.options.known(path))) return true;
    const { rules } = this.options;
    if (isInside) return rules.isIncluded(path);
    return rules.verdict(path, false, gitignores) === "take";
  }
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
