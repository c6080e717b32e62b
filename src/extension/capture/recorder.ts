import { Emitter } from "../../base/event";
import type { Disposable } from "../../base/lifecycle";
import type { Log } from "../../base/log";
import type { CaptureRequest, EngineEvent } from "../../engine/api";
import type { Source } from "../../engine/model/checkpoint";
import { CheckpointError } from "../../engine/model/errors";
import type { AutomaticRules } from "./automatic";
import { Bursts, earliest, type Batch } from "./burst";
import { Captures, type CapturesParts } from "./captures";
import type { Git } from "./gitFollower";
import type { GitMove } from "./outsideLabel";
import { Points } from "./points";
import { TaskQueue } from "./taskQueue";

export interface RecorderParts extends CapturesParts {
  git: Git;
  log: Log;
  rules: AutomaticRules;
  /** Whether git's work gets a guard. */
  guardsGit: () => boolean;
}

/** Git's lock is waited for this long: its work is one burst. */
const GIT_PATIENCE_MS = 10_000;

/**
 * Turns what happens in a folder into moments and automatic checkpoints: it
 * decides when and by whom, the engine what. One thing at a time; what could
 * not be recorded is tried again.
 */
export class Recorder implements Disposable {
  private readonly bursts = new Bursts();
  private readonly captures: Captures;
  private readonly points: Points;
  private readonly queue = new TaskQueue(() => this.didChangeBusy());
  private readonly changed = new Emitter<void>();
  private alarm: Disposable | undefined;
  private writing = 0;
  private gitBusySince: number | null = null;
  /** What git did, as long as it is not recorded. */
  private move: GitMove | null = null;
  private lastCaptured: { moment: number; source: Source } | null = null;
  private isDisposed = false;

  /** `isBusy` or `problem` changed. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly parts: RecorderParts) {
    const { engine, time, rules } = parts;
    this.captures = new Captures(parts);
    this.points = new Points(engine, this.captures, time, rules);
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
    if (event.type === "captured")
      this.lastCaptured = { moment: event.result.moment, source: event.source };
    this.points.noteEvent(event);
    this.arm();
  }

  /** Records what waits; rejects when that fails. */
  flush(): Promise<void> {
    return this.queue.run(async () => {
      const waiting = this.bursts.takeAll(this.now());
      await this.recordBatches(waiting, { patient: false });
      await this.recordUnsaved();
    });
  }

  /** Looks at everything: watchers miss things. Returns how many paths had changed. */
  rescan(): Promise<number> {
    return this.queue.run(async () => {
      // First what is known, so that it keeps its source.
      await this.recordSaves();
      const waiting = this.bursts.takeAll(this.now());
      const headMoved = waiting.some((batch) => batch.headMoved);
      try {
        return await this.captures.withTouched(() =>
          this.withMove(async (move) => {
            const source = await this.sourceOf(move);
            const unsaved = this.captures.allTexts();
            return this.capture({ unsaved, source }, move);
          }),
        );
      } catch (error) {
        const everything = { origin: "outside", paths: null } as const;
        this.bursts.putBack({ ...everything, headMoved }, this.now());
        throw error;
      }
    });
  }

  /**
   * Makes a guard checkpoint of what is held, and of these paths as they are.
   * Other changes that wait are left out: they may be the very damage.
   */
  guard(name: string, paths: readonly string[] = []): Promise<void> {
    return this.queue.run(async () => {
      await this.recordSaves();
      await this.captures.withTouched(() => {
        const unsaved = this.captures.allTexts();
        return this.capture({ paths, unsaved, source: "outside" }, null);
      });
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
    await this.recordBatches(due, { patient: true });
    if (isDue(this.captures.unsaved.dueAt, now)) await this.recordUnsaved();
    if (isDue(this.points.dueAt, this.now())) await this.points.makeAutomatic();
  }

  /** Records one after the other; with one that fails, those behind it wait on. */
  private async recordBatches(
    batches: readonly Batch[],
    options: { patient: boolean },
  ): Promise<void> {
    for (const [at, batch] of batches.entries())
      try {
        await this.recordBatch(batch, options);
      } catch (error) {
        for (const left of batches.slice(at))
          this.bursts.putBack(left, this.now());
        throw error;
      }
  }

  private async recordBatch(
    batch: Batch,
    { patient }: { patient: boolean },
  ): Promise<void> {
    if (batch.origin === "outside" && patient && (await this.waitsForGit()))
      this.bursts.putBack(batch, this.now());
    else await this.recordNow(batch);
  }

  private async recordNow({ origin, paths: named }: Batch): Promise<void> {
    const paths = named ?? undefined;
    if (origin === "editor") {
      // A saved file's unsaved text is gone in the same moment, whoever held it.
      const unsaved = this.captures.textsAfterSave(named ?? []);
      await this.capture({ paths, unsaved, source: "editor" }, null);
      return;
    }
    await this.withMove(async (move) => {
      if (named?.length !== 0) {
        const source = await this.sourceOf(move);
        await this.capture({ paths, source }, move);
      }
      if (move && !move.writesFiles) this.points.hurry(move.label);
    });
  }

  private async recordSaves(): Promise<void> {
    const saves = this.bursts.takeAll(this.now(), "editor");
    await this.recordBatches(saves, { patient: false });
  }

  private async recordUnsaved(): Promise<void> {
    await this.captures.withTouched(async (touched) => {
      const unsaved = this.captures.textsOf(touched);
      if (unsaved.length > 0)
        await this.capture({ paths: [], unsaved, source: "editor" }, null);
    });
  }

  /** Captures and notes what came of it; returns how many paths had changed. */
  private async capture(
    request: CaptureRequest & { source: Source },
    move: GitMove | null,
  ): Promise<number> {
    const result = await this.captures.capture(request);
    const { added, modified, deleted } = result.recorded;
    const paths = [...added, ...modified, ...deleted];
    const { moment, unsaved } = result;
    const source = this.authorOf(moment) ?? request.source;
    const git = move?.label ?? null;
    if (result.isNew) this.points.note({ moment, source, paths, unsaved, git });
    return paths.length;
  }

  /** An agent that claimed the files is known only where they are recorded. */
  private authorOf(moment: number): Source | null {
    const { lastCaptured } = this;
    return lastCaptured?.moment === moment ? lastCaptured.source : null;
  }

  /** Looks what git did; it is not forgotten when the work fails. */
  private async withMove<T>(
    work: (move: GitMove | null) => Promise<T>,
  ): Promise<T> {
    const news = await this.parts.git.look();
    // What git wrote says more about changed files than a commit after it.
    if (news?.writesFiles || !this.move?.writesFiles)
      this.move = news ?? this.move;
    const result = await work(this.move);
    this.move = null;
    return result;
  }

  /** Who wrote, and a guard of what was there before when it was git. */
  private async sourceOf(move: GitMove | null): Promise<Source> {
    if (!move?.writesFiles) return "outside";
    // Git has already written when we hear of it, but nothing of that is
    // captured yet: the last moment is the folder as it was before.
    if (this.parts.guardsGit())
      await this.points.makeGuard(`Before ${move.label}`, "git");
    return "git";
  }

  private async waitsForGit(): Promise<boolean> {
    if (!(await this.parts.git.isBusy())) {
      this.gitBusySince = null;
      return false;
    }
    this.gitBusySince ??= this.now();
    return this.now() - this.gitBusySince < GIT_PATIENCE_MS;
  }
}

function isDue(at: number | null, now: number): boolean {
  return at !== null && at <= now;
}
