import type { Source } from "../../engine/model/checkpoint";
import { isAgent } from "../../engine/model/sources";
import type { Changed } from "./outsideLabel";

export interface AutomaticRules {
  enabled: boolean;
  /** A checkpoint is made when nothing changed for this long... */
  quietMs: number;
  /** ...not more often than this... */
  minIntervalMs: number;
  /** ...and after a short pause only, once this many files changed. */
  afterFiles: number;
}

/** A recorded moment, as far as automatic checkpoints care. */
export interface NotedMoment {
  moment: number;
  source: Source;
  paths: readonly string[];
  /** Paths whose unsaved text changed. */
  unsaved: readonly string[];
  /** What git did, in words; null when it did nothing. */
  git: string | null;
}

/** The changes since the last checkpoint, to be named. */
export interface Pending {
  lastMoment: number;
  source: Source;
  changed: Changed;
}

/** The pause that is enough once many files changed: one burst, one checkpoint. */
const SHORT_QUIET_MS = 1000;
/** Somebody who never pauses gets a checkpoint too. */
const MAX_WAIT_MS = 60_000;

/**
 * Says when recorded moments become an automatic checkpoint, and what it holds.
 * Pure: time is given.
 */
export class Automatic {
  private waiting: Waiting | null = null;
  private madeAt = -Infinity;

  constructor(public rules: AutomaticRules) {}

  note(noted: NotedMoment, now: number): void {
    if (noted.paths.length + noted.unsaved.length === 0) return;
    const waiting = (this.waiting ??= new Waiting(now));
    waiting.add(noted, now);
  }

  /** A natural end of what was done before, such as a commit. */
  hurry(git: string): void {
    if (!this.waiting) return;
    this.waiting.isHurried = true;
    this.waiting.git ??= git;
  }

  /** A checkpoint of any kind holds everything up to this moment. */
  covered(moment: number): void {
    if (this.waiting && this.waiting.lastMoment <= moment) this.waiting = null;
  }

  made(now: number): void {
    this.madeAt = now;
  }

  get dueAt(): number | null {
    const { enabled, quietMs, minIntervalMs, afterFiles } = this.rules;
    const { waiting } = this;
    if (!enabled || !waiting) return null;
    const isMany = waiting.edited.size + waiting.outside.size >= afterFiles;
    const quiet = isMany ? Math.min(quietMs, SHORT_QUIET_MS) : quietMs;
    const patience = Math.max(MAX_WAIT_MS, 4 * quietMs);
    const wanted = waiting.isHurried
      ? waiting.lastAt
      : Math.min(waiting.lastAt + quiet, waiting.firstAt + patience);
    return Math.max(wanted, this.madeAt + minIntervalMs);
  }

  get pending(): Pending | null {
    const { waiting } = this;
    if (!waiting) return null;
    return {
      lastMoment: waiting.lastMoment,
      source: sourceOf(waiting.sources),
      changed: {
        edited: [...waiting.edited],
        outside: [...waiting.outside],
        unsaved: [...waiting.unsaved],
        agent: onlyAgent(waiting.sources),
        git: waiting.git,
      },
    };
  }
}

/** What waits for its checkpoint: sets, so that a busy day costs its paths only. */
class Waiting {
  readonly edited = new Set<string>();
  readonly outside = new Set<string>();
  readonly unsaved = new Set<string>();
  readonly sources = new Set<Source>();
  git: string | null = null;
  lastMoment = 0;
  lastAt: number;
  isHurried = false;

  constructor(readonly firstAt: number) {
    this.lastAt = firstAt;
  }

  add({ moment, source, paths, unsaved, git }: NotedMoment, now: number): void {
    const changed = source === "editor" ? this.edited : this.outside;
    for (const path of paths) changed.add(path);
    for (const path of unsaved) this.unsaved.add(path);
    this.sources.add(source);
    this.git = git ?? this.git;
    this.lastMoment = Math.max(this.lastMoment, moment);
    this.lastAt = now;
  }
}

/** Of several sources the checkpoint names the one a person did not see at work. */
function sourceOf(sources: ReadonlySet<Source>): Source {
  if (sources.size === 1) return [...sources][0] ?? "editor";
  return sources.has("git") ? "git" : (onlyAgent(sources) ?? "outside");
}

/** The agent that, beside the person in the editor, did all of it. */
function onlyAgent(sources: ReadonlySet<Source>): Source | null {
  const others = [...sources].filter((source) => source !== "editor");
  const [only] = others;
  return others.length === 1 && only && isAgent(only) ? only : null;
}
