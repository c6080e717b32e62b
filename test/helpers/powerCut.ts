import fs from "node:fs";
import path from "node:path";

/**
 * What a store's folder loses in a power cut: bytes that were not synced and, in
 * the worst case, every name that was created, moved or removed since its folder
 * was synced.
 */
export class PowerCut {
  /** Files changed since they were last synced, and how much of them is durable. */
  private readonly safeBytes = new Map<string, number>();
  private readonly names: { folder: string; undo: () => void }[] = [];

  constructor(private readonly storeDir: string) {}

  willOpen(file: string, flags: string | number): void {
    if (!this.isOurs(file)) return;
    const isThere = fs.existsSync(file);
    if (!isThere) {
      this.safeBytes.set(file, 0);
      this.note(file, () => fs.rmSync(file, { force: true }));
    } else if (String(flags).startsWith("w")) this.safeBytes.set(file, 0);
    else if (!this.safeBytes.has(file))
      this.safeBytes.set(file, fs.statSync(file).size);
  }

  didSync(file: string): void {
    if (this.isOurs(file)) this.safeBytes.set(file, fs.statSync(file).size);
  }

  didTruncate(file: string, sizeBytes: number): void {
    const safe = this.safeBytes.get(file);
    if (safe !== undefined) this.safeBytes.set(file, Math.min(safe, sizeBytes));
  }

  didSyncFolder(folder: string): void {
    for (let i = this.names.length - 1; i >= 0; i--)
      if (this.names[i]!.folder === folder) this.names.splice(i, 1);
  }

  willRename(from: string, to: string): void {
    if (!this.isOurs(to)) return;
    const replaced = readIfThere(to);
    this.note(to, () => {
      fs.renameSync(to, from);
      if (replaced) fs.writeFileSync(to, replaced);
    });
    const safe = this.safeBytes.get(from);
    this.safeBytes.delete(from);
    if (safe !== undefined) this.safeBytes.set(to, safe);
  }

  willUnlink(file: string): void {
    if (!this.isOurs(file)) return;
    const content = readIfThere(file);
    this.safeBytes.delete(file);
    if (content) this.note(file, () => fs.writeFileSync(file, content));
  }

  willMakeFolder(folder: string): void {
    if (!this.isOurs(folder)) return;
    // Parent folders created on the way are names as well.
    for (let at = folder; !fs.existsSync(at); at = path.dirname(at)) {
      const made = at;
      this.note(made, () => fs.rmSync(made, { recursive: true, force: true }));
    }
  }

  cut(withNames: boolean): void {
    for (const [file, safe] of this.safeBytes)
      if (fs.existsSync(file) && fs.statSync(file).size > safe)
        fs.truncateSync(file, safe);
    if (!withNames) return;
    for (const { undo } of this.names.reverse()) {
      try {
        undo();
      } catch {
        // Its folder is gone as well.
      }
    }
  }

  private note(file: string, undo: () => void): void {
    this.names.push({ folder: path.dirname(file), undo });
  }

  private isOurs(file: string): boolean {
    return file === this.storeDir || file.startsWith(this.storeDir + "/");
  }
}

function readIfThere(file: string): Buffer | null {
  return fs.existsSync(file) ? fs.readFileSync(file) : null;
}
