import { Minimatch } from "minimatch";
import type { Run, SearchHit, SearchRequest, SearchResult } from "../api";
import type { Context } from "../context";
import { limitOf } from "../history/checkpoints";
import { CheckpointError } from "../model/errors";
import { isoTime } from "../model/isoTime";
import { newestMoment, recordTimes } from "../recordTimes";
import { parseTime } from "../model/reference";
import { baseOf } from "../model/workspacePath";
import { PackReader } from "../store/packs/packReader";
import type { Place } from "../store/packs/packs";
import { checkpointBetween } from "../store/index/queries/checkpoints";
import type { SearchableVersion } from "../store/index/queries/contents";
import {
  contentsInDiskOrder,
  eachSearchable,
  hashOf,
} from "../store/index/queries/contents";
import { originOf, timeUpTo } from "../store/index/queries/moments";
import type { Store } from "../store/store";
import type { LineMatch } from "./matchedLines";
import { compileMatcher } from "./matcher";
import { searchContents } from "./searchContents";

type Version = SearchableVersion;

const USUAL_LIMIT = 1000;

/**
 * Finds which versions of which files contain a text. Each stored content is
 * searched once, in the order on disk, however many versions and checkpoints share
 * it.
 */
export function searchHistory(
  context: Context,
  request: SearchRequest,
  run?: Run,
): SearchResult {
  const matcher = compileMatcher(request);
  const limit = limitOf(request.limit, USUAL_LIMIT);
  const versions = candidates(context, request);
  const contents = new Set(versions.map((version) => version.content));
  const matches = new Map<number, LineMatch[]>();
  const search = searchContents(readAll(context, contents), matcher, {
    total: contents.size,
    run,
  });
  let step = search.next();
  for (; !step.done; step = search.next())
    matches.set(step.value.id, step.value.lines);
  const found = versions.filter((version) => matches.has(version.content));
  const grouped = request.allVersions
    ? found.map((version) => [version])
    : byPath(found);
  const now = new Set(
    found.filter(({ died }) => died === null).map(({ path }) => path),
  );
  // Oldest first, so the first version of a path is the one that brought the text.
  const firsts = new Map<string, Version>();
  for (const version of found)
    if (!firsts.has(version.path)) firsts.set(version.path, version);
  const hits = grouped
    .map((group) => toHit(context, group, matches, { now, firsts }))
    .sort((a, b) => b.born - a.born || (a.path < b.path ? -1 : 1));
  const { searched, tooSlow } = step.value;
  return {
    hits: hits.slice(0, limit),
    searchedContents: searched,
    truncated: hits.length > limit,
    ...(tooSlow.length === 0 ? {} : { tooSlow: pathsOf(versions, tooSlow) }),
  };
}

function pathsOf(versions: Version[], contents: readonly number[]): string[] {
  const wanted = new Set(contents);
  const paths = versions
    .filter(({ content }) => wanted.has(content))
    .map(({ path }) => path);
  return [...new Set(paths)].sort();
}

/** The versions to search, oldest first. */
function candidates(context: Context, request: SearchRequest): Version[] {
  const since =
    request.since === undefined ? 0 : momentAt(context, request.since);
  const glob = request.path === undefined ? null : compileGlob(request.path);
  const versions: Version[] = [];
  eachSearchable(context.store.index, since, (version) => {
    if (!glob || glob(version.path)) versions.push(version);
  });
  return versions.sort((a, b) => a.born - b.born);
}

/** The moment at a time or age. */
function momentAt(context: Context, text: string): number {
  const sinceMs = parseTime(text, context.clock.now());
  return newestMoment(recordTimes(context), ({ atMs }) => atMs <= sinceMs);
}

/** Reads contents in their order on disk, each record once. */
function* readAll(
  context: Context,
  wanted: ReadonlySet<number>,
): Iterable<[number, Uint8Array]> {
  const { disk, store } = context;
  const reader = new PackReader(disk, store.layout);
  try {
    for (const content of contentsInDiskOrder(store.index, (id) =>
      wanted.has(id),
    )) {
      const bytes = contentAt(store, reader, content, content.hash);
      if (bytes) yield [content.id, bytes];
    }
  } finally {
    reader.reset();
  }
}

/**
 * Reads a content by its location: the checksum of its record is enough for a
 * search. If another process has moved it meanwhile, the store finds it by its
 * hash. A damaged content is skipped; reporting it is up to verify.
 */
function contentAt(
  store: Store,
  reader: PackReader,
  place: Place,
  hash: string,
): Uint8Array | null {
  try {
    const blob = reader.read(place);
    if (blob?.hash === hash) return blob.bytes;
  } catch {
    // Moved or damaged: reading it through the store shows which.
  }
  try {
    return store.contents.read(hash);
  } catch (error) {
    if (!CheckpointError.is(error, "damaged")) throw error;
    return null;
  }
}

function byPath(found: Version[]): Version[][] {
  const groups = new Map<string, Version[]>();
  for (const version of found) {
    const group = groups.get(version.path);
    if (group) group.push(version);
    else groups.set(version.path, [version]);
  }
  return [...groups.values()];
}

/** Combines versions of one path into a hit: when the text appeared and disappeared. */
function toHit(
  context: Context,
  group: Version[],
  matches: ReadonlyMap<number, LineMatch[]>,
  {
    now,
    firsts,
  }: { now: ReadonlySet<string>; firsts: ReadonlyMap<string, Version> },
): SearchHit {
  const { index } = context.store;
  const first = group[0]!;
  // An unsaved text may start later than the file's own version, and end earlier.
  const byEnd = [...group].sort((a, b) => endOf(a) - endOf(b));
  const last = byEnd.at(-1)!;
  const lastMoment = last.died === null ? index.lastMoment : last.died - 1;
  return {
    path: last.path,
    born: first.born,
    died: last.died,
    at: timeOf(context, first.born),
    lastMoment,
    lastAt: timeOf(context, lastMoment),
    unsaved: last.unsaved,
    hash: hashOf(index, last.content),
    lines: matches.get(last.content)!,
    firstCheckpoint: checkpointIn(context, group, "first"),
    lastCheckpoint: checkpointIn(context, byEnd.reverse(), "last"),
    current: now.has(last.path),
    appeared: originAt(context, firsts.get(last.path)!.born),
    vanished:
      last.died === null || now.has(last.path)
        ? null
        : vanishedAt(context, group),
  };
}

/**
 * Who removed a text. What a restore brought back and another one, such as its undo, removed again
 * had been removed before: that counts. So it is with git, for instance a stash and its pop.
 */
function vanishedAt(
  context: Context,
  group: readonly Version[],
): SearchHit["appeared"] {
  // The spans of moments in which the file had the text, oldest first.
  const spans: { born: number; died: number }[] = [];
  for (const version of group) {
    const last = spans.at(-1);
    if (last && version.born <= last.died)
      last.died = Math.max(last.died, endOf(version));
    else spans.push({ born: version.born, died: endOf(version) });
  }
  const isReturn = (moment: number) =>
    ["restore", "git"].includes(originAt(context, moment).source);
  const removed =
    spans.findLast(({ born, died }) => !(isReturn(born) && isReturn(died))) ??
    spans[0]!;
  return originAt(context, removed.died);
}

/**
 * The time of a moment, or of the last kept one before it: unneeded moments are
 * forgotten.
 */
function timeOf({ store }: Context, moment: number): string {
  const atMs = timeUpTo(store.index, moment);
  return atMs === null ? "" : isoTime(atMs);
}

function originAt(context: Context, moment: number): SearchHit["appeared"] {
  const known = originOf(context.store.index, moment);
  const at = timeOf(context, moment);
  return known ?? { moment, at, source: "outside", prompt: null };
}

function endOf({ died }: Version): number {
  return died ?? Number.MAX_SAFE_INTEGER;
}

function checkpointIn(
  context: Context,
  group: readonly Version[],
  which: "first" | "last",
): SearchHit["firstCheckpoint"] {
  for (const version of group) {
    const { born } = version;
    const end = endOf(version);
    const found = checkpointBetween(context.store.index, which, born, end);
    if (found) return found;
  }
  return null;
}

function compileGlob(pattern: string): (path: string) => boolean {
  const bare = pattern.replace(/^\.\//, "").replace(/\/+$/, "");
  // A pattern without a folder matches that name anywhere.
  const anywhere = bare.includes("/") ? bare.replace(/^\/+/, "") : `**/${bare}`;
  // A folder's name matches everything in it.
  const isNamed = !/[*?[\]{}()!\\]/.test(baseOf(bare));
  const globs = [anywhere, ...(isNamed ? [`${anywhere}/**`] : [])].map(
    (glob) => new Minimatch(glob, { dot: true, nocomment: true }),
  );
  return (path) => globs.some((glob) => glob.match(path));
}
