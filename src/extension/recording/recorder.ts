import { Emitter } from "../../base/event";
import type { Disposable } from "../../base/lifecycle";
import type { Log } from "../../base/log";
import type { EngineEvent, FormattedSave } from "../../engine/api";
import { CheckpointError } from "../../engine/model/errors";
import { Automatic, type AutomaticRules } from "../../recorder/automatic";
import { Bursts, earliest } from "../../recorder/bursts";
import { Batches, type BatchesParts } from "./batches";
import { Captures, type CapturesParts } from "./captures";
import { Checkpoints } from "./checkpoints";

export interface RecorderParts extends CapturesParts, BatchesParts {
  /** Whether unsaved texts are recorded; default: true. */
  recordsUnsaved?: () => boolean;
  log: Log;
  rules: AutomaticRules;
}

/**
 * Turns a folder's events into moments and automatic checkpoints. It decides when to record,
 * `Batches` decides for whom, the engine what. It does one thing at a time, except that saves are
 * recorded during a rescan, and retries what could not be recorded.
 */
export class Recorder implements Disposable {
  private readonly bursts = new Bursts();
  private readonly captures: Captures;
  private readonly automatic: Automatic;
  private readonly checkpoints: Checkpoints;
  private readonly batches: Batches;
  private readonly queue = new TaskQueue(() => this.didChangeBusy());
  private readonly changed = new Emitter<void>();
  private alarm: Disposable | undefined;
  private writing = 0;
  private isDisposed = false;
  private isRescanning = false;
  /** What the editor saved during a rescan, while it is being recorded. */
  private saving: Promise<void> | undefined;

  /** `isBusy` or `problem` changed. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly parts: RecorderParts) {
    const { engine, time, rules } = parts;
    this.captures = new Captures(parts);
    this.automatic = new Automatic(rules);
    this.checkpoints = new Checkpoints(
      engine,
      this.captures,
      this.automatic,
      time,
    );
    this.batches = new Batches(
      parts,
      this.bursts,
      this.captures,
      this.automatic,
      this.checkpoints,
    );
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

  /** The editor is about to save this file; resolves once other processes know it. */
  willSave(path: string): Promise<void> {
    this.bursts.willSave(path, this.now());
    return this.willWrite(path);
  }

  /** The same before it creates, renames or deletes a file or folder. */
  async willWrite(path: string): Promise<void> {
    await this.parts.saves?.announce(path);
  }

  /** The editor saved, created, renamed or deleted this file or folder. */
  byEditor(path: string): void {
    this.parts.saves?.written(path);
    this.bursts.byEditor(path, this.now());
    this.arm();
  }

  /** Formatters changed this file while the editor saved it. */
  formatted(save: FormattedSave): void {
    // The text before them was never saved.
    if (this.parts.recordsUnsaved?.() !== false) this.batches.formatted(save);
  }

  /** This file or folder changed on disk. */
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
    if (this.parts.recordsUnsaved?.() === false) return;
    this.captures.unsaved.touched(path, this.now());
    this.arm();
  }

  setRules(rules: AutomaticRules): void {
    this.automatic.rules = rules;
    this.arm();
  }

  /** Keeps track of checkpoints that others create. */
  noteEvent(event: EngineEvent): void {
    this.checkpoints.noteEvent(event);
    this.arm();
  }

  /** Records pending changes; rejects if that fails. */
  flush(): Promise<void> {
    return this.queue.run(async () => {
      const waiting = this.bursts.takeAll(this.now());
      await this.batches.record(waiting, { patient: false });
      await this.batches.recordUnsaved();
    });
  }

  /**
   * Rescans the folder, because watchers miss events. Returns the number of changed paths. A
   * first scan takes long, so what the editor saves meanwhile does not wait for it.
   */
  rescan(): Promise<number> {
    return this.queue.run(async () => {
      this.isRescanning = true;
      this.arm();
      try {
        return await this.batches.recordAll();
      } finally {
        this.isRescanning = false;
        await this.saving;
      }
    });
  }

  /**
   * Creates a guard checkpoint of the recorded state plus the current state of these paths. Other
   * pending changes are left out, because they may be the damage to guard against.
   */
  guard(
    name: string,
    paths: readonly string[] = [],
    command?: string,
  ): Promise<void> {
    return this.queue.run(async () => {
      await this.batches.recordOnly(paths);
      await this.checkpoints.makeGuard(name, "editor", command);
    });
  }

  /** Runs work that writes to the folder; events it causes are held until it is done. */
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

  /** Sets the timer for the next due task, unless one is running. */
  private arm(): void {
    this.alarm?.dispose();
    this.alarm = undefined;
    if (this.isDisposed) return;
    if (this.isRescanning) return this.armSaves();
    if (this.queue.isBusy) return;
    const isWriting = this.writing > 0;
    const due = earliest(
      isWriting ? null : this.bursts.dueAt,
      isWriting ? null : this.captures.unsaved.dueAt,
      isWriting ? null : this.captures.secondLook.dueAt,
      isWriting ? null : this.automatic.dueAt(this.bursts.lastAt),
    );
    if (due === null) return;
    const wait = Math.max(due, this.captures.retryAt) - this.now();
    this.alarm = this.parts.time.after(
      Math.max(0, wait),
      () => void this.queue.run(() => this.tryWork()),
    );
  }

  /** Sets the timer for what the editor saves during a rescan. */
  private armSaves(): void {
    const due = this.bursts.savesDueAt;
    if (due === null || this.saving || this.writing > 0) return;
    const wait = Math.max(due, this.captures.retryAt) - this.now();
    this.alarm = this.parts.time.after(Math.max(0, wait), () => {
      const saves = this.bursts.takeDueSaves(this.now());
      const options = { patient: false };
      this.saving = this.trying(() => this.batches.record(saves, options));
      void this.saving.then(() => {
        this.saving = undefined;
        this.arm();
      });
    });
  }

  private tryWork(): Promise<void> {
    return this.trying(() => this.work());
  }

  private async trying(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (CheckpointError.is(error, "cancelled")) return;
      // `problem` reports it to the user, and it will be retried.
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
    if (isDue(this.captures.secondLook.dueAt, this.now()))
      await this.batches.recordUnsettled();
    if (isDue(this.automatic.dueAt(this.bursts.lastAt), this.now()))
      await this.checkpoints.makeAutomatic();
  }
}

function isDue(at: number | null, now: number): boolean {
  return at !== null && at <= now;
}

/** Runs tasks one after the other. A failed task does not stop the next. */
class TaskQueue {
  private tail: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** `onDidChange` is called when the queue becomes busy or idle. */
  constructor(private readonly onDidChange: () => void) {}

  get isBusy(): boolean {
    return this.waiting > 0;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    if (this.waiting++ === 0) this.onDidChange();
    const result = this.tail.then(task);
    const done = () => {
      if (--this.waiting === 0) this.onDidChange();
    };
    this.tail = result.then(done, done);
    return result;
  }
}
