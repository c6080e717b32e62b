import { constants } from "node:fs";
import path from "node:path";
import type { Disk, DiskStat } from "../../base/disk";
import { ancestorsOf, parentOf } from "../model/workspacePath";
import { joinSplit, parseGitIndex, SortedNames } from "./gitIndex";
import { gitDirAt, hashBytesOf, smallFileReader } from "./gitState";
import { isRacy } from "./safeRead";

/** Files tracked by git are recorded even if a `.gitignore` matches them. */
export interface Tracked {
  has(file: string): boolean;
  hasSubmodule(folder: string): boolean;
  /** True if git tracks something below this folder. */
  hasBelow(folder: string): boolean;
}

/** Tracked paths as recorded; a submodule ends with a slash. */
export class TrackedPaths implements Tracked {
  private readonly paths: ReadonlySet<string>;
  private readonly folders: ReadonlySet<string>;

  constructor(paths: readonly string[] = []) {
    this.paths = new Set(paths);
    this.folders = new Set(paths.flatMap(ancestorsOf));
  }

  has(file: string): boolean {
    return this.paths.has(file);
  }

  hasSubmodule(folder: string): boolean {
    return this.paths.has(folder + "/");
  }

  hasBelow(folder: string): boolean {
    return this.folders.has(folder);
  }
}

export const nothingTracked: Tracked = new TrackedPaths();

/** A repository at or above a folder, and its path for a workspace path. */
interface Repository {
  /** Null if its index cannot be read. */
  names: SortedNames | null;
  nameOf(path: string): string;
}

/**
 * Reads the index files of the repositories around and inside a workspace folder;
 * they are located only when a rule ignores something. Create one for each scan;
 * `indexes` is kept between scans. If an index cannot be read, the previously known
 * paths are used.
 */
export class TrackedFiles implements Tracked {
  /** The tracked paths among those asked for, in the format of `TrackedPaths`. */
  readonly found = new Set<string>();
  private readonly repositories = new Map<string, Repository | null>();

  constructor(
    private readonly disk: Disk,
    private readonly root: string,
    private readonly indexes: GitIndexes,
    private readonly before: Tracked,
  ) {}

  has(file: string): boolean {
    const isTracked = this.ask(file, (from, name) => from.has(name));
    if (isTracked) this.found.add(file);
    return isTracked;
  }

  hasSubmodule(folder: string): boolean {
    const isOne = this.ask(folder, (from, name) => from.hasSubmodule(name));
    if (isOne) this.found.add(folder + "/");
    return isOne;
  }

  hasBelow(folder: string): boolean {
    return this.ask(folder, (from, name) => from.hasBelow(name));
  }

  private ask(
    path: string,
    question: (from: Tracked, name: string) => boolean,
  ): boolean {
    const repository = this.of(parentOf(path));
    if (!repository) return false;
    const { names } = repository;
    return names
      ? question(names, repository.nameOf(path))
      : question(this.before, path);
  }

  /** The repository that tracks the files in a folder. */
  private of(folder: string): Repository | null {
    const known = this.repositories.get(folder);
    if (known !== undefined) return known;
    const gitDir = this.gitDirAt(path.join(this.root, folder));
    const found = gitDir
      ? {
          names: this.indexes.of(gitDir),
          nameOf: (below: string) =>
            folder === "" ? below : below.slice(folder.length + 1),
        }
      : folder === ""
        ? this.above()
        : this.of(parentOf(folder));
    this.repositories.set(folder, found);
    return found;
  }

  /** The workspace folder may be part of a repository. */
  private above(): Repository | null {
    let prefix = "";
    for (let folder = this.root; ;) {
      const parent = path.dirname(folder);
      if (parent === folder) return null;
      prefix = path.basename(folder) + "/" + prefix;
      folder = parent;
      const gitDir = this.gitDirAt(folder);
      if (!gitDir) continue;
      const names = this.indexes.of(gitDir);
      return { names, nameOf: (below) => prefix + below };
    }
  }

  private gitDirAt(folder: string): string | null {
    try {
      return gitDirAt(this.disk, folder);
    } catch {
      return null; // in a folder that cannot be entered
    }
  }
}

const MAX_BYTES = 512 * 1024 * 1024;
const SUM_BYTES = 32;
const NO_NAMES = new SortedNames(Buffer.alloc(0), new Uint32Array(), new Set());
// Without this, opening a named pipe in place of the index would block forever.
const NO_WAIT = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Index files as last read; each is read again only if it changed. */
export class GitIndexes {
  private readonly known = new Map<
    string,
    { seen: string; names: SortedNames }
  >();

  /** Repositories requested so far. */
  private readonly asked = new Set<string>();

  constructor(private readonly disk: Disk) {}

  /** True if every requested index is unchanged since it was read. */
  get isUnchanged(): boolean {
    return [...this.asked].every((gitDir) => {
      const known = this.known.get(gitDir);
      return known !== undefined && known.seen === this.seenNow(gitDir)?.seen;
    });
  }

  /** Null if there is an index that cannot be read. */
  of(gitDir: string): SortedNames | null {
    this.asked.add(gitDir);
    try {
      const now = this.seenNow(gitDir);
      if (!now) return NO_NAMES; // nothing has been added yet
      const { seen, stat } = now;
      const known = this.known.get(gitDir);
      if (known?.seen === seen) return known.names;
      this.known.delete(gitDir);
      const names = this.read(gitDir);
      if (!isRacy(stat, Date.now())) this.known.set(gitDir, { seen, names });
      return names;
    } catch {
      return null; // damaged, or being written
    }
  }

  private seenNow(gitDir: string): { seen: string; stat: DiskStat } | null {
    const file = path.join(gitDir, "index");
    const stat = this.disk.lstat(file);
    if (!stat) return null;
    const { mtimeMs, ctimeMs, sizeBytes, ino } = stat;
    const sum = this.sumOf(file, sizeBytes);
    return { seen: `${mtimeMs} ${ctimeMs} ${sizeBytes} ${ino} ${sum}`, stat };
  }

  private read(gitDir: string): SortedNames {
    const hashBytes = hashBytesOf(smallFileReader(this.disk), gitDir);
    const own = parseGitIndex(this.bytesOf(gitDir, "index"), hashBytes);
    if (!own.shared) return own.names;
    const { fileName, isDeleted } = own.shared;
    const base = parseGitIndex(this.bytesOf(gitDir, fileName), hashBytes);
    return joinSplit(own.names, base.names, isDeleted);
  }

  private bytesOf(gitDir: string, name: string): Buffer {
    const file = path.join(gitDir, name);
    const bytes = smallFileReader(this.disk)(file, MAX_BYTES);
    if (!bytes) throw new Error(`unreadable: ${file}`);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * The checksum at its end, because two indexes may be written within the clock's
   * resolution.
   */
  private sumOf(file: string, sizeBytes: number): string {
    const sum = Buffer.alloc(Math.min(SUM_BYTES, sizeBytes));
    const fd = this.disk.open(file, NO_WAIT);
    try {
      this.disk.read(fd, sum, sizeBytes - sum.length);
    } finally {
      this.disk.close(fd);
    }
    return sum.toString("latin1");
  }
}
