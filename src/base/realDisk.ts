import fs from "node:fs";
import { makeFolders } from "./makeFolders";
import type { Disk, DiskStat, FileKind } from "./disk";
import { isErrno } from "./disk";
import { linkText } from "./links";
import { patientDisk } from "./patientDisk";
import { canBeNamed } from "./platformNames";

const nodeDisk: Disk = {
  lstat(path) {
    try {
      const stat = fs.lstatSync(path, { throwIfNoEntry: false });
      return stat ? toDiskStat(stat) : null;
    } catch (error) {
      // ELOOP: a link above it points to itself, so there is no file.
      if (isErrno(error, "ENOENT", "ENOTDIR", "ELOOP")) return null;
      throw error;
    }
  },
  readFile: (path) => fs.readFileSync(path),
  readFolder(path) {
    const entries = fs.readdirSync(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  },
  readLink: (path) =>
    linkText(fs.readlinkSync(path, { encoding: "buffer" }), process.platform),
  realPath: (path) => fs.realpathSync.native(path),
  keepsFolderTimes: (path) =>
    process.platform === "linux" && KEEPERS.has(fs.statfsSync(path).type),
  canBeNamed: (path) => canBeNamed(path, process.platform),

  hasOurClock(path) {
    if (process.platform !== "linux") return false;
    const { type } = fs.statfsSync(path);
    return LOCAL.has(type) || (type === FUSE && isOnDevice(path));
  },
  keepsModes(path) {
    if (process.platform === "win32") return false;
    if (process.platform !== "linux") return true;
    const { type } = fs.statfsSync(path);
    if (type !== FUSE) return !WITHOUT_MODES.has(type);
    // FUSE on a partition: NTFS or exFAT.
    return !isOnDevice(path);
  },
  hasLinks: (path) =>
    process.platform === "linux" && WITH_LINKS.has(fs.statfsSync(path).type),

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

  // Windows flushes only files opened for writing.
  syncFile: (path) => syncPath(path, process.platform === "win32" ? "r+" : "r"),
  syncFolder(path) {
    // Windows cannot open folders; its renames are durable with the volume.
    if (process.platform !== "win32") syncPath(path, "r");
  },
  truncate: (path, sizeBytes) => fs.truncateSync(path, sizeBytes),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  link: (from, to) => fs.linkSync(from, to),
  symlink: (target, path) => fs.symlinkSync(Buffer.from(target), path),
  chmod: (fd, mode) => fs.fchmodSync(fd, mode),
  touch(path) {
    const now = new Date();
    fs.utimesSync(path, now, now);
  },
  makeFolder: makeFolders,
  removeFolder: (path) => fs.rmdirSync(path),
};

/** The disk of this machine. On Windows it waits for files that other programs have open. */
export const realDisk: Disk = patientDisk(nodeDisk);

function syncPath(path: string, flags: string): void {
  const fd = fs.openSync(path, flags);
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
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

const FUSE = 0x65735546;

/** FAT and exFAT. */
const WITHOUT_MODES = new Set([0x4d44, 0x2011bab0]);

/** Also overlayfs, ramfs, ZFS and bcachefs. */
const WITH_LINKS = new Set([
  ...KEEPERS,
  ...[0x794c7630, 0x858458f6, 0x2fc12fc1, 0xca451a4e],
]);

/** On a disk of this machine: also NTFS. */
const LOCAL = new Set([...WITH_LINKS, ...WITHOUT_MODES, 0x7366746e]);

/** Network file systems have no device of their own. */
function isOnDevice(path: string): boolean {
  return ((fs.statSync(path).dev >> 8) & 0xfff) !== 0;
}

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
