import type { Disposable } from "../base/lifecycle";
import type { CheckpointError, ErrorCode } from "../engine/model/errors";
import type { Time } from "./capture/time";

/** What may pass by itself: another process ends, a disk comes back or gets room. */
const passing: ReadonlySet<ErrorCode> = new Set([
  "store-locked",
  "not-found",
  "disk-full",
  "quota",
  "io",
]);
const FIRST_MS = 30_000;
const MOST_MS = 10 * 60_000;

/**
 * Tries again what failed for a reason that may pass, with growing pauses.
 * Otherwise a folder would stay unrecorded until somebody notices.
 */
export class LaterTries implements Disposable {
  private waiting: Disposable | undefined;
  private pauseMs = FIRST_MS;

  constructor(
    private readonly time: Time,
    private readonly tryAgain: () => void,
  ) {}

  failed({ code }: CheckpointError): void {
    this.dispose();
    if (!passing.has(code)) return;
    this.waiting = this.time.after(this.pauseMs, this.tryAgain);
    this.pauseMs = Math.min(this.pauseMs * 2, MOST_MS);
  }

  succeeded(): void {
    this.dispose();
    this.pauseMs = FIRST_MS;
  }

  /** Somebody else tries it, or nobody wants it any more. */
  dispose(): void {
    this.waiting?.dispose();
    this.waiting = undefined;
  }
}
