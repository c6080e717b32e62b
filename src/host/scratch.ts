import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Disk } from "../base/disk";
import { realDisk } from "../base/realDisk";
import { placedLink } from "../base/links";
import { problem } from "../engine/model/errors";
import type { FileEntry } from "../engine/model/version";
import { isWithin } from "../engine/model/workspacePath";
import { copying } from "./copyTree";
import type { LeftOut, PathToCopy } from "./scratchIgnored";
import { keepLinksOff } from "./scratchLinks";

interface Written {
  hash: string;
  mode: string;
  stamp: string;
}

export interface Moved {
  written: number;
  removed: number;
  /** Files that this system cannot have. */
  leftOut: LeftOut[];
}

/**
 * A copy of the workspace at some point in time, in a new folder outside of it. It
 * moves from one point to another by writing only what differs. The workspace itself is
 * only read: nothing is written through a link, and after `keepLinksOff` no link in the
 * copy leads to the workspace.
 */
export class Scratch {
  readonly dir: string;
  private readonly written = new Map<string, Written>();
  /** Full paths of all symlinks created in the copy. */
  private readonly links = new Set<string>();

  private readonly root: string;
  private readonly disk: Pick<Disk, "canBeNamed" | "symlink">;

  constructor(
    root: string,
    private readonly readContent: (hash: string) => Uint8Array,
    options: {
      /** A new folder for the copy; absent for one in the system's temporary folder. */
      into?: string | undefined;
      disk?: Pick<Disk, "canBeNamed" | "symlink">;
    } = {},
  ) {
    this.disk = options.disk ?? realDisk;
    this.root = fs.realpathSync.native(root);
    if (options.into !== undefined) {
      const into = path.resolve(options.into);
      const parent = fs.realpathSync.native(path.dirname(into));
      this.dir = path.join(parent, path.basename(into));
      this.mustBeOutside(this.dir);
      if (fs.lstatSync(this.dir, { throwIfNoEntry: false }))
        throw problem("target-taken", { path: this.dir });
      fs.mkdirSync(this.dir, { mode: 0o700 });
      return;
    }
    const temp = fs.realpathSync.native(os.tmpdir());
    this.mustBeOutside(temp);
    this.dir = fs.mkdtempSync(path.join(temp, "checkpoint-scratch-"));
  }

  /**
   * Updates the copy to contain exactly these files, as far as the system allows, plus
   * whatever commands have created in it.
   */
  moveTo(files: readonly FileEntry[]): Moved {
    const steps = this.moving(files);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  /**
   * Like `moveTo`, but yields the number of files processed, so that the caller can show
   * progress or stop.
   */
  *moving(files: readonly FileEntry[]): Generator<number, Moved> {
    const wanted = new Map(files.map((file) => [file.path, file]));
    let removed = 0;
    for (const gone of [...this.written.keys()])
      if (!wanted.has(gone)) {
        if (this.parentsAreReal(gone)) remove(this.full(gone));
        this.removeEmptyAbove(gone);
        this.written.delete(gone);
        removed++;
      }
    let written = 0;
    const leftOut: LeftOut[] = [];
    for (const [at, file] of files.entries()) {
      yield at;
      if (this.isAsWritten(file)) continue;
      const reason = this.write(file);
      if (reason) leftOut.push({ path: file.path, reason });
      else written++;
    }
    return { written, removed, leftOut };
  }

  /**
   * Copies ignored files and folders from the workspace, skipping paths that exist in the
   * copy. Yields regularly.
   */
  *copying(paths: readonly PathToCopy[]): Generator<void, LeftOut[]> {
    const leftOut: LeftOut[] = [];
    for (const { path: one, isNamed } of paths) {
      if ([...this.written.keys()].some((file) => isWithin(file, one)))
        continue;
      const at = this.full(one);
      if (isNamed) this.makeParents(one);
      if (!this.parentsAreReal(one)) continue;
      if (fs.lstatSync(at, { throwIfNoEntry: false })) continue;
      const result = { links: [], skipped: 0 };
      const from = path.join(this.root, ...one.split("/"));
      try {
        yield* copying(fs.realpathSync.native(from), at, result);
      } catch (error) {
        remove(at);
        throw error;
      }
      for (const link of result.links) this.links.add(link);
      if (result.skipped > 0) leftOut.push({ path: one, reason: "unreadable" });
    }
    return leftOut;
  }

  /**
   * Ensures that no link in the copy leads to the workspace. Returns the links that had to
   * be removed.
   */
  keepLinksOff(): LeftOut[] {
    const removed = keepLinksOff(this.root, this.dir, this.links);
    for (const [file, was] of this.written)
      if (this.links.has(this.full(file))) was.stamp = stampOf(this.full(file));
    return removed.map((link) => {
      this.links.delete(link);
      const at = path.relative(this.dir, link).split(path.sep).join("/");
      return { path: at, reason: "leads-back" };
    });
  }

  /** Removes the copy, including its links but not their targets. */
  remove(): void {
    const remove = () =>
      fs.rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 });
    try {
      remove();
    } catch {
      // The command under test left read-only folders behind.
      makeRemovable(this.dir);
      remove();
    }
  }

  /** A copy inside the workspace would be recorded, and copied again. */
  private mustBeOutside(folder: string): void {
    if (`${folder}${path.sep}`.startsWith(`${this.root}${path.sep}`))
      throw problem("temp-folder-inside", { path: folder, root: this.root });
  }

  /** Returns why it could not be written, if so. */
  private write(file: FileEntry): "name" | "link" | null {
    if (!this.disk.canBeNamed(file.path)) return "name";
    this.makeParents(file.path);
    const full = this.full(file.path);
    remove(full);
    const bytes = Buffer.from(this.readContent(file.hash));
    if (file.kind === "symlink") {
      this.written.delete(file.path);
      if (!placedLink(this.disk, bytes, full)) return "link";
      this.links.add(full);
    } else {
      const mode = Number.parseInt(file.mode, 8);
      fs.writeFileSync(full, bytes, { flag: "wx" });
      // Keep the copy writable for its owner, so that a later move can replace the file.
      fs.chmodSync(full, mode | 0o600);
    }
    const { hash, mode } = file;
    this.written.set(file.path, { hash, mode, stamp: stampOf(full) });
    return null;
  }

  /** Returns false if the file is another version, or if the command under test changed it. */
  private isAsWritten(file: FileEntry): boolean {
    const was = this.written.get(file.path);
    return (
      was?.hash === file.hash &&
      was.mode === file.mode &&
      this.parentsAreReal(file.path) &&
      was.stamp === stampOf(this.full(file.path))
    );
  }

  private makeParents(file: string): void {
    for (const folder of foldersAbove(file)) {
      const full = this.full(folder);
      if (fs.lstatSync(full, { throwIfNoEntry: false })?.isDirectory())
        continue;
      remove(full);
      fs.mkdirSync(full);
    }
  }

  private parentsAreReal(file: string): boolean {
    return foldersAbove(file).every((folder) =>
      fs.lstatSync(this.full(folder), { throwIfNoEntry: false })?.isDirectory(),
    );
  }

  private removeEmptyAbove(file: string): void {
    for (const folder of foldersAbove(file).reverse())
      try {
        fs.rmdirSync(this.full(folder));
      } catch {
        return; // not empty, or a link
      }
  }

  private full(file: string): string {
    return path.join(this.dir, ...file.split("/"));
  }
}

function foldersAbove(file: string): string[] {
  const names = file.split("/");
  return names.slice(1).map((_, i) => names.slice(0, i + 1).join("/"));
}

function remove(full: string): void {
  fs.rmSync(full, { recursive: true, force: true, maxRetries: 3 });
}

function makeRemovable(folder: string): void {
  fs.chmodSync(folder, 0o700);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) makeRemovable(path.join(folder, entry.name));
}

function stampOf(full: string): string {
  const stat = fs.lstatSync(full, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : "";
}
