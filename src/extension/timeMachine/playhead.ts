import { Emitter } from "../../base/event";
import type {
  FilesBetween,
  StopRequest,
  StopStep,
  TimelineStop,
} from "../../engine/api";
import type { FolderSession, Folders } from "../session/folders";
import { toListFilter, type TimelineFilter } from "../timeline/filter";
import { isRecorded } from "../timeline/recorded";
import type { Comparison, FileKey, Move, Stop, StopFiles } from "./protocol";
import {
  askStops,
  begunAt,
  latestStop,
  NOW,
  stepStops,
  stopsAt,
  type FolderStop,
} from "./stops";

/** Where the playhead is in one folder: its state there, and the stop before it. */
export interface Place {
  stop: TimelineStop;
  before: number | null;
}

/** The moments whose files are compared; null where there is nothing to compare. */
export function spanOf(
  { stop, before }: Place,
  against: Comparison,
): Pick<FilesBetween, "from" | "to"> | null {
  if (against === "now") return stop.isLast ? null : { from: stop.moment };
  return before === null ? null : { from: before, to: stop.moment };
}

/** A file whose comparison follows the playhead, and its name then. */
export interface Chosen extends FileKey {
  from: string | null;
}

type SessionOf = Pick<Folders, "all">;

/** What of the playhead survives a reload. */
export interface KeptPlayhead {
  atMs: number | null;
  against: Comparison;
  chosen: FileKey | null;
}

/** The playhead: at one time, and so at a state of each folder. Moving it writes nothing. */
export class Playhead {
  private readonly places = new Map<string, Place>();
  private readonly moved = new Emitter<void>();
  /** Null for the current state. */
  private atMs: number | null = null;
  private hasPlace = false;
  /** The history of a folder begins later. */
  private isPartial = false;
  against: Comparison = "now";
  chosen: Chosen | null = null;
  readonly onDidMove = this.moved.event;

  constructor(
    private readonly folders: SessionOf,
    kept: KeptPlayhead | undefined,
  ) {
    if (!kept) return;
    this.atMs = kept.atMs;
    this.against = kept.against;
    this.chosen = kept.chosen && { ...kept.chosen, from: null };
  }

  get kept(): KeptPlayhead {
    const { atMs, against, chosen } = this;
    return {
      atMs,
      against,
      chosen: chosen && { folder: chosen.folder, path: chosen.path },
    };
  }

  /** The state of a folder there; after a reload, the playhead first goes back to its place. */
  async placeIn(session: FolderSession): Promise<Place | undefined> {
    if (!this.hasPlace) await this.move({ to: "here" }, "moment", {});
    return this.places.get(keyOf(session));
  }

  /** What a file was called at a side of the comparison: it may have been renamed since. */
  nameThen(
    session: FolderSession,
    path: string,
    side: "then" | "before",
  ): string {
    const { chosen } = this;
    const isChosen = chosen?.path === path && chosen.folder === keyOf(session);
    const isOld = this.against === "now" || side === "before";
    return isChosen && isOld ? (chosen.from ?? path) : path;
  }

  /** Finds out what the chosen file was called at the playhead. */
  async findNames(): Promise<void> {
    const { chosen } = this;
    const session = this.sessions().find(
      (one) => keyOf(one) === chosen?.folder,
    );
    const place = session && (await this.placeIn(session));
    if (!chosen || !place) return;
    const span = spanOf(place, this.against);
    if (!span) return this.rename(null);
    const { files } = await session.engine.timelineFiles({
      ...{ ...span, paths: [chosen.path] },
    });
    const found = files.find(({ path }) => path === chosen.path);
    if (this.chosen === chosen) this.rename(found?.from ?? null);
  }

  /** Tells it the files of its place, among which the chosen one may have another name. */
  async learnNames({ files }: StopFiles, isComplete: boolean): Promise<void> {
    const { chosen } = this;
    if (!chosen) return;
    const found = files.find(
      ({ folder, path }) => folder === chosen.folder && path === chosen.path,
    );
    if (found || isComplete) this.rename(found?.from ?? null);
    else await this.findNames();
  }

  private rename(from: string | null): void {
    if (!this.chosen || from === this.chosen.from) return;
    this.chosen = { ...this.chosen, from };
    this.moved.fire();
  }

  /** The states of the folders, without those that have none. */
  get all(): { session: FolderSession; place: Place }[] {
    return this.sessions().flatMap((session) => {
      const place = this.places.get(keyOf(session));
      return place ? [{ session, place }] : [];
    });
  }

  /** Moves in every folder; returns null if nothing is recorded, undefined if it was cancelled. */
  async move(
    move: Move,
    step: StopStep,
    filter: TimelineFilter,
    isCancelled: () => boolean = () => false,
  ): Promise<Stop | null | undefined> {
    const stops = await this.stopsOf(move, filter);
    if (isCancelled()) return undefined;
    const before = await Promise.all(
      stops.map(({ session, stop }) =>
        session.engine.timelineStop({
          ...stepFilter(filter),
          ...{ moment: stop.moment, by: step, isBack: true },
        }),
      ),
    );
    const isPartial = await this.hasLater(stops);
    if (isCancelled()) return undefined;
    this.hasPlace = true;
    this.isPartial = isPartial;
    this.places.clear();
    for (const [i, { session, stop }] of stops.entries())
      this.places.set(keyOf(session), {
        stop,
        before: before[i]?.moment ?? null,
      });
    const shown = this.shownStop();
    this.atMs = shown === null || shown.isNow ? null : shown.atMs;
    this.moved.fire();
    return shown;
  }

  private sessions(): FolderSession[] {
    return this.folders.all.filter(isRecorded);
  }

  private async stopsOf(
    move: Move,
    filter: TimelineFilter,
  ): Promise<FolderStop[]> {
    const sessions = this.sessions();
    switch (move.to) {
      case "now":
        return askStops(sessions, () => NOW);
      case "time":
        return stopsAt(sessions, iso(move.atMs));
      case "here":
        return this.here(sessions);
      case "step":
        return stepStops(sessions, await this.here(sessions), {
          ...{ ...stepFilter(filter), by: move.by, isBack: move.isBack },
        });
    }
  }

  private async here(
    sessions: readonly FolderSession[],
  ): Promise<FolderStop[]> {
    const { atMs, places } = this;
    if (atMs === null) return askStops(sessions, () => NOW);
    const placed = sessions.filter((session) => places.has(keyOf(session)));
    if (placed.length === 0) return stopsAt(sessions, iso(atMs));
    const stops = await askStops(placed, (session) => ({
      moment: places.get(keyOf(session))!.stop.moment,
      by: "here",
    }));
    const others = sessions.filter((session) => !placed.includes(session));
    return [...stops, ...(await begunAt(others, iso(atMs)))];
  }

  /** True if another folder has a history too, which begins later. */
  private async hasLater(stops: readonly FolderStop[]): Promise<boolean> {
    const others = this.sessions().filter(
      (session) => !stops.some((each) => each.session === session),
    );
    return (await askStops(others, () => NOW)).length > 0;
  }

  private shownStop(): Stop | null {
    const all = this.all;
    const last = latestStop(
      all.map(({ session, place }) => ({ session, stop: place.stop })),
    );
    if (!last) return null;
    const { session, stop } = last;
    const every = (is: "isFirst" | "isLast") =>
      all.every(({ place }) => place.stop[is]);
    return {
      atMs: Date.parse(stop.at),
      isNow: every("isLast") && !this.isPartial,
      isFirst: every("isFirst"),
      title: stop.title,
      source: stop.source,
      checkpoint: stop.checkpoint?.number ?? null,
      folder: this.sessions().length > 1 ? session.folder.name : null,
    };
  }
}

function stepFilter(filter: TimelineFilter): StopRequest {
  return toListFilter(filter);
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function keyOf({ folder }: FolderSession): string {
  return folder.uri.toString();
}
