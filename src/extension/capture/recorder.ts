import { Emitter } from "../../base/event";
import type { Disposable } from "../../base/lifecycle";
import type { Log } from "../../base/log";
import type { EngineEvent } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import type { AutomaticRules } from "./automatic";
import { Batches, type BatchesParts } from "./batches";
import { Bursts, earliest } from "./burst";
import { Captures, type CapturesParts } from "./captures";
import { Points } from "./points";
import { TaskQueue } from "./taskQueue";

export interface RecorderParts extends CapturesParts, BatchesParts {
  log: Log;
  rules: AutomaticRules;
}

/**
 * Turns what happens in a folder into moments and automatic checkpoints: it
 * decides when, `Batches` by whom, the engine what. One thing at a time; what
 * could not be recorded is tried again.
 */
export class Recorder implements Disposable {
  private readonly bursts = new Bursts();
  private readonly captures: Captures;
  private readonly points: Points;
  private readonly batches: Batches;
  private readonly queue = new TaskQueue(() => this.didChangeBusy());
  private readonly changed = new Emitter<void>();
  private alarm: Disposable | undefined;
  private writing = 0;
  private isDisposed = false;

  /** `isBusy` or `problem` changed. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly parts: RecorderParts) {
    const { engine, time, rules } = parts;
    this.captures = new Captures(parts);
    this.points = new Points(engine, this.captures, time, rules);
    this.batches = new Batches(parts, this.bursts, this.captures, this.points);
    this.captures.onDidChangeProblem(() => this.changed.fire());
  }

  get isBusy(): boolean {
    return this.queue.isBusy;
  }

  /** Why nothing can be recorded at the moment. */
  get problem(): CheckpointError | null {
    return this.captures.problem;
  }

  /** The moment of the last capture. */
  get lastMoment(): number {
    return this.captures.lastMoment;
  }

  /** The editor is about to write this file. */
  willSave(path: string): void {
    this.bursts.willSave(path, this.now());
  }

  /** The editor saved, created, renamed or deleted this file or folder. */
  byEditor(path: string): void {
    this.bursts.byEditor(path, this.now());
    this.arm();
  }

  /** Something happened on disk to this file or folder. */
  onDisk(path: string): void {
    this.bursts.onDisk(path, this.now());
    this.arm();
  }

  headMoved(): void {
    this.bursts.headMoved(this.now());
    this.arm();
  }

  /** An editor's text changed, or it was saved or closed. */
  textTouched(path: string): void {
    this.captures.unsaved.touched(path, this.now());
    this.arm();
  }

  setRules(rules: AutomaticRules): void {
    this.points.setRules(rules);
    this.arm();
  }

  /** Keeps up with checkpoints that others make. */
  noteEvent(event: EngineEvent): void {
    this.batches.noteEvent(event);
    this.points.noteEvent(event);
    this.arm();
  }

  /** Records what waits; rejects when that fails. */
  flush(): Promise<void> {
    return this.queue.run(async () => {
      const waiting = this.bursts.takeAll(this.now());
      await this.batches.record(waiting, { patient: false });
      await this.batches.recordUnsaved();
    });
  }

  /** Looks at everything: watchers miss things. Returns how many paths had changed. */
  rescan(): Promise<number> {
    return this.queue.run(() => this.batches.recordAll());
  }

  /**
   * Makes a guard checkpoint of what is held, and of these paths as they are.
   * Other changes that wait are left out: they may be the very damage.
   */
  guard(name: string, paths: readonly string[] = []): Promise<void> {
    return this.queue.run(async () => {
      await this.batches.recordOnly(paths);
      await this.points.makeGuard(name, "editor");
    });
  }

  /** Runs work that writes into the folder; what it causes waits until it is done. */
  async whileWriting<T>(work: () => Promise<T>): Promise<T> {
    this.writing++;
    try {
      return await work();
    } finally {
      this.writing--;
      this.arm();
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.alarm?.dispose();
    this.changed.dispose();
  }

  private now(): number {
    return this.parts.time.now();
  }

  private didChangeBusy(): void {
    this.changed.fire();
    this.arm();
  }

  /** Sets the alarm to the next thing that is due; not while something runs. */
  private arm(): void {
    this.alarm?.dispose();
    this.alarm = undefined;
    if (this.isDisposed || this.queue.isBusy) return;
    const isWriting = this.writing > 0;
    const due = earliest(
      isWriting ? null : this.bursts.dueAt,
      isWriting ? null : this.captures.unsaved.dueAt,
      isWriting ? null : this.points.dueAt,
    );
    if (due === null) return;
    const wait = Math.max(due, this.captures.retryAt) - this.now();
    this.alarm = this.parts.time.after(
      Math.max(0, wait),
      () => void this.queue.run(() => this.tryWork()),
    );
  }

  private async tryWork(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      if (CheckpointError.is(error, "cancelled")) return;
      // `problem` says it to the person, and it is tried again.
      this.captures.backOff();
      this.parts.log.error("Could not record", error);
    }
  }

  private async work(): Promise<void> {
    const now = this.now();
    const due = this.bursts.takeDue(now);
    await this.batches.record(due, { patient: true });
    if (isDue(this.captures.unsaved.dueAt, now))
      await this.batches.recordUnsaved();
    if (isDue(this.points.dueAt, this.now())) await this.points.makeAutomatic();
  }
}

function isDue(at: number | null, now: number): boolean {
  return at !== null && at <= now;
}
