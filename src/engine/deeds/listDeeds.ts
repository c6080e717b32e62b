import type {
  Deed,
  DeedPage,
  LineTotals,
  DeedBucket,
} from "../../answers/deed";
import type { DeedFilter, DeedGrouping } from "../api";
import type { Context } from "../context";
import { limitOf } from "../history/checkpoints";
import { isKept } from "../history/resolveRef";
import { restoreEntries } from "../history/restores";
import type { Checkpoint } from "../model/checkpoint";
import type { DeedGroup } from "../model/deedFacts";
import { isGit } from "../model/deedRuns";
import { isoTime } from "../model/isoTime";
import type { RestoreEntry } from "../model/restorePlan";
import {
  checkpointAtOrBefore,
  checkpointByNumber,
  checkpointName,
} from "../store/index/queries/checkpoints";
import { promptText } from "../store/index/queries/deeds";
import { planOf } from "../store/index/queries/restores";
import { verdictsAt } from "../store/index/queries/verdicts";
import type { StoreIndex } from "../store/index/storeIndex";
import { changesOfDeed, linesBetween } from "./deedChanges";
import { deedsOf } from "./currentDeeds";
import { countAtStart, isStart } from "./deedFiles";
import { matching, groupKeys } from "./deedFilter";
import { firstText } from "../store/index/queries/threads";

const USUAL_LIMIT = 50;
const PATHS_LISTED = 3;
const TITLE_LENGTH = 200;
/** With more files than this, lines are not counted for a row. */
const MAX_COUNTED = 50;

/** Returns a page of deeds, newest first. */
export function listDeeds(context: Context, filter: DeedFilter = {}): DeedPage {
  const { all } = deedsOf(context);
  const found = matching(context, all, filter);
  const limit = limitOf(filter.limit, USUAL_LIMIT);
  const start =
    filter.before === undefined
      ? 0
      : found.findIndex(({ id }) => id === filter.before) + 1;
  const page = found.slice(start, start + limit);
  const hasMore = start + page.length < found.length;
  const restores = page.some(({ restore }) => restore !== null)
    ? restoreEntries(context, Infinity)
    : [];
  return {
    deeds: page.map((deed) => ({
      ...toDeed(context, deed, filter.lines === true),
      restore: restoreOf(context, deed, restores),
    })),
    next: hasMore ? page.at(-1)!.id : null,
    total: found.length,
  };
}

function toDeed(
  context: Context,
  deed: DeedGroup,
  withLines: boolean,
): Omit<Deed, "restore"> {
  const { index } = context.store;
  const { kind, author, thread, message, rename, isOpen, points } = deed;
  const own = representative(deed);
  const checkpoint = own ? checkpointByNumber(index, own.number) : null;
  const { files, deleted, paths, lines } = filesIn(context, deed, withLines);
  const after = Math.max(
    deed.before,
    deed.moments.at(-1) ?? 0,
    ...points.filter(({ kind }) => kind !== "guard").map((p) => p.moment),
  );
  return {
    id: deed.id,
    kind,
    author,
    title: titleOf(index, deed, checkpoint),
    startedAt: isoTime(deed.startMs),
    at: isoTime(deed.endMs),
    files,
    deleted,
    paths,
    lines,
    rename,
    thread,
    message,
    before: keptBefore(context, deed.before),
    after,
    checkpoint,
    checkpoints: points
      .map((p) => ({ ...checkpointName(index, p.number)!, kind: p.kind }))
      .reverse(),
    verdicts: verdictsAt(index, after),
    isOpen,
  };
}

/** The checkpoint whose state is the deed's result; a guard only if there is nothing else. */
function representative({ points, kind, moments }: DeedGroup) {
  const last = moments.at(-1) ?? 0;
  const others = points.filter((point) => point.kind !== "guard");
  if (kind === "guard" || kind === "restore") return points.at(-1);
  return others.findLast(({ moment }) => moment >= last) ?? others.at(-1);
}

/** The last moment up to this one whose whole state is still kept. */
function keptBefore(context: Context, moment: number): number {
  if (isKept(context, moment)) return moment;
  return checkpointAtOrBefore(context.store.index, moment)?.moment ?? moment;
}

function restoreOf(
  context: Context,
  deed: DeedGroup,
  entries: readonly RestoreEntry[],
): Deed["restore"] {
  const entry = entries.find(({ id }) => id === deed.restore);
  if (!entry) return null;
  const { id, verb, target, state } = entry;
  const before = promptAfter(context, target);
  const paths = scopeOf(context.store.index, id);
  return { id, verb, target, before, paths, state };
}

const scopes = new WeakMap<StoreIndex, Map<string, string[]>>();

/** The paths that a restore was limited to. Its plan, which may be long, is read once. */
function scopeOf(index: StoreIndex, id: string): string[] {
  const known = scopes.get(index) ?? new Map<string, string[]>();
  scopes.set(index, known);
  const found = known.get(id) ?? planOf(index, id)?.plan.scope.paths ?? [];
  known.set(id, found);
  return found;
}

/**
 * The checkpoint of a prompt is named after it but has the state before its turn. Returns the
 * prompt if the target of a restore is such a checkpoint.
 */
function promptAfter(context: Context, target: string): string | null {
  const number = Number(/^#(\d+)/.exec(target)?.[1] ?? NaN);
  const turn = deedsOf(context).all.find(
    ({ kind, message, points }) =>
      kind === "turn" &&
      points.some((p) => p.number === number && p.message === message),
  );
  if (!turn) return null;
  const { thread, message } = turn;
  return firstLine(promptText(context.store.index, thread!, message!)) || null;
}

function titleOf(
  index: StoreIndex,
  deed: DeedGroup,
  checkpoint: Checkpoint | null,
): string | null {
  const { kind, thread, message, command } = deed;
  switch (kind) {
    case "turn":
      return firstLine(promptText(index, thread!, message!)) || null;
    case "named":
    case "session":
    case "guard":
      return checkpoint?.name ?? null;
    case "git":
      return (
        gitIn(checkpoint) ??
        (isGit(command) ? command : null) ??
        checkpoint?.name ??
        null
      );
    case "edits":
      return command ?? gitIn(checkpoint);
    case "rename":
    case "restore":
      return null;
  }
}

/** What git did, as its recorder saw it; for a run of edits at their end, such as a commit. */
function gitIn(checkpoint: Checkpoint | null): string | null {
  const git = checkpoint?.metadata["git"];
  return typeof git === "string" ? git : null;
}

export function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? "";
  return line.length > TITLE_LENGTH
    ? line.slice(0, TITLE_LENGTH - 1) + "…"
    : line;
}

interface FilesIn {
  files: number;
  deleted: number;
  paths: string[];
  lines: LineTotals | null;
}

const MAX_REMEMBERED = 2000;
const remembered = new WeakMap<StoreIndex, Map<string, FilesIn>>();

/** What changed in a deed's moments never changes, so it is looked at once. */
function filesIn(
  context: Context,
  deed: DeedGroup,
  withLines: boolean,
): FilesIn {
  if (isStart(deed))
    return {
      files: countAtStart(deed),
      deleted: 0,
      paths: [],
      lines: null,
    };
  const { index } = context.store;
  const known = remembered.get(index) ?? new Map<string, FilesIn>();
  remembered.set(index, known);
  const { id, moments } = deed;
  const key = `${id} ${moments.length} ${moments.at(-1)} ${withLines}`;
  const found = known.get(key);
  if (found) return found;
  const counted = lookAt(context, deed, withLines);
  known.set(key, counted);
  const [oldest] = known.keys();
  if (known.size > MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
  return counted;
}

function lookAt(
  context: Context,
  deed: DeedGroup,
  withLines: boolean,
): FilesIn {
  const changes = changesOfDeed(context, deed);
  const disk = changes.filter(({ layer }) => layer === "disk");
  // Unsaved text counts only where it is all there is.
  const own = disk.length > 0 ? disk : changes;
  const isRename = deed.rename !== null;
  const shown = isRename ? own.filter(({ after }) => after !== null) : own;
  return {
    files: shown.length,
    deleted: shown.filter(({ after }) => after === null).length,
    paths: shown.slice(0, PATHS_LISTED).map(({ path }) => path),
    lines:
      withLines && !isRename && own.length <= MAX_COUNTED
        ? sum(own.map((c) => linesBetween(context, c.before, c.after)))
        : null,
  };
}

function sum(all: readonly (LineTotals | null)[]): LineTotals {
  const total = { added: 0, removed: 0 };
  for (const lines of all) {
    total.added += lines?.added ?? 0;
    total.removed += lines?.removed ?? 0;
  }
  return total;
}

/** How many deeds each group has; the group with the newest deed first. */
export function deedBuckets(
  context: Context,
  by: DeedGrouping,
  filter: DeedFilter = {},
): DeedBucket[] {
  const keysOf = groupKeys(context, by);
  const buckets = new Map<string, { count: number; latestMs: number }>();
  for (const deed of matching(context, deedsOf(context).all, filter))
    for (const key of keysOf(deed)) {
      const bucket = buckets.get(key);
      if (bucket) bucket.count++;
      else buckets.set(key, { count: 1, latestMs: deed.startMs });
    }
  return [...buckets].map(([key, { count, latestMs }]) => ({
    key,
    count,
    latestAt: isoTime(latestMs),
    title:
      by === "thread" && key !== ""
        ? firstLine(firstText(context.store.index, key))
        : null,
  }));
}
