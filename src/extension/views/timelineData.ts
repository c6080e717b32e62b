import { Emitter } from "../../base/event";
import { DisposableList } from "../../base/lifecycle";
import type { EngineEvent } from "../../engine/api";
import type { FolderSession, Folders } from "../folders";
import { ChangesCache } from "./changesOf";
import type { Entry } from "./entries";
import type { TimelineFilter } from "./filter";
import { afterEvent, hereOf, nowhere, type Standing } from "./here";
import { isRecorded, onDidChangeRecorded } from "./recorded";
import type { Here } from "./rowText";
import { findStanding } from "./standing";
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
  private readonly standings = new Map<string, Standing>();
  private readonly waiting = new Map<string, EngineEvent[]>();
  private readonly disposables = new DisposableList();
  private readonly changed = this.disposables.add(new Emitter<void>());
  /** Folders whose standing only a comparison can tell. */
  private readonly lost = new Set<FolderSession>();
  private timer: NodeJS.Timeout | undefined;
  private isStale = false;
  private rounds = 0;
  private loading: Promise<void> | undefined;
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

  /** The loaded rows; the first call loads them. */
  async entries(): Promise<Entry[]> {
    await (this.loading ??= this.load());
    return this.model.entries;
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
    this.loading = undefined;
    this.changes.clear();
    this.changed.fire();
  }

  here(entry: Entry): Here {
    const marks = entry.members.map(({ folder, checkpoint }) =>
      hereOf(this.standings.get(folder) ?? nowhere, checkpoint),
    );
    if (marks.includes(null)) return null;
    return marks.includes("changed") ? "changed" : "exactly";
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
    await Promise.all(sessions.map((session) => this.stand(session)));
  }

  /** A folder that fails must not take the others' rows with it. */
  private failed(key: string, error: unknown): void {
    const session = this.folders.all.find((each) => keyOf(each) === key);
    if (session && isRecorded(session)) this.onError(error);
  }

  private async stand(session: FolderSession): Promise<void> {
    try {
      this.standings.set(keyOf(session), await findStanding(session.engine));
    } catch (error) {
      if (isRecorded(session)) this.onError(error);
    }
  }

  private take(session: FolderSession, event: EngineEvent): void {
    const key = keyOf(session);
    // Others may have deleted one too, and do not say which.
    if (event.type === "deleted" || event.type === "refreshed")
      this.changes.clear();
    this.isStale =
      this.move(session, event) || event.type === "thread" || this.isStale;
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
    const before = this.standings.get(key);
    // While it is being found out, an event may come too late to count.
    const after = before ? afterEvent(before, event) : "ask";
    if (after === "ask") {
      this.lost.add(session);
      return false;
    }
    this.standings.set(key, after);
    return before?.number !== after.number || before.isExact !== after.isExact;
  }

  private async apply(): Promise<void> {
    const waiting = [...this.waiting];
    this.waiting.clear();
    if (!this.loading) return; // Nobody has looked yet.
    await this.loading;
    for (const [key, events] of waiting)
      try {
        if (await this.model.update(key, events)) this.isStale = true;
      } catch (error) {
        // The rows stay as they are, and are asked for with the next event.
        this.waiting.set(key, [...events, ...(this.waiting.get(key) ?? [])]);
        this.failed(key, error);
      }
    const lost = [...this.lost];
    this.lost.clear();
    for (const session of lost) await this.stand(session);
    if (lost.length > 0) this.isStale = true;
    if (!this.isStale) return;
    this.isStale = false;
    this.changed.fire();
  }
}

function keyOf(session: FolderSession): string {
  return session.folder.uri.toString();
}
