import type { Source } from "../engine/model/checkpoint";
import { isAgent } from "../engine/model/sources";

export interface AutomaticRules {
  enabled: boolean;
  /** A checkpoint is created after this much quiet... */
  quietMs: number;
  /** ...but not more often than this... */
  minIntervalMs: number;
  /** ...and after only a short pause once this many files have changed. */
  afterFiles: number;
  /** Without any pause, one is created after this long; default: at least a minute. */
  maxWaitMs?: number;
}

/** The parts of a recorded moment that matter to automatic checkpoints. */
export interface NotedMoment {
  moment: number;
  source: Source;
  paths: readonly string[];
  /** Paths whose unsaved text changed. */
  unsaved: readonly string[];
  /** A description of what git did; null if it did nothing. */
  git: string | null;
}

/** The changes since the last checkpoint, by known author. */
export interface Changed {
  edited: readonly string[];
  outside: readonly string[];
  unsaved: readonly string[];
  /** The agent that made all outside changes; null if there was not exactly one. */
  agent: string | null;
  /** A description of what git did. */
  git: string | null;
  /** Files that were edited after that. */
  sinceGit: readonly string[];
}

/** The changes since the last checkpoint, ready to be named. */
export interface Pending {
  lastMoment: number;
  source: Source;
  changed: Changed;
}

/** The pause that is enough once many files have changed, so that one burst gives one checkpoint. */
const SHORT_QUIET_MS = 1000;
/**
 * Disk changes within this time of a git operation are attributed to git, because their events
 * arrive late.
 */
const GIT_TAIL_MS = 5000;
const MAX_WAIT_MS = 60_000;

/**
 * Decides when recorded moments become an automatic checkpoint, and what it contains. Pure: times
 * are passed in.
 */
export class Automatic {
  private waiting: Waiting | null = null;
  private madeAt = -Infinity;

  constructor(public rules: AutomaticRules) {}

  note(noted: NotedMoment, now: number): void {
    const waiting = (this.waiting ??= new Waiting(now));
    waiting.add(noted, now);
  }

  /** A natural end of the preceding work, such as a commit. */
  hurry(git: string): void {
    if (!this.waiting) return;
    this.waiting.isHurried = true;
    if (this.waiting.git === null) this.waiting.endWith(git);
  }

  /** A checkpoint of any kind covers everything up to this moment. */
  covered(moment: number): void {
    if (this.waiting && this.waiting.lastMoment <= moment) this.waiting = null;
  }

  /**
   * True if the pending changes should get their own checkpoint before the next changes are
   * recorded: a finished git operation, or work that git is about to replace.
   */
  isApartFrom(next: { isGit: boolean }, now: number): boolean {
    const { waiting } = this;
    if (!waiting || !this.rules.enabled) return false;
    return waiting.git === null
      ? next.isGit
      : next.isGit || now - waiting.lastAt > GIT_TAIL_MS;
  }

  made(now: number): void {
    this.madeAt = now;
  }

  /** Creating the checkpoint failed: wait again as if everything had just changed. */
  postpone(now: number): void {
    if (this.waiting) this.waiting.firstAt = this.waiting.lastAt = now;
  }

  /**
   * Returns when a checkpoint is due. `activeAt` is when the last unrecorded change was noticed;
   * while there is one, there is no pause.
   */
  dueAt(activeAt: number | null = null): number | null {
    const { enabled, quietMs, minIntervalMs, afterFiles } = this.rules;
    const { waiting } = this;
    if (!enabled || !waiting) return null;
    const isMany = waiting.edited.size + waiting.outside.size >= afterFiles;
    const quiet = isMany ? Math.min(quietMs, SHORT_QUIET_MS) : quietMs;
    const patience = this.rules.maxWaitMs ?? Math.max(MAX_WAIT_MS, 4 * quietMs);
    const lastAt = Math.max(waiting.lastAt, activeAt ?? -Infinity);
    const wanted = waiting.isHurried
      ? waiting.lastAt
      : Math.min(lastAt + quiet, waiting.firstAt + patience);
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
        sinceGit: [...waiting.sinceGit],
      },
    };
  }
}

/** The changes waiting for a checkpoint. Sets, so that a busy day costs only its distinct paths. */
class Waiting {
  readonly edited = new Set<string>();
  readonly outside = new Set<string>();
  readonly unsaved = new Set<string>();
  readonly sources = new Set<Source>();
  git: string | null = null;
  /** Files edited after the git operation, which its label does not cover. */
  readonly sinceGit = new Set<string>();
  lastMoment = 0;
  lastAt: number;
  isHurried = false;

  constructor(public firstAt: number) {
    this.lastAt = firstAt;
  }

  add({ moment, source, paths, unsaved, git }: NotedMoment, now: number): void {
    const changed = source === "editor" ? this.edited : this.outside;
    for (const path of paths) changed.add(path);
    for (const path of unsaved) this.unsaved.add(path);
    this.sources.add(source);
    if (git !== null) this.endWith(git);
    else if (this.git !== null && source === "editor")
      for (const path of paths) this.sinceGit.add(path);
    this.lastMoment = Math.max(this.lastMoment, moment);
    this.lastAt = now;
  }

  endWith(git: string): void {
    this.git = git;
    this.sinceGit.clear();
  }
}

/** If several sources changed something, the checkpoint names the one that the user did not see at work. */
function sourceOf(sources: ReadonlySet<Source>): Source {
  if (sources.size === 1) return [...sources][0] ?? "editor";
  return sources.has("git") ? "git" : (onlyAgent(sources) ?? "outside");
}

/** Returns the agent that made all changes, apart from the user's own in the editor. */
function onlyAgent(sources: ReadonlySet<Source>): Source | null {
  const others = [...sources].filter((source) => source !== "editor");
  const [only] = others;
  return others.length === 1 && only && isAgent(only) ? only : null;
}
