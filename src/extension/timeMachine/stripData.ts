import type { Timeline, TimelineRequest } from "../../engine/api";
import { mergeLanes } from "../../engine/model/timelineBuckets";
import type { FolderSession, Folders } from "../session/folders";
import { fromEachFolder } from "../timeline/eachFolder";
import { toListFilter, type TimelineFilter } from "../timeline/filter";
import type { Strip, StripFolder } from "./protocol";
import { SHORTEST_MS } from "./timeSpan";

type Asked = Pick<Folders, "all">;

/** Returns the sums that the strip draws for a part of the history. */
export async function stripOf(
  folders: Asked,
  filter: TimelineFilter,
  { fromMs, toMs, buckets }: { fromMs: number; toMs: number; buckets: number },
): Promise<Strip> {
  const request: TimelineRequest = {
    ...toListFilter(filter),
    ...{ from: iso(fromMs), to: iso(toMs), buckets, lines: true },
  };
  const shown = await fromEachFolder(folders, async (session) => [
    folderOf(session, await session.engine.timeline(request)),
  ]);
  return { fromMs, toMs, nowMs: Date.now(), buckets, folders: shown };
}

/** Returns the same for all of the history, which begins with that of the oldest folder. */
export async function overviewOf(
  folders: Asked,
  filter: TimelineFilter,
  buckets: number,
): Promise<Strip> {
  const nowMs = Date.now();
  const starts = await fromEachFolder(folders, async ({ engine }) => [
    (await engine.timeline({ from: "1m", buckets: 1 })).start,
  ]);
  const fromMs = Math.min(
    nowMs - SHORTEST_MS,
    ...starts.flatMap((start) => (start === null ? [] : [Date.parse(start)])),
  );
  const request: TimelineRequest = {
    ...toListFilter(filter),
    ...{ from: iso(fromMs), to: iso(nowMs), buckets },
  };
  const shown = await fromEachFolder(folders, async (session) => [
    folderOf(session, await session.engine.timeline(request)),
  ]);
  return { fromMs, toMs: nowMs, nowMs, buckets, folders: shown };
}

function folderOf(
  { folder }: FolderSession,
  { lanes, marks, start, thinnedUntil, moments }: Timeline,
): StripFolder {
  return {
    key: folder.uri.toString(),
    name: folder.name,
    lanes: mergeLanes(lanes, laneOf).map(({ source, buckets }) => ({
      source: laneOf(source),
      bars: buckets.map(({ bucket, moments: n, files, lines, last }) => [
        ...([bucket, n, files] as const),
        ...([lines?.added ?? -1, lines?.removed ?? -1, last] as const),
      ]),
    })),
    marks: marks.map(({ at, ...mark }) => ({
      kind: mark.kind,
      atMs: Date.parse(at),
      count: mark.count,
      moment: mark.moment,
      checkpoint: mark.checkpoint,
      title: mark.title,
      source: mark.source,
    })),
    startMs: start === null ? null : Date.parse(start),
    thinnedUntilMs: thinnedUntil === null ? null : Date.parse(thinnedUntil),
    moments,
  };
}

/** The person has one lane, whether they used the editor or the command line. */
function laneOf(source: string): string {
  return source === "cli" ? "editor" : source;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
