import type { Event } from "../../base/event";
import type { LockHolder } from "../../engine/api";
import { problem } from "../../engine/model/errors";
import type { Call } from "../../worker/client";

/** Which process keeps changes from being recorded; undefined if none does. */
interface Waiting {
  holder(): LockHolder | null | undefined;
  readonly onDidChange: Event<void>;
}

/**
 * Waits for work that others wait for too, and reports which process holds it up. If this call is
 * cancelled, it throws `cancelled` and the work continues.
 */
export async function waitShowingHolder(
  work: Promise<void>,
  { signal, onProgress }: Call,
  waiting: Waiting,
): Promise<void> {
  const report = (): void => {
    const holder = waiting.holder();
    if (holder !== undefined)
      onProgress?.({ phase: "wait", done: 0, total: null, holder });
  };
  const listening = waiting.onDidChange(report);
  report();
  let giveUp: (() => void) | undefined;
  const cancelled = new Promise<never>((_, reject) => {
    giveUp = () => reject(problem("cancelled"));
    if (signal?.aborted) giveUp();
    signal?.addEventListener("abort", giveUp, { once: true });
  });
  try {
    await Promise.race([work, cancelled]);
  } finally {
    listening.dispose();
    if (giveUp) signal?.removeEventListener("abort", giveUp);
  }
}
