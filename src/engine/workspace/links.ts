import { isErrno, type Disk } from "../../base/disk";
import { isNoLinks } from "../../base/links";
import { CheckpointError } from "../model/errors";
import type { WorkspaceFolder, WorkspacePath } from "../model/workspacePath";
import { parentOf, tempName } from "../model/workspacePath";
import { blockedBy } from "./safePath";
import type { SafeWriter } from "./safeWrite";

/**
 * Whether symbolic links can be created: on Windows the account may not be allowed
 * to, and some file systems (FAT, exFAT) have none. If unknown, it is tried once
 * per disk, with a temporary link next to the first one that is needed.
 */
export class Links {
  private readonly known = new Map<number, boolean>();

  constructor(
    private readonly disk: Disk,
    private readonly root: string,
  ) {}

  /** True unless it is certain that no link can be created at the path. */
  canBeMadeAt(path: WorkspacePath, writer: SafeWriter): boolean {
    const { disk, root } = this;
    const blocked = blockedBy(disk, root, path);
    const folder: WorkspaceFolder = parentOf(blocked ? blocked.folder : path);
    const absolute = folder === "" ? root : root + "/" + folder;
    const dev = disk.lstat(absolute)?.dev;
    if (dev === undefined) return true;
    let can = this.known.get(dev);
    can ??= disk.hasLinks(absolute) || this.isMade(path, writer);
    this.known.set(dev, can);
    return can;
  }

  private isMade(path: WorkspacePath, writer: SafeWriter): boolean {
    try {
      writer.tryLink(path, tempName("link", 0));
      return true;
    } catch (error) {
      // For the last two codes, the system reported success but there is no such
      // link.
      return !(
        isNoLinks(error) ||
        isErrno(error, "ENOENT") ||
        (error instanceof CheckpointError &&
          error.problem === "written-differently")
      );
    }
  }
}
