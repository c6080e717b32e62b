import type { CaptureResult, Engine } from "../engine/api";
import type { Checkpoint } from "../engine/model/checkpoint";
import { Burst, type BurstSettings } from "../host/burst";

/** What a watch tells its host. */
export interface WatchListener {
  captured(result: CaptureResult): void;
  checkpointed(checkpoint: Checkpoint): void;
  failed(error: unknown): void;
}

/** Turns changed paths into moments and automatic checkpoints, by the clock. */
export class WatchLoop {
  private readonly burst: Burst;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    private readonly engine: Pick<Engine, "capture" | "checkpoint">,
    private readonly listener: WatchListener,
    settings: BurstSettings,
  ) {
    this.burst = new Burst(settings);
  }

  /** Notes a path that may have changed; "" for anything. */
  changed(path: string): void {
    if (this.isStopped) return;
    this.burst.add(path, Date.now());
    this.schedule();
  }

  /** Notes that something was recorded which no checkpoint names yet. */
  recorded(): void {
    this.burst.recorded(Date.now());
    this.schedule();
  }

  /** Records and names what is still waiting, then ends. */
  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    clearTimeout(this.timer);
    const due = this.burst.takeAll();
    if (due.capture) this.capture(due.capture);
    if (this.burst.isPending) this.checkpoint();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const dueAtMs = this.burst.dueAtMs();
    if (dueAtMs === null || this.isStopped) return;
    this.timer = setTimeout(
      () => this.work(),
      Math.max(0, dueAtMs - Date.now()),
    );
  }

  private work(): void {
    const due = this.burst.take(Date.now());
    if (due.capture) this.capture(due.capture);
    if (due.checkpoint) this.checkpoint();
    this.schedule();
  }

  private capture(paths: string[]): void {
    try {
      const result = this.engine.capture({
        paths: paths.length > 0 ? paths : undefined,
        source: "outside",
      });
      if (!result.isNew) return;
      this.burst.recorded(Date.now());
      this.listener.captured(result);
    } catch (error) {
      this.listener.failed(error);
    }
  }

  private checkpoint(): void {
    this.burst.named();
    try {
      this.listener.checkpointed(
        this.engine.checkpoint({
          kind: "automatic",
          source: "outside",
          capture: false,
        }),
      );
    } catch (error) {
      this.listener.failed(error);
    }
  }
}
