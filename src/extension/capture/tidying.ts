import type { Disposable } from "../../base/lifecycle";
import type { Log } from "../../base/log";
import { CheckpointError } from "../../engine/model/errors";
import type { EngineClient } from "../../worker/client";
import type { Time } from "./time";

/** Old checkpoints are looked at after this many new ones... */
const EVERY = 20;
/** ...and some time after the start, when the window has settled. */
const FIRST_AFTER_MS = 60_000;

/** Lets retention do its work now and then, so that the store stays small. */
export function keepTidy(
  engine: EngineClient,
  time: Time,
  log: Log,
): Disposable {
  let made = 0;
  const tidy = async (): Promise<void> => {
    made = 0;
    try {
      const { removed, freedBytes } = await engine.prune();
      if (removed.length > 0)
        log.info(`Removed ${removed.length} old checkpoints`, { freedBytes });
    } catch (error) {
      if (!CheckpointError.is(error, "cancelled"))
        log.error("Could not remove old checkpoints", error);
    }
  };
  const first = time.after(FIRST_AFTER_MS, () => void tidy());
  const listening = engine.onDidChange((event) => {
    if (event.type === "created" && ++made >= EVERY) void tidy();
  });
  return {
    dispose() {
      first.dispose();
      listening.dispose();
    },
  };
}
