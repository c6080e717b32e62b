import { Burst, type BurstRules, type Gathered } from "./burst";
import { Saving } from "./saving";

/** The presumed author of a change, before the files are read. */
export type Origin = "editor" | "outside";

/** The changes of one burst, which one capture records. */
export interface Batch extends Gathered {
  origin: Origin;
}

export interface BurstsRules {
  editor: BurstRules;
  outside: BurstRules;
}

export const defaultBursts: BurstsRules = {
  /** Saving all editors is one burst, so a save waits only briefly. */
  editor: { settleMs: 80, maxMs: 500 },
  /** File events arrive twice, about 100 ms apart, and in waves. */
  outside: { settleMs: 300, maxMs: 2000 },
};

/**
 * Collects changed paths and decides when to record them. Changes by the editor and from outside
 * are kept apart. The watcher reports both, so an event for a path that the editor has just written
 * counts as the editor's. Without an editor everything is from outside. Pure: times are passed in.
 */
export class Bursts {
  private readonly editor: Burst;
  private readonly outside: Burst;
  private readonly saving = new Saving();

  constructor(rules: BurstsRules = defaultBursts) {
    this.editor = new Burst(rules.editor);
    this.outside = new Burst(rules.outside);
  }

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

  /** This file or folder changed on disk; "" means any. */
  onDisk(path: string, now: number): void {
    if (this.editor.holds(path) || this.saving.hold(path, now)) return;
    this.outside.add(path, now);
  }

  /** HEAD moved: disk changes around this time were made by git. */
  headMoved(now: number): void {
    this.outside.noteHead(now);
  }

  /** Puts back changes that could not be recorded. */
  putBack(batch: Batch, now: number): void {
    this[batch.origin].putBack(batch, now);
  }

  /** When the next burst ends; null if none is pending. */
  get dueAt(): number | null {
    return earliest(this.editor.dueAt, this.outside.dueAt, this.saving.dueAt);
  }

  /** When the editor's burst ends; null if none is pending. */
  get savesDueAt(): number | null {
    return this.editor.dueAt;
  }

  /** When the last pending change was noticed; null if there is none. */
  get lastAt(): number | null {
    const { lastAt } = this.editor;
    const outsideAt = this.outside.lastAt;
    if (lastAt === null || outsideAt === null) return lastAt ?? outsideAt;
    return Math.max(lastAt, outsideAt);
  }

  /** Removes and returns the finished bursts, the editor's first. */
  takeDue(now: number): Batch[] {
    for (const path of this.saving.takeGivenUp(now))
      this.outside.add(path, now);
    return this.take(({ dueAt }) => dueAt !== null && dueAt <= now);
  }

  /** Removes and returns the editor's burst if it is finished. */
  takeDueSaves(now: number): Batch[] {
    return this.take(
      ({ dueAt }, origin) =>
        origin === "editor" && dueAt !== null && dueAt <= now,
    );
  }

  /** Removes and returns what is pending from one origin or both, finished or not. */
  takeAll(now: number, only?: Origin): Batch[] {
    // A save that was announced but not confirmed still belongs to the editor.
    if (only !== "outside")
      for (const path of this.saving.paths) this.editor.add(path, now);
    return this.take(
      ({ dueAt }, origin) =>
        dueAt !== null && (only === undefined || origin === only),
    );
  }

  private take(isWanted: (burst: Burst, origin: Origin) => boolean): Batch[] {
    return (["editor", "outside"] as const)
      .filter((origin) => isWanted(this[origin], origin))
      .map((origin) => ({ origin, ...this[origin].take() }));
  }
}

/** Returns the earliest of these times; null means never. */
export function earliest(...times: (number | null)[]): number | null {
  const set = times.filter((time) => time !== null);
  return set.length ? Math.min(...set) : null;
}
