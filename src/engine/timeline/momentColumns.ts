import type { Context } from "../context";
import type { Source } from "../model/checkpoint";
import { plausibleTimes } from "../model/recordTimes";
import type { WorkspacePath } from "../model/workspacePath";
import {
  eachMomentAfter,
  filesByMoment,
  filesByMomentAt,
  forgottenToken,
} from "../store/index/queries/timeline";
import type { StoreIndex } from "../store/index/storeIndex";

/**
 * Every known moment as columns, in the order they were recorded. They stay in memory, because
 * a playhead asks many times a second; what is recorded later is appended.
 */
export interface MomentColumns {
  readonly n: number[];
  /** Never decreasing: corrected for wrong clocks. */
  readonly atMs: number[];
  readonly source: Source[];
  readonly thread: (string | null)[];
  /** How many are imported states, which were never in the folder. */
  readonly imports: number;
}

interface Known extends MomentColumns {
  token: string;
  saidMs: number[];
  atMs: number[];
  isCorrected: boolean;
  imports: number;
  /** Changed files by moment, known from one moment to another. */
  files: number[];
  counted: { from: number; to: number } | null;
  /** Those of the path that was asked for last. */
  ofPath?: { path: WorkspacePath; last: number; files: number[] };
}

const known = new WeakMap<StoreIndex, Known>();

export function momentColumns({ store, clock }: Context): MomentColumns {
  return upToDate(store.index, clock.now());
}

function upToDate(index: StoreIndex, nowMs: number): Known {
  const token = forgottenToken(index);
  const before = known.get(index);
  const isUsable =
    before?.token === token && (before.n.at(-1) ?? 0) <= index.lastMoment;
  const columns = isUsable ? before : empty(token);
  known.set(index, columns);
  const { n, source, thread, saidMs } = columns;
  const had = n.length;
  if ((n.at(-1) ?? 0) < index.lastMoment)
    eachMomentAfter(index, n.at(-1) ?? 0, (row) => {
      n.push(row.n);
      saidMs.push(row.atMs);
      source.push(row.source);
      if (row.source === "import") columns.imports++;
      thread.push(row.thread);
    });
  const isLater = (i: number) =>
    saidMs[i]! >= (saidMs[i - 1] ?? 0) && saidMs[i]! <= nowMs;
  for (let i = had; i < n.length && !columns.isCorrected; i++)
    if (isLater(i)) columns.atMs.push(saidMs[i]!);
    else columns.isCorrected = true;
  // Which times are wrong may look different with each new one, and with each second.
  if (columns.isCorrected) columns.atMs = plausibleTimes(saidMs, nowMs);
  return columns;
}

function empty(token: string): Known {
  return {
    ...{ token, n: [], saidMs: [], atMs: [], source: [], thread: [] },
    ...{ imports: 0, isCorrected: false, files: [] },
    counted: null,
  };
}

/** How many files each moment changed, at least from one moment to another. */
export function changedFiles(
  { store: { index }, clock }: Context,
  from: number,
  to: number,
): readonly (number | undefined)[] {
  const columns = upToDate(index, clock.now());
  const { counted, files } = columns;
  const add = (first: number, last: number) => {
    if (first > last) return;
    for (const [n, count] of filesByMoment(index, first, last))
      files[n] = count;
  };
  if (!counted) add(from, to);
  else {
    add(from, counted.from - 1);
    add(counted.to + 1, to);
  }
  columns.counted = {
    from: Math.min(from, counted?.from ?? from),
    to: Math.max(to, counted?.to ?? to),
  };
  return files;
}

/** How many files at or below a path each moment changed; others are absent. */
export function changedFilesAt(
  { store: { index }, clock }: Context,
  path: WorkspacePath,
): readonly (number | undefined)[] {
  const columns = upToDate(index, clock.now());
  const { ofPath } = columns;
  if (ofPath?.path === path && ofPath.last === index.lastMoment)
    return ofPath.files;
  const files: number[] = [];
  for (const [n, count] of filesByMomentAt(index, path)) files[n] = count;
  columns.ofPath = { path, last: index.lastMoment, files };
  return files;
}

/** The position of the first value that is greater than the limit. */
export function firstAbove(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
