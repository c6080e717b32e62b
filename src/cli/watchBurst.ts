/**
 * Gathers changed paths into bursts and says when a burst is to become a
 * moment and when the moments since are to become an automatic checkpoint, for
 * a folder without an editor, where all changes come from outside. Pure: time
 * comes as an argument and nothing is awaited, so tests need no clock.
 */
export interface BurstSettings {
  /** A burst ends after this much quiet... */
  quietMs: number;
  /** ...or this long after it began, when it never gets quiet. */
  maxBurstMs: number;
  /** A checkpoint is due after a pause this long since the last moment... */
  pauseMs: number;
  /** ...or this long after the first moment that has none. */
  maxPauseMs: number;
  /** More paths than this are one rescan of everything. */
  maxPaths: number;
}

export const defaultBurstSettings: BurstSettings = {
  quietMs: 300,
  maxBurstMs: 2_000,
  pauseMs: 5_000,
  maxPauseMs: 60_000,
  maxPaths: 5_000,
};

/** What is due: paths to record (empty means everything), and whether to name the result. */
export interface Due {
  capture: string[] | null;
  checkpoint: boolean;
}

export class Burst {
  private paths = new Set<string>();
  private isEverything = false;
  private firstEventMs: number | null = null;
  private lastEventMs = 0;
  private firstMomentMs: number | null = null;
  private lastMomentMs = 0;

  constructor(private readonly settings: BurstSettings) {}

  /** Notes a changed path; "" means that anything may have changed. */
  add(path: string, nowMs: number): void {
    this.firstEventMs ??= nowMs;
    this.lastEventMs = nowMs;
    if (this.isEverything) return;
    if (path === "" || this.paths.size >= this.settings.maxPaths) {
      this.isEverything = true;
      this.paths.clear();
    } else this.paths.add(path);
  }

  /** Notes that a capture made a new moment, which no checkpoint names yet. */
  recorded(nowMs: number): void {
    this.firstMomentMs ??= nowMs;
    this.lastMomentMs = nowMs;
  }

  /** Notes that a checkpoint names everything recorded so far. */
  named(): void {
    this.firstMomentMs = null;
  }

  /** True while there is something to record or to name. */
  get isPending(): boolean {
    return this.firstEventMs !== null || this.firstMomentMs !== null;
  }

  /** Returns when to ask `take` again, or null when nothing is waiting. */
  dueAtMs(): number | null {
    const times = [this.captureAtMs(), this.checkpointAtMs()];
    const known = times.filter((time) => time !== null);
    return known.length > 0 ? Math.min(...known) : null;
  }

  /** Returns what is due now and forgets the paths it hands out. */
  take(nowMs: number): Due {
    const captureAt = this.captureAtMs();
    const checkpointAt = this.checkpointAtMs();
    const due: Due = {
      capture: null,
      checkpoint: checkpointAt !== null && checkpointAt <= nowMs,
    };
    // A checkpoint takes what is still in the air with it.
    if (captureAt !== null && (captureAt <= nowMs || due.checkpoint))
      due.capture = this.takePaths();
    return due;
  }

  /** Returns everything still waiting, due or not: the last act of a host. */
  takeAll(): Due {
    const checkpoint = this.isPending;
    const capture = this.firstEventMs === null ? null : this.takePaths();
    return { capture, checkpoint };
  }

  private takePaths(): string[] {
    const paths = this.isEverything ? [] : [...this.paths];
    this.paths = new Set();
    this.isEverything = false;
    this.firstEventMs = null;
    return paths;
  }

  private captureAtMs(): number | null {
    if (this.firstEventMs === null) return null;
    const { quietMs, maxBurstMs } = this.settings;
    return Math.min(this.lastEventMs + quietMs, this.firstEventMs + maxBurstMs);
  }

  private checkpointAtMs(): number | null {
    if (this.firstMomentMs === null) return null;
    const { pauseMs, maxPauseMs } = this.settings;
    const lastMs =
      this.firstEventMs === null
        ? this.lastMomentMs
        : Math.max(this.lastMomentMs, this.lastEventMs);
    return Math.min(lastMs + pauseMs, this.firstMomentMs + maxPauseMs);
  }
}
