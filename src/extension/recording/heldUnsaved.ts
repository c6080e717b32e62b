import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { startIn } from "../../base/procStat";

interface Held {
  /**
   * The process id of the extension host that wrote it; checked together with `start`, because ids
   * are reused.
   */
  pid: number;
  start: string;
  paths: string[];
}

/** Queries about the processes of other windows. */
export interface WindowProcesses {
  isAlive(pid: number): boolean;
  start(pid: number): Promise<string>;
}

/**
 * Remembers, across a crash or a reload, for which paths the history has a window's unsaved text.
 * The next window on the folder removes the texts whose editors are gone. Each window has its own
 * file, since several may have the folder open, and leaves the texts of other running windows
 * alone.
 */
export class HeldUnsaved {
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly file: string,
    private readonly processes: WindowProcesses,
    /** Paths left behind by this window and by windows that are gone. */
    readonly left: readonly string[],
    private takenOver: string[],
  ) {}

  /** `home` is the extension's own storage. */
  static async open(
    home: string,
    folder: string,
    processes: WindowProcesses = realProcesses,
  ): Promise<HeldUnsaved> {
    const key = createHash("sha256").update(folder).digest("hex").slice(0, 16);
    const dir = path.join(home, "unsaved", key);
    const own = path.join(dir, `${process.pid}.json`);
    const left = new Set<string>();
    const takenOver: string[] = [];
    for (const file of await filesIn(dir)) {
      const held = await read(file);
      if (held && (await isOthers(held, processes))) continue;
      if (file !== own) takenOver.push(file);
      for (const each of held?.paths ?? []) left.add(each);
    }
    return new HeldUnsaved(own, processes, [...left], takenOver);
  }

  /** Replaces this window's list, including what it took over from others. */
  keep(paths: readonly string[]): Promise<void> {
    // Write one after the other, so that the last list is the one that stays.
    return (this.writing = this.writing.then(() => this.write([...paths])));
  }

  private async write(paths: string[]): Promise<void> {
    const { pid } = process;
    try {
      if (paths.length === 0) await fs.rm(this.file, { force: true });
      else {
        const held: Held = {
          pid,
          start: await this.processes.start(pid),
          paths,
        };
        await fs.mkdir(path.dirname(this.file), { recursive: true });
        const written = `${this.file}.new`;
        await fs.writeFile(written, JSON.stringify(held));
        await fs.rename(written, this.file);
      }
      for (const file of this.takenOver.splice(0))
        await fs.rm(file, { force: true });
    } catch {
      // Without this file, a text whose editor is gone would stay in the history only after a
      // crash.
    }
  }
}

async function isOthers(
  { pid, start }: Held,
  processes: WindowProcesses,
): Promise<boolean> {
  if (pid === process.pid) return false;
  return processes.isAlive(pid) && (await processes.start(pid)) === start;
}

async function filesIn(dir: string): Promise<string[]> {
  try {
    return (await fs.readdir(dir)).map((name) => path.join(dir, name));
  } catch {
    return []; // No window had unsaved text there.
  }
}

/** Returns undefined if the file is invalid, so no window can claim it. */
async function read(file: string): Promise<Held | undefined> {
  try {
    const held = JSON.parse(await fs.readFile(file, "utf8")) as Held;
    return Array.isArray(held.paths) ? held : undefined;
  } catch {
    return undefined;
  }
}

const realProcesses: WindowProcesses = {
  isAlive(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EPERM";
    }
  },
  async start(pid) {
    try {
      return startIn(await fs.readFile(`/proc/${pid}/stat`, "latin1"));
    } catch {
      return ""; // Without /proc only the process id is known.
    }
  },
};
