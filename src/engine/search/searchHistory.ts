import { Minimatch } from "minimatch";
import type { Run, SearchHit, SearchRequest, SearchResult } from "../api";
import type { Context } from "../context";
import { limitOf } from "../history/checkpoints";
import { isoTime } from "../history/rows";
import { CheckpointError } from "../model/errors";
import { parseTime } from "../model/reference";
import { baseOf } from "../model/workspacePath";
import { PackReader } from "../store/packReader";
import type { Place } from "../store/packs";
import { hashText } from "../store/sql";
import type { Store } from "../store/store";
import type { LineMatch } from "./matchedLines";
import { compileMatcher } from "./matcher";
import { searchContents } from "./searchContents";

interface Version {
  path: string;
  content: number;
  born: number;
  died: number | null;
  unsaved: boolean;
}

const USUAL_LIMIT = 1000;

/**
 * Finds which versions of which files hold a text. Each stored content is looked
 * through once, in the order in which it lies on disk, however many versions
 * and checkpoints share it.
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
  const hits = grouped
    .map((group) => toHit(context, group, matches, now))
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

/** The versions in question, oldest first. */
function candidates(context: Context, request: SearchRequest): Version[] {
  const { sql } = context.store.index;
  const since =
    request.since === undefined
      ? 0
      : sql.number(
          "SELECT max(n) FROM moment WHERE at <= ?",
          parseTime(request.since, context.clock.now()),
        );
  const glob = request.path === undefined ? null : compileGlob(request.path);
  const versions: Version[] = [];
  sql.each(
    `SELECT p.path, v.content, v.born, v.died, v.layer FROM version v NOT INDEXED JOIN path p ON p.id = v.path
     WHERE v.content IS NOT NULL AND v.mode <> 40960 AND (v.died IS NULL OR v.died > ?)`,
    [since],
    (row) => {
      const path = row[0] as string;
      if (glob && !glob(path)) return;
      versions.push({
        path,
        content: row[1] as number,
        born: row[2] as number,
        died: row[3] as number | null,
        unsaved: row[4] === 1,
      });
    },
  );
  return versions.sort((a, b) => a.born - b.born);
}

/** Reads contents in the order in which they lie, each record once. */
function* readAll(
  context: Context,
  wanted: ReadonlySet<number>,
): Iterable<[number, Uint8Array]> {
  const { disk, store } = context;
  const rows = store.index.sql.all(
    "SELECT id, hash, pack, offset, slot FROM content ORDER BY pack, offset, slot",
  );
  const reader = new PackReader(disk, store.layout);
  try {
    for (const [id, hash, pack, offset, slot] of rows) {
      if (!wanted.has(id as number)) continue;
      const place = { pack, offset, slot } as Place;
      const bytes = contentAt(store, reader, place, hashText(hash!));
      if (bytes) yield [id as number, bytes];
    }
  } finally {
    reader.reset();
  }
}

/**
 * A content by its place: its record's checksum is enough for a search. Where
 * another process has moved it meanwhile, the store finds it by its hash. A
 * damaged one is verify's to report; the search goes on without it.
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
    // Moved, or damaged: the store tells which.
  }
  try {
    return store.content(hash);
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

/** One hit for versions of one path: when it appeared, when it vanished. */
function toHit(
  context: Context,
  group: Version[],
  matches: ReadonlyMap<number, LineMatch[]>,
  now: ReadonlySet<string>,
): SearchHit {
  const { sql } = context.store.index;
  const first = group[0]!;
  // An unsaved text may begin later than the file's own, and end before it.
  const byEnd = [...group].sort((a, b) => endOf(a) - endOf(b));
  const last = byEnd.at(-1)!;
  const lastMoment =
    last.died === null ? context.store.index.lastMoment : last.died - 1;
  const hash = sql.first("SELECT hash FROM content WHERE id = ?", last.content);
  return {
    path: last.path,
    born: first.born,
    died: last.died,
    at: timeOf(context, first.born),
    lastMoment,
    lastAt: timeOf(context, lastMoment),
    unsaved: last.unsaved,
    hash: hashText(hash![0]!),
    lines: matches.get(last.content)!,
    firstCheckpoint: checkpointIn(context, group, "ASC"),
    lastCheckpoint: checkpointIn(context, byEnd.reverse(), "DESC"),
    current: now.has(last.path),
  };
}

/** Moments between that nothing needs any more are forgotten. */
function timeOf({ store }: Context, moment: number): string {
  const row = store.index.sql.first(
    "SELECT at FROM moment WHERE n <= ? ORDER BY n DESC LIMIT 1",
    moment,
  );
  return row ? isoTime(row[0] as number) : "";
}

function endOf({ died }: Version): number {
  return died ?? Number.MAX_SAFE_INTEGER;
}

function checkpointIn(
  context: Context,
  group: readonly Version[],
  order: "ASC" | "DESC",
): SearchHit["firstCheckpoint"] {
  for (const version of group) {
    const row = context.store.index.sql.first(
      `SELECT id, number, name FROM checkpoint WHERE moment >= ? AND moment < ? ORDER BY number ${order} LIMIT 1`,
      version.born,
      endOf(version),
    );
    if (row)
      return {
        id: row[0] as string,
        number: row[1] as number,
        name: row[2] as string | null,
      };
  }
  return null;
}

function compileGlob(pattern: string): (path: string) => boolean {
  const bare = pattern.replace(/^\.\//, "").replace(/\/+$/, "");
  // A pattern without a folder means that name anywhere.
  const anywhere = bare.includes("/") ? bare.replace(/^\/+/, "") : `**/${bare}`;
  // A folder that is named means everything in it.
  const isNamed = !/[*?[\]{}()!\\]/.test(baseOf(bare));
  const globs = [anywhere, ...(isNamed ? [`${anywhere}/**`] : [])].map(
    (glob) => new Minimatch(glob, { dot: true, nocomment: true }),
  );
  return (path) => globs.some((glob) => glob.match(path));
}
