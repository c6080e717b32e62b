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
  /** True if a folder's times are known to change whenever a name in it does. */
  keepsFolderTimes(path: string): boolean;
  /** False for a relative path with a name that the system does not allow, such as CON on Windows. */
  canBeNamed(path: string): boolean;
  /** True if file times are known to come from this machine's clock. */
  hasOurClock(path: string): boolean;
  /** False if files are known not to keep their permission bits. */
  keepsModes(path: string): boolean;
  /** True if symbolic links are known to be possible in a folder. */
  hasLinks(path: string): boolean;

  open(path: string, flags: string | number, mode?: number): number;
  close(fd: number): void;
  stat(fd: number): DiskStat;
  /** Returns how many bytes were read. */
  read(fd: number, into: Uint8Array, position: number | null): number;
  /** Writes all of it, or throws. */
  write(fd: number, bytes: Uint8Array): void;
  sync(fd: number): void;

  /** Makes a file's bytes and mode durable, whoever wrote them. */
  syncFile(path: string): void;
  /** Makes the names in a folder durable; does nothing on platforms that cannot. */
  syncFolder(path: string): void;
  truncate(path: string, sizeBytes: number): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
  link(from: string, to: string): void;
  symlink(target: Uint8Array, path: string): void;
  chmod(fd: number, mode: number): void;
  /** Sets a file's times to now. */
  touch(path: string): void;
  makeFolder(path: string, mode?: number): void;
  removeFolder(path: string): void;
}

/** True when the error is Node's with one of these errno codes. */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  return codes.includes(errnoOf(error));
}

export function errnoOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
