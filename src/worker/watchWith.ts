import type { Disposable } from "../base/lifecycle";
import type { Log } from "../base/log";
import type { Engine, EngineEvent } from "../engine/api";
import { CheckpointError } from "../engine/model/errors";
import type { EngineSettings } from "../engine/model/settings";
import { watchFolder } from "../host/watchFolder";
import { defaultWatch, WatchLoop } from "../host/watchLoop";

/** Another process holds the lock only briefly, so try again sooner than the command does. */
const RETRY_MS = 1000;

export interface Watching extends Disposable {
  /** Must be given the engine's events: a checkpoint that is created for a caller covers changes. */
  noteEvent(event: EngineEvent): void;
}

/**
 * Records a folder while it changes, as `checkpoint watch` does, on the engine's own thread.
 * Resolves once the folder is recorded and watched. `dispose` records and names what is pending.
 */
export async function watchWith(
  engine: Engine,
  settings: Partial<EngineSettings>,
  log: Log,
): Promise<Watching> {
  const loop = new WatchLoop(
    engine,
    {
      captured() {},
      checkpointed() {},
      failed: (error) => log.error("Not recorded; retrying", error),
    },
    { ...defaultWatch, retryMs: RETRY_MS },
  );
  recordFirst(engine, loop);
  const watching = await watchFolder(loop, {
    root: engine.root,
    settings,
    onError: (error) => log.error("Some folders cannot be watched", error),
  });
  return {
    noteEvent: (event) => loop.noteEvent(event),
    dispose() {
      // The thread ends without waiting for the watcher.
      void watching.close();
      loop.stop();
    },
  };
}

/** Throws if the folder will not be recorded. While another process writes, the loop retries. */
function recordFirst(engine: Engine, loop: WatchLoop): void {
  try {
    loop.recorded(engine.capture({ source: "outside" }));
  } catch (error) {
    if (!CheckpointError.is(error, "store-locked")) throw error;
  }
}
