import type { CaptureResult, Engine } from "../engine/api";
import type { Checkpoint } from "../engine/model/checkpoint";
import { Burst, type BurstSettings } from "./watchBurst";

/** What a watch tells its host. */
export interface WatchListener {
  captured(result: CaptureResult): void;
  checkpointed(checkpoint: Checkpoint): void;
  /** It will be tried again; `times` counts failures without a success between. */
  failed(error: unknown, times: number): void;
}

/** A full disk or a busy store may be over by then. */
const RETRY_MS = 10_000;

/** Not the time of day: with a clock set back, what waits would wait for hours. */
const now = () => performance.now();

/** Turns changed paths into moments and automatic checkpoints, by the clock. */
export class WatchLoop {
  private readonly burst: Burst;
  private timer: NodeJS.Timeout | undefined;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private isStopped = false;

  constructor(
    private readonly engine: Pick<Engine, "capture" | "checkpoint">,
    private readonly listener: WatchListener,
    settings: BurstSettings,
    private readonly retryMs = RETRY_MS,
  ) {
    this.burst = new Burst(settings);
  }

  /** True when something failed since the last look that worked; a name for older moments is none. */
  get isFailing(): boolean {
    return this.failures > 0;
  }

  /** Notes a path that may have changed; "" for anything. */
  changed(path: string): void {
    if (this.isStopped) return;
    this.burst.add(path, now());
    this.schedule();
  }

  /** Notes that something was recorded which no checkpoint names yet. */
  recorded(): void {
    this.burst.recorded(now());
    this.schedule();
  }

  /** Records and names what is still waiting, then ends. */
  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.retry);
    const due = this.burst.takeAll();
    if (due.capture) this.capture(due.capture);
    if (this.burst.isPending) this.checkpoint();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const dueAtMs = this.burst.dueAtMs();
    if (dueAtMs === null || this.isStopped) return;
    this.timer = setTimeout(() => this.work(), Math.max(0, dueAtMs - now()));
  }

  private work(): void {
    const due = this.burst.take(now());
    if (due.capture) this.capture(due.capture);
    if (due.checkpoint) this.checkpoint();
    this.schedule();
  }

  private capture(paths: string[]): void {
    this.attempt(() => {
      const result = this.engine.capture({
        paths: paths.length > 0 ? paths : undefined,
        source: "outside",
      });
      this.failures = 0;
      if (!result.isNew) return;
      this.burst.recorded(now());
      this.listener.captured(result);
    });
  }

  private checkpoint(): void {
    const isNamed = this.attempt(() =>
      this.listener.checkpointed(
        this.engine.checkpoint({
          kind: "automatic",
          source: "outside",
          capture: false,
        }),
      ),
    );
    this.burst.named();
    if (!isNamed) this.burst.recorded(now());
  }

  /** Nothing is given up: after a failure everything is looked at again, later. */
  private attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.failures++;
      clearTimeout(this.retry);
      if (!this.isStopped)
        this.retry = setTimeout(() => this.changed(""), this.retryMs);
      this.listener.failed(error, this.failures);
      return false;
    }
  }
}
