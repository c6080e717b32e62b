import type { Progress } from "../engine/api";
import { count } from "./text";

const WORDS: Record<Progress["phase"], string> = {
  scan: "Looking through the folder",
  read: "Recording",
  write: "Writing",
  search: "Searching",
  verify: "Checking",
  compact: "Making room",
  wait: "Waiting for another process",
};

/** Shows how far long work is: on a terminal, and only after a second of it. */
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

  /** New work begins: the second starts again. */
  restart(): void {
    this.startedMs = this.now();
  }

  readonly report = (progress: Progress): void => {
    const nowMs = this.now();
    if (nowMs - this.startedMs < 1000 || nowMs - this.shownMs < 100) return;
    this.shownMs = nowMs;
    const line = progressText(progress).slice(0, this.columns() - 1);
    this.write(`\r\x1b[K${line}`);
  };

  /** Takes the line away, so that what follows starts clean. */
  clear(): void {
    if (this.shownMs > 0) this.write("\r\x1b[K");
    this.shownMs = 0;
  }
}

export function progressText({ phase, done, total }: Progress): string {
  if (phase === "wait") return `${WORDS.wait}…`;
  if (total === null) return `${WORDS[phase]}: ${count(done, "file")}`;
  const percent = total > 0 ? Math.floor((100 * done) / total) : 100;
  return `${WORDS[phase]}: ${done.toLocaleString("en")} of ${total.toLocaleString("en")} (${percent} %)`;
}
