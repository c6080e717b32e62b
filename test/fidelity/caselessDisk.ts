import path from "node:path";
import type { Disk } from "../../src/base/disk";
import type { Engine } from "../../src/engine/api";
import type { OpenOptions } from "../../src/engine/openEngine";
import { quickDisk } from "../helpers/quickDisk";
import { TempWorkspace } from "../helpers/tempWorkspace";

/**
 * A disk that is case-insensitive, and insensitive to Unicode normalization, in one
 * folder. A file renamed to another spelling gets the new spelling, as on APFS and
 * NTFS, or keeps the old one, as on FAT under Linux. Each spelling may have its own
 * inode, as with FUSE.
 */
export function caselessDisk(
  root: string,
  keepsSpelling: boolean,
  hasOtherInodes: boolean,
): Disk {
  const fold = (name: string) => name.normalize("NFC").toLowerCase();
  /** The path in the disk's spelling, as far as it exists. */
  const spelled = (given: string): string => {
    if (!given.startsWith(root + "/")) return given;
    let at = root;
    for (const name of given.slice(root.length + 1).split("/")) {
      const names = list(at);
      const found = names.includes(name)
        ? name
        : (names.find((one) => fold(one) === fold(name)) ?? name);
      at += "/" + found;
    }
    return at;
  };
  const list = (folder: string): string[] => {
    try {
      return quickDisk.readFolder(folder).map((entry) => entry.name);
    } catch {
      return []; // missing, or not a folder
    }
  };
  return {
    ...quickDisk,
    lstat(at) {
      const stat = quickDisk.lstat(spelled(at));
      const isOwn = !hasOtherInodes || spelled(at) === at;
      return stat && (isOwn ? stat : { ...stat, ino: stat.ino + 1e9 });
    },
    readFile: (at) => quickDisk.readFile(spelled(at)),
    readFolder: (at) => quickDisk.readFolder(spelled(at)),
    readLink: (at) => quickDisk.readLink(spelled(at)),
    realPath: (at) => quickDisk.realPath(spelled(at)),
    open: (at, flags, mode) => quickDisk.open(spelled(at), flags, mode),
    unlink: (at) => quickDisk.unlink(spelled(at)),
    symlink: (target, at) => quickDisk.symlink(target, spelled(at)),
    makeFolder: (at, mode) => quickDisk.makeFolder(spelled(at), mode),
    removeFolder: (at) => quickDisk.removeFolder(spelled(at)),
    rename(from, to) {
      const onto = spelled(to);
      quickDisk.rename(spelled(from), onto);
      if (!keepsSpelling)
        quickDisk.rename(
          onto,
          path.join(path.dirname(onto), path.basename(to)),
        );
    },
  };
}

/** A workspace on such a disk. */
export class CaselessWorkspace extends TempWorkspace {
  constructor(
    private readonly keepsSpelling: boolean,
    private readonly hasOtherInodes: boolean,
    files: Readonly<Record<string, string>>,
  ) {
    super(files);
  }

  override open(options: Partial<OpenOptions> = {}): Promise<Engine> {
    const { root, keepsSpelling, hasOtherInodes } = this;
    const disk = caselessDisk(root, keepsSpelling, hasOtherInodes);
    return super.open({ disk, ...options });
  }
}
