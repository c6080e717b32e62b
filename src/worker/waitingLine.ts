import type { LockHolder } from "../engine/api";
import { CheckpointError, problem } from "../engine/model/errors";
import type { CallMessage } from "./protocol";

/** How often to check whether the other process has released the lock. */
const CHECK_EVERY_MS = 50;
/** Even while locked, retry this often: the process that left the lock may be gone. */
const RETRY_EVERY_MS = 3000;
/** A wait is reported once it has lasted this long. */
const REPORT_AFTER_MS = 2000;

export interface LineParts {
  /** Runs `work` between two requests, never during one. */
  inTurn(work: () => void): Promise<void>;
  isCancelled(message: CallMessage): boolean;
  /** Runs and answers the call, or calls `onBusy` if it must keep waiting. */
  attempt(message: CallMessage, onBusy: (error: CheckpointError) => void): void;
  fail(message: CallMessage, error: unknown): void;
  /** True if a lock file exists, so another process is probably writing. */
  isLocked(): boolean;
  /** Reports the wait to the folder's listeners and to these calls' progress callbacks. */
  reportWait(holder: LockHolder | null, waiting: readonly CallMessage[]): void;
  reportWaitOver(): void;
  ended(): void;
  now(): number;
}

/**
 * The changes of one folder that wait for another process, in order. The thread is not
 * blocked by them, so reads are still answered.
 */
export class WaitingLine {
  private readonly calls: { message: CallMessage; sinceMs: number }[] = [];
  private error: CheckpointError;
  private triedMs: number;
  private hasReported = false;

  constructor(
    first: CallMessage,
    error: CheckpointError,
    private readonly maxWaitMs: number,
    private readonly parts: LineParts,
  ) {
    this.error = error;
    this.triedMs = parts.now();
    this.add(first);
    void this.wait();
  }

  add(message: CallMessage): void {
    this.calls.push({ message, sinceMs: this.parts.now() });
  }

  /** Cancels all waiting calls because the folder is closing. */
  close(): void {
    for (const { message } of this.calls.splice(0))
      this.parts.fail(message, cancelled());
  }

  private async wait(): Promise<void> {
    while (this.calls.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
      await this.parts.inTurn(() => this.check());
    }
  }

  private check(): void {
    this.dropCancelled();
    const head = this.calls[0];
    if (head) this.serve(head);
    if (this.calls.length > 0) return;
    if (this.hasReported) this.parts.reportWaitOver();
    this.parts.ended();
  }

  private serve(head: { message: CallMessage; sinceMs: number }): void {
    const { parts } = this;
    const now = parts.now();
    if (!parts.isLocked() || now - this.triedMs > RETRY_EVERY_MS) {
      let isBusy = false;
      parts.attempt(head.message, (error) => {
        isBusy = true;
        this.error = error;
      });
      this.triedMs = parts.now();
      if (!isBusy) {
        this.calls.shift();
        return;
      }
    }
    const waitedMs = now - head.sinceMs;
    if (waitedMs > this.maxWaitMs) {
      this.calls.shift();
      parts.fail(head.message, this.error);
    } else if (waitedMs > REPORT_AFTER_MS) {
      this.hasReported = true;
      const messages = this.calls.map(({ message }) => message);
      parts.reportWait(holderIn(this.error), messages);
    }
  }

  private dropCancelled(): void {
    for (const call of [...this.calls])
      if (this.parts.isCancelled(call.message)) {
        this.calls.splice(this.calls.indexOf(call), 1);
        this.parts.fail(call.message, cancelled());
      }
  }
}

/**
 * True if a change failed only because the store was locked, before it did anything, so it
 * can be retried.
 */
export function canWait(error: unknown): error is CheckpointError {
  return (
    CheckpointError.is(error, "store-locked") &&
    error.data["nothingDone"] === true
  );
}

function holderIn({ data }: CheckpointError): LockHolder | null {
  const { pid, host, sinceMs } = data as Partial<LockHolder>;
  return typeof pid === "number"
    ? { pid, host: String(host), sinceMs: Number(sinceMs) }
    : null;
}

function cancelled(): CheckpointError {
  return problem("cancelled");
}
