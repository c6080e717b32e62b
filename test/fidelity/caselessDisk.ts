import path from "node:path";
import type { Disk } from "../../src/base/disk";
import type { Engine } from "../../src/engine/api";
import type { OpenOptions } from "../../src/engine/openEngine";
import { quickDisk } from "../helpers/quickDisk";
import { TempWorkspace } from "../helpers/tempWorkspace";

/**
 * A disk that takes A for a, and composed letters for decomposed ones, in one
 * folder. A file renamed onto another spelling of a name gets the new spelling,
 * as on APFS and NTFS, or keeps the old one, as on FAT under Linux.
 */
export function caselessDisk(root: string, keepsSpelling: boolean): Disk {
  const fold = (name: string) => name.normalize("NFC").toLowerCase();
  /** The path as the disk spells it, as far as it is there. */
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
      return []; // nothing there, or no folder
    }
  };
  return {
    ...quickDisk,
    lstat: (at) => quickDisk.lstat(spelled(at)),
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
    files: Readonly<Record<string, string>>,
  ) {
    super(files);
  }

  override open(options: Partial<OpenOptions> = {}): Promise<Engine> {
    const disk = caselessDisk(this.root, this.keepsSpelling);
    return super.open({ disk, ...options });
  }
}
