import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";

/** What is written beside a finished copy. */
export interface CopyNote {
  /** The folder that it is a copy of, and the state. */
  workspace: string;
  name: string;
  /** When it was finished, in milliseconds. */
  at: number;
}

export interface Copy extends CopyNote {
  /** The folder that contains the copy and its note, and nothing else. */
  place: string;
  /** Something in it has changed since it was made. */
  isChanged: boolean;
}

const NOTE = "copy.json";

/** A copy that nobody changed is removed after this time. */
export const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Where copies are, in the extension's storage. */
export function copiesDir(home: string): string {
  return path.join(home, "copies");
}

/**
 * The copies of checkpoints that were opened in windows. They are in the extension's storage, where
 * nothing records them. A copy that was changed is removed only by its owner.
 */
export class Copies {
  constructor(private readonly dir: string) {}

  /** Makes a copy: `fill` creates the folder. What `fill` leaves behind when it fails is removed. */
  async make(
    name: string,
    note: Omit<CopyNote, "at">,
    fill: (folder: string) => Promise<void>,
  ): Promise<string> {
    const place = path.join(this.dir, randomBytes(6).toString("hex"));
    await fs.mkdir(place, { recursive: true, mode: 0o700 });
    const folder = path.join(place, name);
    try {
      await fill(folder);
      // The newest change in the copy itself, by the clock of its disk.
      const at = (await newestIn(folder)) ?? Date.now();
      const text = JSON.stringify({ ...note, at } satisfies CopyNote);
      await fs.writeFile(path.join(place, NOTE), text, { mode: 0o600 });
    } catch (error) {
      await remove(place);
      throw error;
    }
    return folder;
  }

  /** Lists the finished copies, newest first. */
  async list(): Promise<Copy[]> {
    const found: Copy[] = [];
    for (const name of await namesIn(this.dir)) {
      const place = path.join(this.dir, name);
      const note = await noteIn(place);
      if (note)
        found.push({ ...note, place, isChanged: await isNewer(place, note) });
    }
    return found.sort((a, b) => b.at - a.at);
  }

  remove({ place }: Pick<Copy, "place">): Promise<void> {
    return remove(place);
  }

  /** Removes old copies that nobody changed, except those that `isOpen` says are in use. */
  async tidy(now: number, isOpen: (place: string) => boolean): Promise<number> {
    let removed = 0;
    for (const { place, at } of await this.list()) {
      if (isOpen(place) || now - at < KEPT_MS) continue;
      const note = await noteIn(place);
      if (!note || (await isNewer(place, note))) continue;
      await remove(place);
      removed++;
    }
    return removed;
  }
}

async function noteIn(place: string): Promise<CopyNote | undefined> {
  try {
    const text = await fs.readFile(path.join(place, NOTE), "utf8");
    const note = JSON.parse(text) as Partial<CopyNote>;
    return typeof note.at === "number" ? (note as CopyNote) : undefined;
  } catch {
    return undefined; // Unfinished, or being made by another window.
  }
}

/** True if a file or folder in the copy was changed, created or deleted since it was made. */
async function isNewer(place: string, { at }: CopyNote): Promise<boolean> {
  for (const name of await namesIn(place))
    if (name !== NOTE) {
      const newest = await newestIn(path.join(place, name), at);
      if (newest !== undefined && newest > at) return true;
    }
  return false;
}

/**
 * Returns the time of the newest change below a folder; stops at the first one after `until`. The
 * change time is used, which programs cannot set back.
 */
async function newestIn(
  folder: string,
  until = Infinity,
): Promise<number | undefined> {
  let newest: number | undefined;
  const todo = [folder];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    const stat = await fs.lstat(at);
    newest = Math.max(newest ?? 0, stat.ctimeMs);
    if (newest > until) return newest;
    if (stat.isDirectory())
      for (const name of await fs.readdir(at)) todo.push(path.join(at, name));
  }
  return newest;
}

async function namesIn(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch(() => []);
}

function remove(place: string): Promise<void> {
  return fs.rm(place, { recursive: true, force: true, maxRetries: 3 });
}
