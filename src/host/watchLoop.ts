import type { Disposable } from "../base/lifecycle";
import { systemTime, type Time } from "../base/time";
import type {
  CaptureRequest,
  CaptureResult,
  Engine,
  EngineEvent,
} from "../engine/api";
import type { Checkpoint } from "../engine/model/checkpoint";
import { Automatic, type AutomaticRules } from "../recorder/automatic";
import type { BurstRules } from "../recorder/burst";
import {
  Bursts,
  defaultBursts,
  earliest,
  type Batch,
} from "../recorder/bursts";
import { SecondLook } from "../recorder/secondLook";

/** What a watch reports to its host. */
export interface WatchListener {
  captured(result: CaptureResult): void;
  checkpointed(checkpoint: Checkpoint): void;
  /** A failure that will be retried; `times` counts failures in a row. */
  failed(error: unknown, times: number): void;
}

export interface WatchRules {
  burst: BurstRules;
  automatic: AutomaticRules;
  /** Pauses between retries: a full disk or a locked store may have recovered by then. */
  retryMs: number;
}

export const defaultWatch = {
  burst: defaultBursts.outside,
  automatic: {
    enabled: true,
    quietMs: 5_000,
    minIntervalMs: 0,
    afterFiles: Infinity,
    maxWaitMs: 60_000,
  },
  retryMs: 10_000,
} satisfies WatchRules;

/** Turns changed paths into moments and automatic checkpoints, on a timer. */
export class WatchLoop {
  private readonly bursts: Bursts;
  private readonly automatic: Automatic;
  private readonly secondLook = new SecondLook();
  private alarm: Disposable | undefined;
  private retry: Disposable | undefined;
  private failures = 0;
  private isStopped = false;

  constructor(
    private readonly engine: Pick<Engine, "capture" | "checkpoint">,
    private readonly listener: WatchListener,
    private readonly rules: WatchRules,
    private readonly time: Time = systemTime,
  ) {
    this.bursts = new Bursts({ ...defaultBursts, outside: rules.burst });
    this.automatic = new Automatic(rules.automatic);
  }

  /** True if a capture failed since the last successful one. Naming older moments does not count as success. */
  get isFailing(): boolean {
    return this.failures > 0;
  }

  /** Marks a path as possibly changed; "" means any path. */
  changed(path: string): void {
    if (this.isStopped) return;
    this.bursts.onDisk(path, this.time.now());
    this.schedule();
  }

  /** Notes a recorded moment that has no checkpoint yet. */
  recorded({ moments }: CaptureResult): void {
    const now = this.time.now();
    for (const { moment, source, recorded, unsaved } of moments) {
      const { added, modified, deleted } = recorded;
      const paths = [...added, ...modified, ...deleted];
      this.automatic.note({ moment, source, paths, unsaved, git: null }, now);
    }
    this.schedule();
  }

  /** Keeps track of moments and checkpoints that others create with the same engine. */
  noteEvent(event: EngineEvent): void {
    if (event.type === "captured") this.recorded(event.result);
    else if (event.type === "created")
      this.automatic.covered(event.checkpoint.moment);
    else if (event.type === "restored")
      this.automatic.covered(event.report.moment);
  }

  /** Records and names everything still pending, then stops. */
  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.alarm?.dispose();
    this.retry?.dispose();
    this.captureAll(this.bursts.takeAll(this.time.now()));
    this.checkpoint();
  }

  private schedule(): void {
    this.alarm?.dispose();
    const dueAt = earliest(
      this.bursts.dueAt,
      this.secondLook.dueAt,
      this.automatic.dueAt(this.bursts.lastAt),
    );
    if (dueAt === null || this.isStopped) return;
    const wait = Math.max(0, dueAt - this.time.now());
    this.alarm = this.time.after(wait, () => this.work());
  }

  private work(): void {
    const now = this.time.now();
    const isDue = (at: number | null) => at !== null && at <= now;
    const names = isDue(this.automatic.dueAt(this.bursts.lastAt));
    // A checkpoint includes changes that are still pending.
    const batches = names ? this.bursts.takeAll(now) : this.bursts.takeDue(now);
    if (batches.length > 0) this.captureAll(batches);
    else if (isDue(this.secondLook.dueAt))
      this.capture({ paths: [], unsettled: true });
    if (names) this.checkpoint();
    this.schedule();
  }

  private captureAll(batches: readonly Batch[]): void {
    for (const { paths } of batches)
      this.capture({ paths: paths ?? undefined });
  }

  private capture(request: CaptureRequest): void {
    this.attempt(() => {
      const result = this.engine.capture({ ...request, source: "outside" });
      this.failures = 0;
      const wasSecondLook = request.unsettled === true;
      const now = this.time.now();
      this.secondLook.captured(result.hasUnsettled, now, wasSecondLook);
      if (!result.isNew) return;
      this.recorded(result);
      this.listener.captured(result);
    });
  }

  /** Creates a checkpoint of what was recorded since the last one. */
  private checkpoint(): void {
    const { pending } = this.automatic;
    if (!pending) return;
    const isMade = this.attempt(() => {
      const made = this.engine.checkpoint({
        kind: "automatic",
        source: pending.source,
        capture: false,
      });
      this.automatic.covered(Math.max(made.moment, pending.lastMoment));
      this.listener.checkpointed(made);
    });
    if (!isMade) this.automatic.postpone(this.time.now());
  }

  /** After a failure the whole folder is scanned again later, so no change is lost. */
  private attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.failures++;
      this.retry?.dispose();
      if (!this.isStopped)
        this.retry = this.time.after(this.rules.retryMs, () =>
          this.changed(""),
        );
      this.listener.failed(error, this.failures);
      return false;
    }
  }
}
