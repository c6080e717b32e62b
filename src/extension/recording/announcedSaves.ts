import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { workerLock } from "../../agents/hooks/places";
import { agentsClaims, editorsClaims } from "../../host/claimFiles";
import type { Claim } from "../../recorder/attribution";

/** After this long the window has crashed, or has given up the save. */
const EXPIRE_MS = 30_000;
/** A file that is older was left behind by a window that crashed. */
const LEFT_BEHIND_MS = 60 * 60_000;
/** Longer than a file without claims, `[]`. */
const NO_CLAIMS_BYTES = 2;

/** One path that the editor writes. */
interface Save {
  sinceMs: number;
  isWritten: boolean;
}

/**
 * The paths that this window is about to write, and those that it has written and not recorded
 * yet. While agents are at work it claims them for the editor, so that another process that finds
 * such a file first does not take it for an agent's.
 */
export class AnnouncedSaves {
  private readonly saves = new Map<string, Save>();
  private readonly name = `${process.pid}-${randomBytes(4).toString("hex")}.json`;
  private writing: Promise<void> = Promise.resolve();
  private root: Promise<string> | undefined;
  private hasTidied = false;

  constructor(
    private readonly dataDir: string,
    private readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Resolves once other processes know that the editor is about to write this file or folder. */
  async announce(path: string): Promise<void> {
    const save = { sinceMs: this.now(), isWritten: false };
    this.saves.set(path, save);
    if (await this.hasAgents()) await this.publish();
    else this.forget([[path, save]]);
  }

  /** The editor has written it. */
  written(path: string): void {
    const save = this.saves.get(path);
    if (save) save.isWritten = true;
  }

  /**
   * Called before these paths are recorded, null for the whole folder. Returns what to call once
   * they are: from then on the history says that they were the editor's.
   */
  recording(paths: readonly string[] | null): () => Promise<void> {
    const written = [...this.saves].filter(
      ([path, { isWritten }]) => isWritten && (paths?.includes(path) ?? true),
    );
    return async () => {
      if (this.forget(written)) await this.publish();
    };
  }

  /** Forgets these saves, but not later ones of the same paths; returns whether there were any. */
  private forget(saves: readonly [string, Save][]): boolean {
    const own = saves.filter(([path, save]) => this.saves.get(path) === save);
    for (const [path] of own) this.saves.delete(path);
    return own.length > 0;
  }

  private async hasAgents(): Promise<boolean> {
    const claims = agentsClaims(this.dataDir, await this.realRoot());
    return (
      (await sizeOf(workerLock(this.dataDir))) !== null ||
      ((await sizeOf(claims)) ?? 0) > NO_CLAIMS_BYTES
    );
  }

  /** Writes one after the other, so that the last list is the one that stays. */
  private publish(): Promise<void> {
    return (this.writing = this.writing.then(() => this.write()));
  }

  private async write(): Promise<void> {
    const claims = this.claims();
    try {
      const folder = editorsClaims(this.dataDir, await this.realRoot());
      const file = path.join(folder, this.name);
      if (claims.length === 0) return await fs.rm(file, { force: true });
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      // Not synced: after a power cut no window is saving.
      await fs.writeFile(`${file}.new`, JSON.stringify(claims), {
        mode: 0o600,
      });
      await fs.rename(`${file}.new`, file);
      await this.tidy(folder);
    } catch {
      // Only the attribution is at stake; the save itself must go on.
    }
  }

  private async tidy(folder: string): Promise<void> {
    if (this.hasTidied) return;
    this.hasTidied = true;
    for (const name of await fs.readdir(folder)) {
      const file = path.join(folder, name);
      const { mtimeMs } = await fs.stat(file);
      if (mtimeMs < this.now() - LEFT_BEHIND_MS) await fs.rm(file);
    }
  }

  private claims(): Claim[] {
    const oldest = this.now() - EXPIRE_MS;
    this.forget([...this.saves].filter(([, save]) => save.sinceMs < oldest));
    return [...this.saves].map(([path, { sinceMs }]) => ({
      source: "editor",
      thread: null,
      paths: [path, `${path}/`],
      isOpen: false,
      sinceMs,
      untilMs: sinceMs + EXPIRE_MS,
      beside: [],
    }));
  }

  private realRoot(): Promise<string> {
    return (this.root ??= fs.realpath(this.folder).catch(() => this.folder));
  }
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await fs.stat(file)).size;
  } catch {
    return null; // there is no such file
  }
}
