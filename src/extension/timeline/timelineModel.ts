import type { CheckpointPage, EngineEvent, ListFilter } from "../../engine/api";
import {
  byState,
  stateTimeOf,
  type Checkpoint,
} from "../../engine/model/checkpoint";
import { mergeEntries, type Entry } from "./entries";
import { isEmptyFilter, toListFilter, type TimelineFilter } from "./filter";

export const PAGE_SIZE = 100;

/** One folder's checkpoints, asked for page by page. */
export interface TimelineSource {
  key: string;
  name: string;
  list(filter: ListFilter): Promise<CheckpointPage>;
}

interface Shelf extends CheckpointPage {
  source: TimelineSource;
}

/**
 * The loaded part of the timeline: pages of each folder's list, merged. A new
 * checkpoint costs no query, for its event carries it; another event costs one for
 * the first page at most. Older pages are read again only when their number shows
 * that somebody else changed them.
 */
export class TimelineModel {
  private shelves: Shelf[] = [];
  private filter: TimelineFilter = {};
  /** Answers of an older question are dropped when they arrive late. */
  private question = 0;

  constructor(private readonly pageSize = PAGE_SIZE) {}

  get entries(): Entry[] {
    return mergeEntries(
      this.shelves.map(({ source, checkpoints, next }) => ({
        folder: source.key,
        folderName: source.name,
        checkpoints,
        isComplete: next === null,
      })),
    );
  }

  /** How many checkpoints match but are not loaded. */
  get remaining(): number {
    return this.shelves.reduce(
      (sum, shelf) =>
        shelf.next === null
          ? sum
          : sum + Math.max(0, shelf.total - shelf.checkpoints.length),
      0,
    );
  }

  get hasMore(): boolean {
    return this.shelves.some((shelf) => shelf.next !== null);
  }

  newest(key: string): Checkpoint | undefined {
    return this.shelf(key)?.checkpoints[0];
  }

  /** Starts over with these folders and this filter; one that fails is empty if `onError` is there to hear. */
  async load(
    sources: readonly TimelineSource[],
    filter: TimelineFilter,
    onError?: (key: string, error: unknown) => void,
  ): Promise<void> {
    const question = ++this.question;
    this.filter = filter;
    const shelves = await Promise.all(
      sources.map((source) =>
        this.firstPage(source).catch((error: unknown): Shelf => {
          if (!onError) throw error;
          onError(source.key, error);
          return { source, checkpoints: [], next: null, total: 0 };
        }),
      ),
    );
    if (question === this.question) this.shelves = shelves;
  }

  /** Loads the next page of the folder whose loaded part ends latest. */
  async loadMore(): Promise<void> {
    const question = this.question;
    const shelf = this.shelves
      .filter(({ next }) => next !== null)
      .sort((a, b) => oldestAt(b).localeCompare(oldestAt(a)))[0];
    if (!shelf || shelf.next === null) return;
    const before = shelf.next;
    const page = await this.page(shelf.source, before);
    if (question !== this.question || shelf.next !== before) return;
    shelf.checkpoints = [...shelf.checkpoints, ...page.checkpoints];
    shelf.next = page.next;
    shelf.total = page.total;
  }

  /** Brings one folder up to date after events; true when rows changed. */
  async update(key: string, events: readonly EngineEvent[]): Promise<boolean> {
    const shelf = this.shelf(key);
    if (!shelf) return false;
    let isChanged = false;
    let isStale = false;
    for (const event of events)
      switch (event.type) {
        case "edited":
          isChanged = replace(shelf, event.checkpoint) || isChanged;
          break;
        case "deleted":
          drop(shelf, event.numbers, isEmptyFilter(this.filter));
          isStale = true;
          break;
        case "created":
          if (isEmptyFilter(this.filter) && putFirst(shelf, event.checkpoint))
            isChanged = true;
          // Nobody but the engine knows whether a filter lets it through.
          else isStale = true;
          break;
        case "refreshed":
          isStale = true;
          break;
        // Its guard was created, and said so.
        case "restored":
        case "captured":
        case "recovered":
        case "thread":
        case "waiting":
        case "damaged":
        case "unended":
          break;
      }
    return isStale ? this.refresh(shelf) : isChanged;
  }

  private async refresh(shelf: Shelf): Promise<boolean> {
    const question = this.question;
    const fresh = await this.page(shelf.source);
    if (question !== this.question) return false;
    const tail = olderThan(shelf.checkpoints, fresh);
    if (tail.length === 0) {
      Object.assign(shelf, fresh);
      return true;
    }
    if (isOnlyNewer(shelf, fresh)) {
      shelf.checkpoints = [...fresh.checkpoints, ...tail];
      shelf.total = fresh.total;
      return true;
    }
    return this.readAgain(shelf, fresh);
  }

  /** Reads as far down as was loaded: the rows that are looked at stay. */
  private async readAgain(
    shelf: Shelf,
    first: CheckpointPage,
  ): Promise<boolean> {
    const question = this.question;
    const deep = shelf.checkpoints.length;
    let { checkpoints, next, total } = first;
    while (next !== null && checkpoints.length < deep) {
      const older = await this.page(shelf.source, next);
      if (question !== this.question) return false;
      checkpoints = [...checkpoints, ...older.checkpoints];
      ({ next, total } = older);
    }
    Object.assign(shelf, { checkpoints, next, total });
    return true;
  }

  private async firstPage(source: TimelineSource): Promise<Shelf> {
    const { checkpoints, next, total } = await this.page(source);
    return { source, checkpoints, next, total };
  }

  private page(
    source: TimelineSource,
    before?: number,
  ): Promise<CheckpointPage> {
    return source.list({
      ...toListFilter(this.filter),
      limit: this.pageSize,
      ...(before === undefined ? {} : { before }),
    });
  }

  private shelf(key: string): Shelf | undefined {
    return this.shelves.find(({ source }) => source.key === key);
  }
}

/** What was loaded below the first page; nothing when that page is the last. */
function olderThan(
  checkpoints: readonly Checkpoint[],
  { checkpoints: page, next }: CheckpointPage,
): Checkpoint[] {
  const last = page.at(-1);
  return next === null || !last
    ? []
    : checkpoints.filter((one) => byState(one, last) < 0);
}

/** True when the numbers add up: others may have deleted older ones, or made more than a page. */
function isOnlyNewer(
  { checkpoints, total }: Shelf,
  fresh: CheckpointPage,
): boolean {
  const [newest] = checkpoints;
  const added = fresh.checkpoints.filter(
    (one) => !newest || byState(one, newest) > 0,
  );
  return fresh.total === total + added.length;
}

function oldestAt(shelf: Shelf): string {
  // A shelf with nothing on it holds back everything.
  const oldest = shelf.checkpoints.at(-1);
  return oldest ? stateTimeOf(oldest) : "9";
}

/** Puts a new checkpoint on top; false when it does not follow the one that is there. */
function putFirst(shelf: Shelf, checkpoint: Checkpoint): boolean {
  const newest = Math.max(-1, ...shelf.checkpoints.map((one) => one.number));
  // The page was read after it was made.
  if (shelf.checkpoints.some(({ id }) => id === checkpoint.id)) return true;
  if (checkpoint.number !== newest + 1) return false;
  // It changes what the row after it is compared with, wherever that is.
  if (checkpoint.stateAt !== undefined) return false;
  shelf.checkpoints = [checkpoint, ...shelf.checkpoints];
  shelf.total++;
  return true;
}

function replace(shelf: Shelf, checkpoint: Checkpoint): boolean {
  const index = shelf.checkpoints.findIndex(({ id }) => id === checkpoint.id);
  if (index < 0) return false;
  shelf.checkpoints = shelf.checkpoints.with(index, checkpoint);
  return true;
}

/** Of those that are not loaded, nobody knows whether a filter lets them through. */
function drop(
  shelf: Shelf,
  numbers: readonly number[],
  isUnfiltered: boolean,
): void {
  const gone = new Set(numbers);
  const kept = shelf.checkpoints.filter(({ number }) => !gone.has(number));
  shelf.total -= isUnfiltered
    ? gone.size
    : shelf.checkpoints.length - kept.length;
  shelf.checkpoints = kept;
}
