import { isErrno, type Disk } from "./disk";

/**
 * Creates a symbolic link. Returns false if links are impossible here: on a file
 * system without them (FAT), or on Windows for an account without the privilege.
 */
export function placedLink(
  disk: Pick<Disk, "symlink">,
  target: Uint8Array,
  at: string,
): boolean {
  try {
    disk.symlink(target, at);
    return true;
  } catch (error) {
    if (isNoLinks(error)) return false;
    throw error;
  }
}

/**
 * True for the errors that creating a symbolic link gives where links are
 * impossible.
 */
export function isNoLinks(error: unknown): boolean {
  return isErrno(error, "EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP");
}

/**
 * The target of a symbolic link. Windows stores each slash in it as a backslash.
 */
export function linkText(shown: Buffer, platform: NodeJS.Platform): Buffer {
  if (platform !== "win32") return shown;
  return Buffer.from(shown.toString("utf8").replaceAll("\\", "/"), "utf8");
}
