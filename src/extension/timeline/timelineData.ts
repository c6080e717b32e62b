import { Emitter } from "../../base/event";
import { DisposableList } from "../../base/lifecycle";
import type { EngineEvent } from "../../engine/api";
import type { FolderSession, Folders } from "../session/folders";
import { ChangesCache } from "./changesOf";
import type { Entry } from "./entries";
import type { TimelineFilter } from "./filter";
import {
  afterEvent,
  findCurrentCheckpoint,
  noCheckpoint,
  type CurrentCheckpoint,
} from "./currentCheckpoint";
import { isRecorded, onDidChangeRecorded } from "./recorded";

import { TimelineModel } from "./timelineModel";

/** Events are gathered this long: a burst is drawn once. */
const GATHER_MS = 60;

/**
 * What the timeline shows, kept up to date by the engines' events. Says when it
 * changed; drawing is left to the tree.
 */
export class TimelineData {
  readonly changes = new ChangesCache();
  private readonly model = new TimelineModel();
  private readonly current = new Map<string, CurrentCheckpoint>();
  private readonly waiting = new Map<string, EngineEvent[]>();
  private readonly disposables = new DisposableList();
  private readonly changed = this.disposables.add(new Emitter<void>());
  /** Folders whose current checkpoint only a comparison can tell. */
  private readonly lost = new Set<FolderSession>();
  private timer: NodeJS.Timeout | undefined;
  private isStale = false;
  private rounds = 0;
  private loading: Promise<void> | undefined;
  private finding: Promise<void> | undefined;
  private loadingMore: Promise<void> | undefined;
  private shownFilter: TimelineFilter = {};

  /** Rows, marks or threads changed. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly folders: Folders,
    private readonly onError: (error: unknown) => void,
  ) {
    this.disposables.add(
      folders.onDidChange(({ session, event }) => this.take(session, event)),
    );
    this.disposables.add(onDidChangeRecorded(folders, () => this.reload()));
    this.reload();
  }

  get filter(): TimelineFilter {
    return this.shownFilter;
  }

  set filter(filter: TimelineFilter) {
    this.shownFilter = filter;
    this.reload();
  }

  get hasMore(): boolean {
    return this.model.hasMore;
  }

  /** How often it was started over. */
  get round(): number {
    return this.rounds;
  }

  get remaining(): number {
    return this.model.remaining;
  }

  /** The loaded rows of the flat list; the first call loads them. */
  async entries(): Promise<Entry[]> {
    await Promise.all([(this.loading ??= this.load()), this.findAll()]);
    return this.model.entries;
  }

  /** Finds the current checkpoint of each folder; the first call asks for them. */
  findAll(): Promise<void> {
    return (this.finding ??= Promise.all(
      this.folders.all
        .filter(isRecorded)
        .map((session) => this.findCurrent(session)),
    ).then(() => {}));
  }

  /** Loads a page; while one is on its way, asking again changes nothing. */
  loadMore(): Promise<void> {
    return (this.loadingMore ??= this.model
      .loadMore()
      .then(() => this.changed.fire())
      .catch(this.onError)
      .finally(() => (this.loadingMore = undefined)));
  }

  /** Starts over: folders came or went, or the person asked. */
  reload(): void {
    this.rounds++;
    this.loading = this.finding = undefined;
    this.changes.clear();
    this.changed.fire();
  }

  /** True if the workspace is exactly as a checkpoint recorded it. */
  isHere({ members }: Entry): boolean {
    return members.every(({ folder, checkpoint }) => {
      const { number, isExact } = this.current.get(folder) ?? noCheckpoint;
      return isExact && number === checkpoint.number;
    });
  }

  /** The current checkpoint of a folder, as far as is known. */
  currentCheckpoint(session: FolderSession): CurrentCheckpoint {
    return this.current.get(keyOf(session)) ?? noCheckpoint;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.disposables.dispose();
  }

  private async load(): Promise<void> {
    const sessions = this.folders.all.filter(isRecorded);
    await this.model.load(
      sessions.map((session) => ({
        key: keyOf(session),
        name: session.folder.name,
        list: (filter) => session.engine.list(filter),
      })),
      this.shownFilter,
      (key, error) => this.failed(key, error),
    );
  }

  /** A folder that fails must not take the others' rows with it. */
  private failed(key: string, error: unknown): void {
    const session = this.folders.all.find((each) => keyOf(each) === key);
    if (session && isRecorded(session)) this.onError(error);
  }

  private async findCurrent(session: FolderSession): Promise<void> {
    try {
      this.current.set(
        keyOf(session),
        await findCurrentCheckpoint(session.engine),
      );
    } catch (error) {
      if (isRecorded(session)) this.onError(error);
    }
  }

  private take(session: FolderSession, event: EngineEvent): void {
    const key = keyOf(session);
    // Others may have deleted one too, and do not say which.
    if (changesComparisons(event)) this.changes.clear();
    // What was captured shows in the row for now, and a restore in its own.
    const shows = ["thread", "captured", "restored"].includes(event.type);
    this.isStale = this.move(session, event) || shows || this.isStale;
    const events = this.waiting.get(key);
    if (events) events.push(event);
    else this.waiting.set(key, [event]);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.apply().catch(this.onError);
    }, GATHER_MS);
  }

  /** Moves the “you are here” mark; true when that shows at once. */
  private move(session: FolderSession, event: EngineEvent): boolean {
    const key = keyOf(session);
    const before = this.current.get(key);
    // While it is being found out, an event may come too late to count.
    const after = before ? afterEvent(before, event) : "ask";
    if (after === "ask") {
      this.lost.add(session);
      return false;
    }
    this.current.set(key, after);
    return before?.number !== after.number || before.isExact !== after.isExact;
  }

  private async apply(): Promise<void> {
    const waiting = [...this.waiting];
    this.waiting.clear();
    if (!this.finding) return; // Nobody has looked yet.
    await Promise.all([this.loading, this.finding]);
    for (const [key, events] of waiting)
      try {
        const isChanged = this.loading
          ? await this.model.update(key, events)
          : events.some(changesCheckpoints);
        if (isChanged) this.isStale = true;
      } catch (error) {
        // The rows stay as they are, and are asked for with the next event.
        this.waiting.set(key, [...events, ...(this.waiting.get(key) ?? [])]);
        this.failed(key, error);
      }
    const lost = [...this.lost];
    this.lost.clear();
    for (const session of lost) await this.findCurrent(session);
    if (lost.length > 0) this.isStale = true;
    if (!this.isStale) return;
    this.isStale = false;
    this.changed.fire();
  }
}

/** True if known checkpoints may now be compared with others than before. */
function changesComparisons(event: EngineEvent): boolean {
  return (
    event.type === "deleted" ||
    event.type === "refreshed" ||
    (event.type === "created" && event.checkpoint.stateAt !== undefined)
  );
}

function changesCheckpoints({ type }: EngineEvent): boolean {
  return ["created", "edited", "deleted", "refreshed"].includes(type);
}

function keyOf(session: FolderSession): string {
  return session.folder.uri.toString();
}
