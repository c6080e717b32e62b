import type { Progress } from "../../engine/api";
import { progressText } from "../../wording/progress";
import { voice } from "./voice";

/** Shows the progress of long work, on a terminal and only after a second. */
export class ProgressLine {
  private startedMs: number;
  private shownMs = 0;

  constructor(
    private readonly write: (text: string) => void,
    private readonly now: () => number,
    private readonly columns: () => number = () => 80,
  ) {
    this.startedMs = now();
  }

  /** Restarts the delay for a new piece of work. */
  restart(): void {
    this.startedMs = this.now();
  }

  readonly report = (progress: Progress): void => {
    const nowMs = this.now();
    if (nowMs - this.startedMs < 1000 || nowMs - this.shownMs < 100) return;
    this.shownMs = nowMs;
    const line = progressLine(progress).slice(0, this.columns() - 1);
    this.write(`\r\x1b[K${line}`);
  };

  /** Clears the progress line, so that other output starts on an empty one. */
  clear(): void {
    if (this.shownMs > 0) this.write("\r\x1b[K");
    this.shownMs = 0;
  }
}

/** Returns a step's line, with the percentage done. */
export function progressLine(step: Progress): string {
  const text = progressText(step, clockTime, voice);
  const { done, total } = step;
  return total ? `${text} (${Math.floor((100 * done) / total)}%)` : text;
}

function clockTime(ms: number): string {
  return new Date(ms).toLocaleTimeString("en-GB");
}
