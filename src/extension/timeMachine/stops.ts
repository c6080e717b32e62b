import type { StopRequest, StopStep, TimelineStop } from "../../engine/api";
import type { FolderSession } from "../session/folders";

/** A state of one folder at which the playhead stops. */
export interface FolderStop {
  session: FolderSession;
  stop: TimelineStop;
}

/** The current state. */
export const NOW: StopRequest = { moment: 1, by: "end" };

type Sessions = readonly FolderSession[];

/** Asks each folder for a stop; one without a history has none. */
export async function askStops(
  sessions: Sessions,
  requestFor: (session: FolderSession) => StopRequest,
): Promise<FolderStop[]> {
  const stops = await Promise.all(
    sessions.map(async (session) => ({
      session,
      stop: await session.engine.timelineStop(requestFor(session)),
    })),
  );
  return stops.flatMap(({ session, stop }) =>
    stop === null ? [] : [{ session, stop }],
  );
}

/** Goes to a time, in the folders that have a state there. */
export async function stopsAt(
  sessions: Sessions,
  at: string,
): Promise<FolderStop[]> {
  const begun = await begunAt(sessions, at);
  // Before all of them, it is where the first one begins.
  return begun.length > 0 ? begun : endStops(sessions, true);
}

/** The same without the folders whose history begins later. */
export async function begunAt(
  sessions: Sessions,
  at: string,
): Promise<FolderStop[]> {
  const stops = await askStops(sessions, () => ({ at }));
  return stops.filter(({ stop }) => stop.at <= at);
}

function firstOf(stops: readonly FolderStop[]): FolderStop[] {
  const at = earliestStop(stops)?.stop.at;
  return stops.filter(({ stop }) => stop.at === at);
}

/** Goes to the current state, or to where the history of the oldest folder begins. */
async function endStops(
  sessions: Sessions,
  isBack: boolean,
): Promise<FolderStop[]> {
  const ends = await askStops(sessions, () => ({ ...NOW, isBack }));
  return isBack ? firstOf(ends) : ends;
}

/** A step leads to the nearest stop of any folder; the others go to the same time. */
export async function stepStops(
  sessions: Sessions,
  current: readonly FolderStop[],
  request: StopRequest & { by: StopStep; isBack: boolean },
): Promise<FolderStop[]> {
  if (request.by === "end") return endStops(sessions, request.isBack);
  const next = await askStops(sessions, (session) => {
    const at = current.find((each) => each.session === session);
    // One that has not begun comes next with its first state.
    return { ...request, moment: at?.stop.moment ?? 0 };
  });
  const target = request.isBack
    ? latestStop(backFrom(current, next))
    : earliestStop(next);
  // Beyond the last checkpoint or turn there is the current state, before the first the start.
  if (!target) return endStops(sessions, request.isBack);
  const others = await stopsAt(sessions, target.stop.at);
  return others.map((each) =>
    each.session === target.session ? target : each,
  );
}

/** Going back, only the folders with the latest change leave their state for the one before. */
function backFrom(
  current: readonly FolderStop[],
  next: readonly FolderStop[],
): FolderStop[] {
  const at = latestStop(current)?.stop.at;
  return current.flatMap((one) =>
    one.stop.at === at
      ? (next.find(({ session }) => session === one.session) ?? [])
      : one,
  );
}

export function latestStop(
  stops: readonly FolderStop[],
): FolderStop | undefined {
  return stops.reduce<FolderStop | undefined>(
    (best, one) => (best && best.stop.at >= one.stop.at ? best : one),
    undefined,
  );
}

function earliestStop(stops: readonly FolderStop[]): FolderStop | undefined {
  return stops.reduce<FolderStop | undefined>(
    (best, one) => (best && best.stop.at <= one.stop.at ? best : one),
    undefined,
  );
}
