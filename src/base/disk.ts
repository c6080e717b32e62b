import fs from "node:fs";

export type FileKind = "file" | "folder" | "symlink" | "other";

export interface DiskStat {
  kind: FileKind;
  /** Permission bits. */
  mode: number;
  sizeBytes: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
  dev: number;
}

export interface FolderEntry {
  name: string;
  kind: FileKind;
}

/**
 * The few file calls the engine makes. Synchronous; errors are Node's own, with
 * their errno code. Tests wrap it to fail or stop at any call.
 */
export interface Disk {
  /** Never follows a link; null when there is nothing at the path. */
  lstat(path: string): DiskStat | null;
  readFile(path: string): Buffer;
  readFolder(path: string): FolderEntry[];
  readLink(path: string): Buffer;
  realPath(path: string): string;
  /** True where a folder's times are known to change with the names in it. */
  keepsFolderTimes(path: string): boolean;

  open(path: string, flags: string | number, mode?: number): number;
  close(fd: number): void;
  stat(fd: number): DiskStat;
  /** Returns how many bytes were read. */
  read(fd: number, into: Uint8Array, position: number | null): number;
  /** Writes all of it, or throws. */
  write(fd: number, bytes: Uint8Array): void;
  sync(fd: number): void;

  /** Makes the names in a folder durable; a no-op where the platform has none. */
  syncFolder(path: string): void;
  truncate(path: string, sizeBytes: number): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  link(from: string, to: string): void;
  symlink(target: Uint8Array, path: string): void;
  chmod(fd: number, mode: number): void;
  makeFolder(path: string, mode?: number): void;
  removeFolder(path: string): void;
}

export const realDisk: Disk = {
  lstat(path) {
    try {
      const stat = fs.lstatSync(path, { throwIfNoEntry: false });
      return stat ? toDiskStat(stat) : null;
    } catch (error) {
      // ELOOP: a link above it that leads to itself, so nothing is there.
      if (isErrno(error, "ENOENT", "ENOTDIR", "ELOOP")) return null;
      throw error;
    }
  },
  readFile: (path) => fs.readFileSync(path),
  readFolder(path) {
    const entries = fs.readdirSync(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  },
  readLink: (path) => fs.readlinkSync(path, { encoding: "buffer" }),
  realPath: (path) => fs.realpathSync.native(path),
  keepsFolderTimes: (path) =>
    process.platform === "linux" && KEEPERS.has(fs.statfsSync(path).type),

  open: (path, flags, mode = 0o600) => fs.openSync(path, flags, mode),
  close: (fd) => fs.closeSync(fd),
  stat: (fd) => toDiskStat(fs.fstatSync(fd)),
  read: (fd, into, position) =>
    fs.readSync(fd, into, 0, into.byteLength, position),
  write(fd, bytes) {
    let done = 0;
    while (done < bytes.byteLength)
      done += fs.writeSync(fd, bytes, done, bytes.byteLength - done);
  },
  sync: (fd) => fs.fdatasyncSync(fd),

  syncFolder(path) {
    // Windows cannot open folders; its renames are durable with the volume.
    if (process.platform === "win32") return;
    const fd = fs.openSync(path, "r");
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  },
  truncate: (path, sizeBytes) => fs.truncateSync(path, sizeBytes),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  link: (from, to) => fs.linkSync(from, to),
  symlink: (target, path) => fs.symlinkSync(Buffer.from(target), path),
  chmod: (fd, mode) => fs.fchmodSync(fd, mode),
  makeFolder: (path, mode = 0o777) =>
    void fs.mkdirSync(path, { recursive: true, mode }),
  removeFolder: (path) => fs.rmdirSync(path),
};

/** True when the error is Node's with one of these errno codes. */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  return codes.includes(errnoOf(error));
}

export function errnoOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function toDiskStat(stat: fs.Stats): DiskStat {
  return {
    kind: KINDS.get(stat.mode & fs.constants.S_IFMT) ?? "other",
    mode: stat.mode & 0o7777,
    sizeBytes: stat.size,
    mtimeMs: stat.mtimeMs,
    ctimeMs: stat.ctimeMs,
    ino: stat.ino,
    dev: stat.dev,
  };
}

/** By their magic numbers: ext2 to ext4, XFS, Btrfs, F2FS and tmpfs. */
const KEEPERS = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994,
]);

const KINDS = new Map<number, FileKind>([
  [fs.constants.S_IFREG, "file"],
  [fs.constants.S_IFDIR, "folder"],
  [fs.constants.S_IFLNK, "symlink"],
]);

function kindOf(entry: fs.Dirent): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "symlink" : "other";
}
