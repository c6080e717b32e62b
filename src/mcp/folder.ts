import { openGuest, type Guest } from "../agents/openGuest";
import type { EngineEvent } from "../engine/api";
import type { Location } from "../host/locate";
import type { EngineClient } from "../worker/client";

/** The one folder that the server serves; opened when it is first needed. */
export interface Folder {
  /** Works with its history, up to date with what other processes recorded. */
  use<T>(work: (engine: EngineClient) => Promise<T>): Promise<T>;
  /** Forgets the folder: the next use finds it anew; what is under way ends as it began. */
  reset(): Promise<void>;
  /** Ends what is under way, and lets go of the folder. */
  close(): Promise<void>;
}

const CHANGES_LIST: ReadonlySet<EngineEvent["type"]> = new Set([
  "created",
  "edited",
  "deleted",
  "refreshed", // another process wrote
]);

/** `onListed` is called when the list of checkpoints is no longer what it was. */
export function folderAt(
  find: () => Promise<Location>,
  assetsDir: string,
  onListed: () => void,
): Folder {
  let current: Visit | undefined;
  const open = async (): Promise<Guest> => {
    const opened = await openGuest(await find(), assetsDir);
    opened.engine.onDidChange(({ type }) => {
      if (CHANGES_LIST.has(type)) onListed();
    });
    return opened;
  };
  const leave = (): Visit | undefined => {
    const left = current;
    current = undefined;
    return left;
  };
  return {
    async use(work) {
      const visit = (current ??= new Visit(open()));
      // What could not be opened may be there at the next call: a folder that
      // was made meanwhile, a lock that was let go.
      visit.guest.catch(() => {
        if (current === visit) current = undefined;
      });
      return visit.use(work);
    },
    async reset() {
      const visit = leave();
      await visit?.isIdle();
      await visit?.close();
    },
    close: async () => leave()?.close(),
  };
}

/** A folder while it is open, and what is under way in it. */
class Visit {
  private readonly uses = new Set<Promise<unknown>>();

  constructor(readonly guest: Promise<Guest>) {}

  async use<T>(work: (engine: EngineClient) => Promise<T>): Promise<T> {
    const done = this.guest.then(async ({ engine }) => {
      await engine.refresh();
      return work(engine);
    });
    this.uses.add(done);
    return done.finally(() => this.uses.delete(done));
  }

  async isIdle(): Promise<void> {
    await Promise.allSettled(this.uses);
  }

  async close(): Promise<void> {
    const opened = await this.guest.catch(() => undefined);
    await opened?.close();
  }
}
