import type { Disposable } from "../../base/lifecycle";
import type { CheckpointError, ErrorCode } from "../../engine/model/errors";
import type { Time } from "../../base/time";

/** Errors that may resolve without the user: another process ends, a disk comes back or gets space. */
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
 * Retries after errors that may resolve without the user, with growing pauses. Otherwise a folder
 * would stay unrecorded until someone notices.
 */
export class RetryBackoff implements Disposable {
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

  /** Another attempt is under way, or none is wanted any more. */
  dispose(): void {
    this.waiting?.dispose();
    this.waiting = undefined;
  }
}
