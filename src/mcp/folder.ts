import { openOnThread, type OnThread } from "../agents/openOnThread";
import type { EngineEvent } from "../engine/api";
import type { Location } from "../host/locate";
import { hasStore } from "../host/stores";
import type { EngineClient } from "../worker/client";

/** The one folder that the server serves. It is opened on first use. */
export interface Folder {
  /** Runs `work` with the engine, after loading what other processes have recorded. */
  use<T>(work: Work<T>): Promise<T>;
  /**
   * Like `use`, for read-only requests, which must not create a history.
   * Returns null if the folder has none yet.
   */
  read<T>(work: Work<T>): Promise<T | null>;
  /**
   * Forgets the folder, so the next use locates it again. Calls in progress finish on the
   * old one.
   */
  reset(): Promise<void>;
  /** Cancels calls in progress and closes the folder. */
  close(): Promise<void>;
}

type Work<T> = (engine: EngineClient, location: Location) => Promise<T>;
type Opened = OnThread & { location: Location };

const CHANGES_LIST: ReadonlySet<EngineEvent["type"]> = new Set([
  "created",
  "edited",
  "deleted",
  "refreshed", // another process wrote
]);

/** Calls `onListChanged` whenever the list of checkpoints changes. */
export function folderAt(
  find: () => Promise<Location>,
  assetsDir: string,
  onListChanged: () => void,
): Folder {
  let current: OpenFolder | undefined;
  const open = async (): Promise<Opened> => {
    const location = await find();
    const opened = await openOnThread(location, assetsDir);
    opened.engine.onDidChange(({ type }) => {
      if (CHANGES_LIST.has(type)) onListChanged();
    });
    return { ...opened, location };
  };
  const leave = (): OpenFolder | undefined => {
    const left = current;
    current = undefined;
    return left;
  };
  const use: Folder["use"] = async (work) => {
    const opened = (current ??= new OpenFolder(open()));
    // If opening failed, the next call tries again: by then the folder may have
    // been created, or its lock released.
    opened.opening.catch(() => {
      if (current === opened) current = undefined;
    });
    return opened.use(work);
  };
  return {
    use,
    async read(work) {
      if (!current && !hasStore((await find()).storeDir)) return null;
      return use(work);
    },
    async reset() {
      const opened = leave();
      await opened?.whenIdle();
      await opened?.close();
    },
    close: async () => leave()?.close(),
  };
}

/** An open folder and the calls in progress on it. */
class OpenFolder {
  private readonly uses = new Set<Promise<unknown>>();

  constructor(readonly opening: Promise<Opened>) {}

  async use<T>(work: Work<T>): Promise<T> {
    const done = this.opening.then(async ({ engine, location }) => {
      await engine.refresh();
      return work(engine, location);
    });
    this.uses.add(done);
    return done.finally(() => this.uses.delete(done));
  }

  async whenIdle(): Promise<void> {
    await Promise.allSettled(this.uses);
  }

  async close(): Promise<void> {
    const opened = await this.opening.catch(() => undefined);
    await opened?.close();
  }
}
