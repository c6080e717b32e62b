import { ancestorsOf } from "../engine/model/workspacePath";

export interface BurstRules {
  /** A burst ends after this much quiet... */
  settleMs: number;
  /** ...or after this long, even if it is still busy. */
  maxMs: number;
  /** Above this many paths, a full scan is cheaper than checking each. */
  maxPaths?: number;
}

const MAX_PATHS = 5000;

/** The changes of a finished burst. */
export interface Gathered {
  /** Null if there were too many paths, or if they are unknown: then the whole folder is scanned. */
  paths: string[] | null;
  /** True if HEAD of the repository moved during this burst. */
  headMoved: boolean;
}

/** Changed paths that belong together. Pure: times are passed in. */
export class Burst {
  private paths = new Set<string>();
  private isEverything = false;
  private hasHead = false;
  private firstAt = 0;
  private latestAt: number | null = null;

  constructor(private readonly rules: BurstRules) {}

  /** When the burst ends; null if it is empty. */
  get dueAt(): number | null {
    if (this.latestAt === null) return null;
    const { settleMs, maxMs } = this.rules;
    return Math.min(this.latestAt + settleMs, this.firstAt + maxMs);
  }

  /** When its last change was noticed; null if it is empty. */
  get lastAt(): number | null {
    return this.latestAt;
  }

  /** Adds a changed path; "" means that anything may have changed. */
  add(path: string, now: number): void {
    this.touch(now);
    if (this.isEverything) return;
    this.paths.add(path);
    const { maxPaths = MAX_PATHS } = this.rules;
    if (path === "" || this.paths.size > maxPaths) this.widen();
  }

  noteHead(now: number): void {
    this.touch(now);
    this.hasHead = true;
  }

  /** Puts back changes that could not be recorded. */
  putBack({ paths, headMoved }: Gathered, now: number): void {
    this.touch(now);
    this.hasHead ||= headMoved;
    if (paths === null) this.widen();
    else for (const path of paths) this.add(path, now);
  }

  remove(path: string): void {
    this.paths.delete(path);
    const isEmpty = this.paths.size === 0 && !this.isEverything;
    if (isEmpty && !this.hasHead) this.latestAt = null;
  }

  /** True if the burst contains this path or a folder above it. */
  holds(path: string): boolean {
    if (this.latestAt === null) return false;
    return (
      this.isEverything ||
      this.paths.has(path) ||
      ancestorsOf(path).some((folder) => this.paths.has(folder))
    );
  }

  take(): Gathered {
    const { hasHead: headMoved } = this;
    const paths = this.isEverything ? null : [...this.paths];
    this.paths = new Set();
    this.isEverything = false;
    this.hasHead = false;
    this.latestAt = null;
    return { paths, headMoved };
  }

  private touch(now: number): void {
    if (this.latestAt === null) this.firstAt = now;
    this.latestAt = now;
  }

  private widen(): void {
    this.isEverything = true;
    this.paths.clear();
  }
}
