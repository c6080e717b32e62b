import { ancestorsOf } from "../../engine/model/workspacePath";
import { Saving } from "./saving";

/** Who is thought to have made a change, before anything was looked at. */
export type Origin = "editor" | "outside";

export interface BurstRules {
  /** A burst is over after this much quiet... */
  settleMs: number;
  /** ...or after this long, however busy it is. */
  maxMs: number;
}

/** The changes of one burst: what one capture records as one moment. */
export interface Batch {
  origin: Origin;
  /** Null when there were too many to name: everything is looked at. */
  paths: string[] | null;
  /** HEAD of the repository moved in this burst. */
  headMoved: boolean;
}

/** Saving all editors is one burst; a save waits for hardly anything. */
export const editorRules: BurstRules = { settleMs: 80, maxMs: 500 };
/** File events come twice, about 100 ms apart, and in waves. */
export const outsideRules: BurstRules = { settleMs: 300, maxMs: 2000 };

/** Past this many paths looking at everything is cheaper than at each. */
const MAX_PATHS = 5000;

/**
 * Gathers changed paths and says when they are to be recorded. What the editor
 * wrote and what came from outside are kept apart, since the file system watcher
 * reports both: an event for a path that the editor is known to have just
 * written belongs to the editor. Pure: time is given.
 */
export class Bursts {
  private readonly editor = new Burst("editor", editorRules);
  private readonly outside = new Burst("outside", outsideRules);
  private readonly saving = new Saving();

  /** The editor is about to write this file. */
  willSave(path: string, now: number): void {
    this.saving.begin(path, now);
  }

  /** The editor saved, created, renamed or deleted this file or folder. */
  byEditor(path: string, now: number): void {
    this.saving.end(path);
    this.outside.remove(path);
    this.editor.add(path, now);
  }

  /** Something happened on disk to this file or folder. */
  onDisk(path: string, now: number): void {
    if (this.editor.holds(path) || this.saving.hold(path, now)) return;
    this.outside.add(path, now);
  }

  /** HEAD moved: what changed on disk around now was git's doing. */
  headMoved(now: number): void {
    this.outside.noteHead(now);
  }

  /** Puts back what could not be recorded. */
  putBack(batch: Batch, now: number): void {
    const burst = batch.origin === "editor" ? this.editor : this.outside;
    burst.putBack(batch, now);
  }

  /** When the next burst is over; null when nothing waits. */
  get dueAt(): number | null {
    return earliest(this.editor.dueAt, this.outside.dueAt, this.saving.dueAt);
  }

  /** Takes the bursts that are over, the editor's first. */
  takeDue(now: number): Batch[] {
    for (const path of this.saving.takeGivenUp(now))
      this.outside.add(path, now);
    return [this.editor, this.outside]
      .filter((burst) => burst.dueAt !== null && burst.dueAt <= now)
      .map((burst) => burst.take());
  }

  /** Takes what waits of one origin, or of both, due or not. */
  takeAll(now: number, origin?: Origin): Batch[] {
    // A save of which one word is still missing is the editor's all the same.
    if (origin !== "outside")
      for (const path of this.saving.paths) this.editor.add(path, now);
    return [this.editor, this.outside]
      .filter((burst) => burst.dueAt !== null)
      .filter((burst) => origin === undefined || burst.origin === origin)
      .map((burst) => burst.take());
  }
}

class Burst {
  private paths = new Set<string>();
  private isEverything = false;
  private hasHead = false;
  private firstAt = 0;
  private lastAt: number | null = null;

  constructor(
    readonly origin: Origin,
    private readonly rules: BurstRules,
  ) {}

  get dueAt(): number | null {
    if (this.lastAt === null) return null;
    const { settleMs, maxMs } = this.rules;
    return Math.min(this.lastAt + settleMs, this.firstAt + maxMs);
  }

  add(path: string, now: number): void {
    this.touch(now);
    if (this.isEverything) return;
    this.paths.add(path);
    if (this.paths.size > MAX_PATHS) this.widen();
  }

  noteHead(now: number): void {
    this.touch(now);
    this.hasHead = true;
  }

  putBack(batch: Batch, now: number): void {
    this.touch(now);
    this.hasHead ||= batch.headMoved;
    if (batch.paths === null) this.widen();
    else for (const path of batch.paths) this.add(path, now);
  }

  remove(path: string): void {
    this.paths.delete(path);
    const isEmpty = this.paths.size === 0 && !this.isEverything;
    if (isEmpty && !this.hasHead) this.lastAt = null;
  }

  /** True when the path, or a folder above it, waits in this burst. */
  holds(path: string): boolean {
    if (this.lastAt === null) return false;
    return (
      this.isEverything ||
      this.paths.has(path) ||
      ancestorsOf(path).some((folder) => this.paths.has(folder))
    );
  }

  take(): Batch {
    const { origin, hasHead: headMoved } = this;
    const paths = this.isEverything ? null : [...this.paths];
    this.paths = new Set();
    this.isEverything = false;
    this.hasHead = false;
    this.lastAt = null;
    return { origin, paths, headMoved };
  }

  private touch(now: number): void {
    if (this.lastAt === null) this.firstAt = now;
    this.lastAt = now;
  }

  private widen(): void {
    this.isEverything = true;
    this.paths.clear();
  }
}

/** Returns the earliest of these times; null means never. */
export function earliest(...times: (number | null)[]): number | null {
  const set = times.filter((time) => time !== null);
  return set.length ? Math.min(...set) : null;
}
