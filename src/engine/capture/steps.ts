import type { CaptureRequest, Waiting } from "../api";
import type { WorkspacePath } from "../model/workspacePath";
import { baseOf, isWithin, workspaceFolder } from "../model/workspacePath";
import type { Store } from "../store/store";

/** Starting another thread is worth it only if nobody interrupts for this long. */
const LONG_MS = 500;

/**
 * The steps of a capture of the whole folder, between which captures of given paths are let
 * through. Each step is recorded like any other capture, so an interruption loses nothing; what
 * was recorded in between must not be overwritten by what this capture found out before.
 */
export class Steps {
  /** True while others are being served: their captures are not divided into steps. */
  isServing = false;
  /** True if what the scan found may no longer apply, so the folder has to be scanned again. */
  private isStale = false;
  private readonly paths = new Set<string>();
  private readonly texts = new Set<string>();
  /** The end of the journal after the last record of this capture, or of those let through. */
  private record = "";
  private count = 0;
  private startMs = performance.now();
  /** How long the last step took. */
  private lastMs = Infinity;

  constructor(
    private readonly store: Store,
    private readonly waiting: Waiting,
  ) {}

  /** True once a part was recorded and others were served. */
  get isContinued(): boolean {
    return this.count > 0;
  }

  /** True if the next step may use another thread, because the last one was not interrupted soon. */
  get mayBeParallel(): boolean {
    return this.lastMs > LONG_MS;
  }

  /** True if nobody has interrupted this step for long. */
  get isLong(): boolean {
    return performance.now() - this.startMs > LONG_MS;
  }

  isAnyoneWaiting(): boolean {
    return this.waiting.isAnyone();
  }

  /** Serves those who wait, unless the lock is held. */
  giveWay(): void {
    const { store } = this;
    if (this.isServing || store.lock.isHeld || !this.waiting.isAnyone()) return;
    this.isServing = true;
    try {
      this.waiting.serve();
    } finally {
      this.isServing = false;
    }
    this.startMs = performance.now();
    // What follows can be tried again as a whole if another process has the lock.
    store.lock.begin();
  }

  /** Called after each step that was recorded. */
  stepped(): void {
    this.count++;
    this.lastMs = performance.now() - this.startMs;
    this.startMs = performance.now();
    this.record = lastRecord(this.store);
  }

  /** Notes how far the journal is known; others have written if it ends elsewhere later. */
  begin(): void {
    this.record = lastRecord(this.store);
  }

  /** Called when a capture that was let through begins, and if it finds news under the lock. */
  check(): void {
    if (lastRecord(this.store) !== this.record) this.isStale = true;
  }

  /** Called under the lock: did anything but this capture and those let through write? */
  mustScanAgain(): boolean {
    this.check();
    const mustScan = this.isStale;
    this.isStale = false;
    return mustScan;
  }

  /** Called when a capture that was let through has been recorded. */
  served({ paths = [], unsaved = [] }: CaptureRequest, seen: Seen): void {
    for (const path of paths) this.paths.add(workspaceFolder(path));
    for (const { path } of unsaved) this.texts.add(path);
    const changesRules =
      seen.changed.some(({ path }) => baseOf(path) === ".gitignore") ||
      seen.missing.some((path) => baseOf(path) === ".gitignore");
    const isRuled = !seen.isPart && seen.didRulesChange;
    if (seen.isFull || changesRules || isRuled) this.isStale = true;
    this.record = lastRecord(this.store);
  }

  /** True for a text that an editor has sent again meanwhile. */
  hasText(path: string): boolean {
    return this.texts.has(path);
  }

  /** The observation without what was looked at again meanwhile and may be outdated. */
  withoutServed<T extends { skipped: readonly { path: WorkspacePath }[] }>(
    seen: T,
  ): T {
    if (this.paths.size === 0) return seen;
    const wasServed = (path: WorkspacePath) =>
      [...this.paths].some((one) => one === "" || isWithin(path, one));
    const skipped = seen.skipped.filter(({ path }) => !wasServed(path));
    return { ...seen, skipped };
  }
}

/** What an observation tells about the paths that it looked at, and about the rules. */
interface Seen {
  isFull: boolean;
  isPart: boolean;
  didRulesChange: boolean;
  changed: readonly { path: WorkspacePath }[];
  missing: readonly WorkspacePath[];
}

/** The end of the journal, as far as it was read. */
export function lastRecord(store: Store): string {
  return `${store.journalNumber} ${store.journalOffset}`;
}
