import { openGuest, type Guest } from "../agents/openGuest";
import type { EngineEvent } from "../engine/api";
import type { Location } from "../host/locate";
import type { EngineClient } from "../worker/client";

/** The one folder that the server serves; opened when it is first needed. */
export interface Folder {
  /** Returns its history, up to date with what other processes recorded. */
  fresh(): Promise<EngineClient>;
  /** Forgets the folder: the next use finds it anew. */
  reset(): Promise<void>;
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
  let guest: Promise<Guest> | undefined;
  return {
    async fresh() {
      // What could not be opened may be there at the next call: a folder that
      // was made meanwhile, a lock that was let go.
      guest ??= find()
        .then((location) => openGuest(location, assetsDir))
        .then((opened) => {
          opened.engine.onDidChange(({ type }) => {
            if (CHANGES_LIST.has(type)) onListed();
          });
          return opened;
        })
        .catch((error: unknown) => {
          guest = undefined;
          throw error;
        });
      const { engine } = await guest;
      await engine.refresh();
      return engine;
    },
    async reset() {
      const old = guest;
      guest = undefined;
      const opened = await old?.catch(() => undefined);
      await opened?.close();
    },
  };
}
