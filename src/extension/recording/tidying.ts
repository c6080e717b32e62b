import type { Disposable } from "../../base/lifecycle";
import type { Log } from "../../base/log";
import { CheckpointError } from "../../engine/model/errors";
import type { EngineClient } from "../../worker/client";
import type { Time } from "../../base/time";

/** Once a window has settled, and then a few times a day. */
const FIRST_AFTER_MS = 5 * 60_000;
const EVERY_MS = 6 * 60 * 60_000;

/**
 * Runs full retention from time to time. The engine already removes what each new checkpoint
 * displaces; this also thins out by age and frees space.
 */
export function keepTidy(
  engine: EngineClient,
  time: Time,
  log: Log,
): Disposable {
  let alarm = time.after(FIRST_AFTER_MS, tidy);

  function tidy(): void {
    alarm = time.after(EVERY_MS, tidy);
    void prune();
  }

  async function prune(): Promise<void> {
    try {
      const { removed, freedBytes } = await engine.prune();
      if (removed.length > 0 || freedBytes > 0)
        log.info(`Removed ${removed.length} old checkpoints`, { freedBytes });
    } catch (error) {
      if (!CheckpointError.is(error, "cancelled"))
        log.error("Could not remove old checkpoints", error);
    }
  }

  return { dispose: () => alarm.dispose() };
}
