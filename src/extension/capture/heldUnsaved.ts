/** Where a window keeps small things over its life: the editor's memento. */
export interface Memory {
  get<T>(key: string): T | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface Held {
  /** The extension host that wrote it. */
  pid: number;
  paths: string[];
}

/**
 * Remembers of which paths the history holds unsaved text, over a crash or a
 * restart: whoever comes next lets go of texts whose editors are gone. Another
 * window on the same folder shares the memory; as long as it runs, its texts are
 * its own business.
 */
export class HeldUnsaved {
  private readonly key: string;

  constructor(
    private readonly memory: Memory,
    folder: string,
    private readonly isAlive: (pid: number) => boolean = isProcess,
  ) {
    this.key = `unsaved:${folder}`;
  }

  /** Returns what a window that is gone has left behind. */
  left(): string[] {
    const held = this.memory.get<Held>(this.key);
    if (!held || !Array.isArray(held.paths)) return [];
    const isOthers = held.pid !== process.pid && this.isAlive(held.pid);
    return isOthers ? [] : held.paths;
  }

  keep(paths: string[]): void {
    void this.memory.update(this.key, {
      pid: process.pid,
      paths,
    } satisfies Held);
  }
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process: alive, though not ours to ask.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
