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
import type { Comparison, FileKey, Move, Stop, StopFile } from "./protocol";

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
    if (!span) return;
    const { files } = await session.engine.timelineFiles({
      ...{ ...span, paths: [chosen.path], limit: 1 },
    });
    if (this.chosen === chosen)
      this.chosen = { ...chosen, from: files[0]?.from ?? null };
  }

  /** Tells it the files of its place, among which the chosen one may have another name. */
  learnNames(files: readonly StopFile[]): void {
    const { chosen } = this;
    if (!chosen) return;
    const from =
      files.find(
        ({ folder, path }) => folder === chosen.folder && path === chosen.path,
      )?.from ?? null;
    if (from === chosen.from) return;
    this.chosen = { ...chosen, from };
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
    if (isCancelled()) return undefined;
    this.hasPlace = true;
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
    switch (move.to) {
      case "now":
        return this.ask(() => NOW);
      case "time":
        return this.ask(() => ({ at: iso(move.atMs) }));
      case "here":
        return this.ask((session) => this.here(session));
      case "step":
        return this.step({
          ...stepFilter(filter),
          by: move.by,
          isBack: move.isBack,
        });
    }
  }

  private here(session: FolderSession): StopRequest {
    if (this.atMs === null) return NOW;
    const place = this.places.get(keyOf(session));
    return place
      ? { moment: place.stop.moment, by: "here" }
      : { at: iso(this.atMs) };
  }

  /** A step leads to the nearest stop of any folder; the others go to the same time. */
  private async step(request: StopRequest): Promise<FolderStop[]> {
    const current = await this.ask((session) => this.here(session));
    if (request.by === "end")
      return this.ask(() => ({ moment: 1, by: "end", isBack: request.isBack }));
    const next = await this.ask((session) => {
      const at = current.find((each) => each.session === session);
      return { ...request, moment: at?.stop.moment ?? 1 };
    });
    const target = request.isBack
      ? latest(backFrom(current, next))
      : earliest(next);
    // Beyond the last checkpoint or turn there is the current state, before the first the start.
    if (!target)
      return this.ask(() => ({ moment: 1, by: "end", isBack: request.isBack }));
    const others = await this.ask(() => ({ at: target.stop.at }));
    return others.map((each) =>
      each.session === target.session ? target : each,
    );
  }

  private async ask(
    requestFor: (session: FolderSession) => StopRequest,
  ): Promise<FolderStop[]> {
    const stops = await Promise.all(
      this.sessions().map(async (session) => ({
        session,
        stop: await session.engine.timelineStop(requestFor(session)),
      })),
    );
    return stops.flatMap(({ session, stop }) =>
      stop === null ? [] : [{ session, stop }],
    );
  }

  private shownStop(): Stop | null {
    const all = this.all;
    const last = latest(
      all.map(({ session, place }) => ({ session, stop: place.stop })),
    );
    if (!last) return null;
    const { session, stop } = last;
    const every = (is: "isFirst" | "isLast") =>
      all.every(({ place }) => place.stop[is]);
    return {
      atMs: Date.parse(stop.at),
      isNow: every("isLast"),
      isFirst: every("isFirst"),
      title: stop.title,
      source: stop.source,
      checkpoint: stop.checkpoint?.number ?? null,
      folder: all.length > 1 ? session.folder.name : null,
    };
  }
}

interface FolderStop {
  session: FolderSession;
  stop: TimelineStop;
}

const NOW: StopRequest = { moment: 1, by: "end" };

function stepFilter(filter: TimelineFilter): StopRequest {
  return toListFilter(filter);
}

/** Going back, only the folders with the latest change leave their state for the one before. */
function backFrom(
  current: readonly FolderStop[],
  next: readonly FolderStop[],
): FolderStop[] {
  const at = latest(current)?.stop.at;
  return current.flatMap((one) =>
    one.stop.at === at
      ? (next.find(({ session }) => session === one.session) ?? [])
      : one,
  );
}

function latest(stops: readonly FolderStop[]): FolderStop | undefined {
  return stops.reduce<FolderStop | undefined>(
    (best, one) => (best && best.stop.at >= one.stop.at ? best : one),
    undefined,
  );
}

function earliest(stops: readonly FolderStop[]): FolderStop | undefined {
  return stops.reduce<FolderStop | undefined>(
    (best, one) => (best && best.stop.at <= one.stop.at ? best : one),
    undefined,
  );
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function keyOf({ folder }: FolderSession): string {
  return folder.uri.toString();
}
