import type { MarkKind } from "../../../../answers/timeline";
import type { Source } from "../../../model/checkpoint";
import type { MarkFact } from "../../../model/timelineBuckets";
import { ownPath, type WorkspacePath } from "../../../model/workspacePath";
import { timesForgotten } from "../applyPoints";
import { below, hashText } from "../decode";
import type { StoreIndex } from "../storeIndex";

/** Changes whenever a known moment may have been forgotten. */
export function forgottenToken(index: StoreIndex): string {
  const [count] = index.sql.first("SELECT count(*) FROM gap")!;
  return `${timesForgotten(index)} ${String(count)}`;
}

export interface TimelineRow {
  n: number;
  atMs: number;
  source: Source;
  thread: string | null;
}

/** Calls back for each moment after one, in order. */
export function eachMomentAfter(
  index: StoreIndex,
  after: number,
  onMoment: (row: TimelineRow) => void,
): void {
  index.sql.each(
    "SELECT n, at, source, thread FROM moment WHERE n > ? ORDER BY n",
    [after],
    ([n, at, source, thread]) =>
      onMoment({
        n: n as number,
        atMs: at as number,
        source: source as Source,
        thread: thread as string | null,
      }),
  );
}

/**
 * How many files each moment in a range changed: those with a version that begins
 * there, and those with one that only ends there.
 */
export function filesByMoment(
  index: StoreIndex,
  from: number,
  to: number,
): Map<number, number> {
  const files = new Map<number, number>();
  const add = (query: string) =>
    index.sql.each(query, [from, to], ([n, count]) => {
      files.set(n as number, (files.get(n as number) ?? 0) + (count as number));
    });
  add(
    `SELECT born, count(*) FROM version WHERE born >= ? AND born <= ? AND layer = 0 GROUP BY born`,
  );
  add(
    `SELECT d.died, count(*) FROM version d WHERE d.died >= ? AND d.died <= ? AND d.layer = 0
       AND NOT EXISTS (SELECT 1 FROM version b WHERE b.path = d.path AND b.layer = 0 AND b.born = d.died)
     GROUP BY d.died`,
  );
  return files;
}

/** The same for a file, or the files below a folder, in the whole history. */
export function filesByMomentAt(
  index: StoreIndex,
  path: WorkspacePath,
): Map<number, number> {
  const files = new Map<number, number>();
  const own = "(p.path = ?1 OR (p.path > ?2 AND p.path < ?3))";
  index.sql.each(
    `SELECT n, count(*) FROM (
       SELECT v.born AS n, v.path FROM path p JOIN version v ON v.path = p.id WHERE ${own} AND v.layer = 0
       UNION SELECT v.died, v.path FROM path p JOIN version v ON v.path = p.id
         WHERE ${own} AND v.layer = 0 AND v.died IS NOT NULL)
     GROUP BY n`,
    [path, ...below(path)],
    ([n, count]) => void files.set(n as number, count as number),
  );
  return files;
}

/** A version of a file on disk, as it is in the tables. */
export interface VersionRow {
  pathId: number;
  born: number;
  died: number | null;
  /** Null if it could not be recorded. */
  contentId: number | null;
  mode: number;
  sizeBytes: number;
  /** It ended because a rule began to ignore it. */
  isReleased: boolean;
}

/** Calls back for each version that began after a moment, by path and in order. */
export function eachVersionAfter(
  index: StoreIndex,
  after: number,
  onVersion: (row: VersionRow) => void,
): void {
  // For all of them, reading the table once is faster than going through an index.
  const from = after === 0 ? "version NOT INDEXED" : "version";
  index.sql.each(
    `SELECT path, born, died, content, mode, size, released FROM ${from}
     WHERE layer = 0 AND born > ? ORDER BY path, born`,
    [after],
    ([pathId, born, died, contentId, mode, sizeBytes, released]) =>
      onVersion({
        pathId: pathId as number,
        born: born as number,
        died: died as number | null,
        contentId: contentId as number | null,
        mode: mode as number,
        sizeBytes: sizeBytes as number,
        isReleased: released === 1,
      }),
  );
}

/** Calls back for each version that ended after a moment. */
export function eachEndAfter(
  index: StoreIndex,
  after: number,
  onEnd: (
    row: Pick<VersionRow, "pathId" | "born" | "isReleased"> & { died: number },
  ) => void,
): void {
  index.sql.each(
    "SELECT path, born, died, released FROM version WHERE layer = 0 AND died > ?",
    [after],
    ([pathId, born, died, released]) =>
      onEnd({
        pathId: pathId as number,
        born: born as number,
        died: died as number,
        isReleased: released === 1,
      }),
  );
}

export function eachPathAfter(
  index: StoreIndex,
  after: number,
  onPath: (id: number, path: WorkspacePath) => void,
): void {
  index.sql.each(
    "SELECT id, path FROM path WHERE id > ? ORDER BY id",
    [after],
    ([id, path]) => onPath(id as number, ownPath(path)),
  );
}

export function hashOfContent(index: StoreIndex, id: number): string {
  const row = index.sql.first("SELECT hash FROM content WHERE id = ?", id);
  return hashText(row?.[0]);
}

/** What marks are limited to; absent means all. */
export interface MarkFilter {
  source?: Source | undefined;
  thread?: string | undefined;
}

const KIND_OF: Readonly<Record<string, MarkKind>> = {
  manual: "named",
  feature: "feature",
  session: "session",
  guard: "guard",
};

/** The marks of the moments in a range, with the times at which they were recorded. */
export function marksBetween(
  index: StoreIndex,
  from: number,
  to: number,
  { source, thread }: MarkFilter,
): MarkFact[] {
  const marks: MarkFact[] = [];
  const isMeant = (row: { source: Source; thread: string | null }) =>
    (source === undefined || row.source === source) &&
    (thread === undefined || row.thread === thread);
  const add = (
    kind: MarkKind | undefined,
    [moment, at, by, inThread, title, checkpoint]: readonly unknown[],
  ) => {
    const row = { source: by as Source, thread: inThread as string | null };
    if (kind === undefined || !isMeant(row)) return;
    marks.push({
      kind,
      atMs: at as number,
      moment: moment as number,
      checkpoint: checkpoint as number | null,
      title: title as string | null,
      source: row.source,
    });
  };
  index.sql.each(
    `SELECT moment, coalesce(state_at, at), source, thread, name, number, kind, json_extract(metadata, '$.git') FROM checkpoint
     WHERE moment >= ? AND moment <= ? AND source <> 'import'
       AND (kind <> 'automatic' OR metadata LIKE '%"git":%')`,
    [from, to],
    ([moment, at, by, inThread, name, number, kind, git]) => {
      add(KIND_OF[kind as string], [moment, at, by, inThread, name, number]);
      if (typeof git === "string")
        add("git", [moment, at, "git", inThread, git, number]);
    },
  );
  index.sql.each(
    `SELECT moment, at, source, thread, substr(text, 1, 400) FROM message
     WHERE role = 'user' AND moment >= ? AND moment <= ?`,
    [from, to],
    (row) => add("prompt", [...row, null]),
  );
  index.sql.each(
    `SELECT moment, at, source, NULL, NULL FROM restore
     WHERE state <> 'begun' AND moment >= ? AND moment <= ?`,
    [from, to],
    (row) => add("restore", [...row, null]),
  );
  index.sql.each(
    `SELECT moment, at, source, NULL, label, passed FROM verdict WHERE moment >= ? AND moment <= ?`,
    [from, to],
    ([moment, at, by, inThread, label, passed]) =>
      add(passed === 1 ? "passed" : "failed", [
        ...[moment, at, by, inThread, label, null],
      ]),
  );
  return marks;
}

/** The nearest moment of a checkpoint after or before one; guards and imports do not count. */
export function nextCheckpointMoment(
  index: StoreIndex,
  from: number,
  isBack: boolean,
): number | null {
  const own = "kind <> 'guard' AND source <> 'import'";
  const [moment] = index.sql.first(
    isBack
      ? `SELECT max(moment) FROM checkpoint WHERE moment < ? AND ${own}`
      : `SELECT min(moment) FROM checkpoint WHERE moment > ? AND ${own}`,
    from,
  )!;
  return moment as number | null;
}

/** The nearest moment after or before one at which a user had asked something. */
export function nextPromptMoment(
  index: StoreIndex,
  from: number,
  isBack: boolean,
): number | null {
  const [moment] = index.sql.first(
    isBack
      ? "SELECT max(moment) FROM message WHERE role = 'user' AND moment < ?"
      : "SELECT min(moment) FROM message WHERE role = 'user' AND moment > ?",
    from,
  )!;
  return moment as number | null;
}

/** How many moments before this one have a checkpoint. */
export function checkpointedMomentsBefore(
  index: StoreIndex,
  moment: number,
): number {
  return index.sql.number(
    "SELECT count(DISTINCT moment) FROM checkpoint WHERE moment > 0 AND moment < ?",
    moment,
  );
}
