import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { FileEntry } from "../engine/model/version";
import { isWithin } from "../engine/model/workspacePath";

/** Build products: linked in, a build in the copy would write into the workspace. */
const OUTPUTS = new Set(
  (
    "dist build out target coverage .nyc_output .next .nuxt .output .svelte-kit .turbo " +
    ".cache .parcel-cache .pytest_cache .mypy_cache __pycache__ tmp temp log logs obj"
  ).split(" "),
);

/** Returns which ignored folders a scratch copy borrows: dependencies, not products. */
export function foldersToLink(ignored: readonly string[]): string[] {
  return ignored.filter((folder) => !OUTPUTS.has(path.posix.basename(folder)));
}

interface Written {
  hash: string;
  mode: string;
  stamp: string;
}

export interface Moved {
  written: number;
  removed: number;
}

/**
 * A copy of the workspace at some point, in the system's temporary folder,
 * that moves from point to point by writing only what differs. The workspace
 * itself is only read; nothing is ever written through a link.
 */
export class Scratch {
  readonly dir: string;
  private readonly written = new Map<string, Written>();

  constructor(private readonly readContent: (hash: string) => Uint8Array) {
    const made = fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-scratch-"));
    this.dir = fs.realpathSync.native(made);
  }

  /** Makes the copy hold exactly these files, besides what others made in it. */
  moveTo(files: readonly FileEntry[]): Moved {
    const steps = this.moving(files);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }

  /** The same, file by file, for whoever wants to look up in between: yields how many were looked at. */
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
    for (const [at, file] of files.entries()) {
      yield at;
      if (this.isAsWritten(file)) continue;
      this.write(file);
      written++;
    }
    return { written, removed };
  }

  /** Links folders of the workspace in, where the copy has nothing and their parent is there. */
  link(root: string, folders: readonly string[]): void {
    for (const folder of folders) {
      if ([...this.written.keys()].some((file) => isWithin(file, folder)))
        continue;
      const at = this.full(folder);
      const parent = fs.lstatSync(path.dirname(at), { throwIfNoEntry: false });
      if (!parent?.isDirectory() || !this.parentsAreReal(folder)) continue;
      if (fs.lstatSync(at, { throwIfNoEntry: false })) continue;
      const target = path.join(root, ...folder.split("/"));
      fs.symlinkSync(
        target,
        at,
        process.platform === "win32" ? "junction" : "dir",
      );
    }
  }

  /** Removes the copy; links in it go, what they lead to stays. */
  remove(): void {
    fs.rmSync(this.dir, { recursive: true, force: true, maxRetries: 3 });
  }

  private write(file: FileEntry): void {
    this.makeParents(file.path);
    const full = this.full(file.path);
    remove(full);
    const bytes = Buffer.from(this.readContent(file.hash));
    if (file.kind === "symlink") fs.symlinkSync(bytes, full);
    else {
      const mode = Number.parseInt(file.mode, 8);
      fs.writeFileSync(full, bytes, { flag: "wx" });
      // The copy is ours to move on from: its owner can always write.
      fs.chmodSync(full, mode | 0o600);
    }
    const { hash, mode } = file;
    this.written.set(file.path, { hash, mode, stamp: stampOf(full) });
  }

  /** False also when the command under test changed the file. */
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
        return; // not empty, or a link: it stays
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
  fs.rmSync(full, { recursive: true, force: true });
}

function stampOf(full: string): string {
  const stat = fs.lstatSync(full, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : "";
}
