import fs from "node:fs";
import path from "node:path";

/** A folder kept in memory, so that many cases can start from the same state. */
export class Snapshot {
  private readonly folders: { name: string; mode: number }[] = [];
  private readonly files: { name: string; mode: number; bytes: Buffer }[] = [];
  private readonly links: { name: string; target: string }[] = [];

  constructor(private readonly root: string) {
    this.walk("");
  }

  /** Restores the folder to that state. */
  putBack(): void {
    fs.rmSync(this.root, { recursive: true, force: true });
    fs.mkdirSync(this.root);
    for (const { name, mode } of this.folders)
      fs.mkdirSync(path.join(this.root, name), { mode });
    for (const { name, mode, bytes } of this.files) {
      fs.writeFileSync(path.join(this.root, name), bytes);
      fs.chmodSync(path.join(this.root, name), mode);
    }
    for (const { name, target } of this.links)
      fs.symlinkSync(target, path.join(this.root, name));
  }

  private walk(folder: string): void {
    const entries = fs.readdirSync(path.join(this.root, folder), {
      withFileTypes: true,
    });
    for (const entry of entries) {
      const name = path.join(folder, entry.name);
      const absolute = path.join(this.root, name);
      const mode = fs.lstatSync(absolute).mode & 0o777;
      if (entry.isDirectory()) {
        this.folders.push({ name, mode });
        this.walk(name);
      } else if (entry.isSymbolicLink())
        this.links.push({ name, target: fs.readlinkSync(absolute) });
      else this.files.push({ name, mode, bytes: fs.readFileSync(absolute) });
    }
  }
}
