/** A file that was being written is usually quiet after this long, unless it is large. */
const FIRST_MS = 3_000;
/** The maximum number of retries in a row: a file that is still unsettled is being written continuously. */
const MOST = 5;

/**
 * When to read files again that were recorded while they may still have been written
 * (`CaptureResult.hasUnsettled`). This does not rely on another event: a write that continues after
 * its event, or one through a memory map, causes none. Pure: times are passed in.
 */
export class SecondLook {
  private looks = 0;
  private at: number | null = null;

  constructor(private readonly firstMs = FIRST_MS) {}

  /** When the next reread is due, if any. */
  get dueAt(): number | null {
    return this.at;
  }

  /** Notes whether a capture left files unsettled; the pause grows with each retry. */
  captured(hasUnsettled: boolean, nowMs: number, wasSecondLook = false): void {
    this.looks = wasSecondLook ? this.looks + 1 : 0;
    const isOver = !hasUnsettled || this.looks >= MOST;
    this.at = isOver ? null : nowMs + this.firstMs * 2 ** this.looks;
  }
}
