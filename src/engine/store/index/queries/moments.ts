import type { Source } from "../../../model/checkpoint";
import type { Layer } from "../../../model/version";
import type { WorkspacePath } from "../../../model/workspacePath";
import { ownPath } from "../../../model/workspacePath";
import type { Origin } from "../../../../answers/version";
import { isoTime } from "../../../model/isoTime";
import { promptAt } from "./threads";
import { layerOf } from "../decode";
import type { Value } from "../sql";
import type { StoreIndex } from "../storeIndex";
import { hasMore } from "./snapshots";

/** When a moment was recorded, by the clock at the time; null if it is forgotten. */
export function timeOfMoment(index: StoreIndex, moment: number): number | null {
  const row = index.sql.first("SELECT at FROM moment WHERE n = ?", moment);
  return (row?.[0] as number | undefined) ?? null;
}

/** The same for the last moment up to this one that is not forgotten. */
export function timeUpTo(index: StoreIndex, moment: number): number | null {
  const row = index.sql.first(
    "SELECT at FROM moment WHERE n <= ? ORDER BY n DESC LIMIT 1",
    moment,
  );
  return (row?.[0] as number | undefined) ?? null;
}

/** Who recorded a moment, when, and after which prompt; null if it is forgotten. */
export function originOf(index: StoreIndex, moment: number): Origin | null {
  const row = index.sql.first(
    "SELECT at, source, thread FROM moment WHERE n = ?",
    moment,
  );
  if (!row) return null;
  return {
    moment,
    at: isoTime(row[0] as number),
    source: row[1] as string,
    prompt: promptAt(index, row[2] as string | null, moment),
  };
}

/**
 * True for an imported state. It and the folder's state are recorded together, as two moments
 * (importState.ts).
 */
export function isImportedState(index: StoreIndex, moment: number): boolean {
  const row = index.sql.first(
    `SELECT 1 FROM moment m JOIN moment next ON next.n = m.n + 1
     WHERE m.n = ? AND m.source = 'import' AND next.source = 'import' AND next.at = m.at`,
    moment,
  );
  return row !== undefined;
}

/** The latest time of any moment; null if there are none. */
export function latestTime(index: StoreIndex): number | null {
  const row = index.sql.first("SELECT max(at) FROM moment");
  return row?.[0] as number | null;
}

/** The last moment up to a time, according to the recorded clock times. */
export function momentUpToTime(index: StoreIndex, atMs: number): number {
  return index.sql.number(
    "SELECT n FROM moment WHERE at <= ? ORDER BY at DESC, n DESC LIMIT 1",
    atMs,
  );
}

export interface RecordedTime {
  of: "moment" | "checkpoint";
  number: number;
  atMs: number;
}

/**
 * The times of moments and checkpoints in the order they were recorded. Imports have separate
 * times, and a checkpoint of an earlier moment has that of its moment.
 */
export function recordedTimes(index: StoreIndex): {
  inOrder: RecordedTime[];
  imported: { number: number; atMs: number }[];
  ofEarlier: { number: number; moment: number; atMs: number }[];
} {
  const inOrder = index.sql
    .all(
      `SELECT n, 0, n, at FROM moment
       UNION ALL SELECT moment, 1, number, at FROM checkpoint WHERE source <> 'import' AND state_at IS NULL
       ORDER BY 1, 2, 3`,
    )
    .map(([, isCheckpoint, number, at]): RecordedTime => ({
      of: isCheckpoint === 1 ? "checkpoint" : "moment",
      number: number as number,
      atMs: at as number,
    }));
  const imported = index.sql
    .all("SELECT number, at FROM checkpoint WHERE source = 'import'")
    .map(([number, at]) => ({ number: number as number, atMs: at as number }));
  const ofEarlier = index.sql
    .all(
      "SELECT number, moment, state_at FROM checkpoint WHERE source <> 'import' AND state_at IS NOT NULL",
    )
    .map(([number, moment, at]) => ({
      number: number as number,
      moment: moment as number,
      atMs: at as number,
    }));
  return { inOrder, imported, ofEarlier };
}

/** The rules that a moment was recorded with, as text; undefined if unknown. */
export function rulesTextAt(
  index: StoreIndex,
  moment: number,
): string | undefined {
  const row = index.sql.first(
    "SELECT text FROM rules WHERE n <= ? ORDER BY n DESC LIMIT 1",
    moment,
  );
  return row?.[0] as string | undefined;
}

/** Every source in this history, the most recently active first. */
export function knownSources(index: StoreIndex): Source[] {
  return index.sql
    .all(
      `SELECT source FROM (SELECT source, at FROM moment UNION ALL SELECT source, at FROM checkpoint)
       GROUP BY source ORDER BY max(at) DESC, source`,
    )
    .map((row) => row[0] as string);
}

/**
 * The moments of a source after a moment. The very first one is excluded: it is the
 * folder as it was found and has no author.
 */
export function momentsOfSource(
  index: StoreIndex,
  source: Source,
  after: number,
): number[] {
  return numbers(
    index,
    "SELECT n FROM moment WHERE source = ? AND n > ? AND n > 1 ORDER BY n",
    source,
    after,
  );
}

export function hasMomentOf(index: StoreIndex, source: Source): boolean {
  const row = index.sql.first("SELECT 1 FROM moment WHERE source = ?", source);
  return row !== undefined;
}

/**
 * The moments of a thread after one and up to another; with `source`, also that
 * agent's moments without a thread.
 */
export function momentsOfThread(
  index: StoreIndex,
  thread: string,
  span: { after: number; upTo: number },
  source: Source | null,
): number[] {
  return numbers(
    index,
    `SELECT n FROM moment WHERE n > ? AND n <= ? AND n > 1
       AND (thread = ? OR (thread IS NULL AND source = ? AND ?)) ORDER BY n`,
    span.after,
    span.upTo,
    thread,
    source ?? "",
    source === null ? 0 : 1,
  );
}

/** The paths that a source changed after a moment. */
export function pathsChangedBy(
  index: StoreIndex,
  source: Source,
  after: number,
): { path: WorkspacePath; layer: Layer }[] {
  return index.sql
    .all(
      `SELECT DISTINCT p.path, v.layer FROM version v JOIN path p ON p.id = v.path
         JOIN moment m ON m.n = v.born OR m.n = v.died
       WHERE m.n > ? AND m.source = ?`,
      after,
      source,
    )
    .map(([path, layer]) => ({ path: ownPath(path), layer: layerOf(layer) }));
}

/** A moment at which a path changed, and its author. */
export interface Touch {
  path: WorkspacePath;
  source: Source;
  moment: number;
  thread: string | null;
}

const TOUCHES = `SELECT p.path, m.source, m.n, m.thread FROM version v JOIN path p ON p.id = v.path
    JOIN moment m ON m.n = v.born WHERE v.born > ?1
  UNION SELECT p.path, m.source, m.n, m.thread FROM version v JOIN path p ON p.id = v.path
    JOIN moment m ON m.n = v.died WHERE v.died > ?1
  ORDER BY 2`;

/** The same of some paths, from their own versions. */
const TOUCHES_OF = `WITH own AS (
    SELECT p.path, v.born, v.died FROM json_each(?2) j CROSS JOIN path p ON p.path = j.value
      CROSS JOIN (SELECT 0 AS layer UNION ALL SELECT 1) l
      CROSS JOIN version v ON v.path = p.id AND v.layer = l.layer
        AND v.born >= coalesce((SELECT max(last.born) FROM version last
          WHERE last.path = p.id AND last.layer = l.layer AND last.born <= ?1), 0))
  SELECT o.path, m.source, m.n, m.thread FROM own o JOIN moment m ON m.n = o.born WHERE o.born > ?1
  UNION SELECT o.path, m.source, m.n, m.thread FROM own o JOIN moment m ON m.n = o.died WHERE o.died > ?1
  ORDER BY 2`;

/**
 * Calls back for each change of a path after a moment, by source. With `of`, changes of other
 * paths may be left out.
 */
export function eachTouchAfter(
  index: StoreIndex,
  after: number,
  onTouch: (touch: Touch) => void,
  of: readonly WorkspacePath[] | null = null,
): void {
  const isFew =
    of !== null && hasMore(index, after, index.lastMoment, of.length);
  index.sql.each(
    isFew ? TOUCHES_OF : TOUCHES,
    isFew ? [after, JSON.stringify(of)] : [after],
    ([path, source, moment, thread]) =>
      onTouch({
        path: ownPath(path),
        source: source as string,
        moment: moment as number,
        thread: thread as string | null,
      }),
  );
}

/** Who changed a file after a moment; restores are not counted. */
export function authorsAfter(
  index: StoreIndex,
  path: WorkspacePath,
  after: number,
): { source: Source; thread: string | null }[] {
  return index.sql
    .all(
      `SELECT DISTINCT m.source, m.thread FROM path p JOIN version v ON v.path = p.id
         JOIN moment m ON m.n = v.born OR m.n = v.died
       WHERE p.path = ? AND v.layer = 0 AND m.n > ? AND m.source <> 'restore'`,
      path,
      after,
    )
    .map(([source, thread]) => ({
      source: source as string,
      thread: thread as string | null,
    }));
}

function numbers(index: StoreIndex, query: string, ...values: Value[]) {
  return index.sql.all(query, ...values).map((row) => row[0] as number);
}

/**
 * The moment of the checkpoint before this one in time, with which its changes are compared; 0 if
 * it is the first. An imported state was never in the folder, so imports are skipped
 * (importState.ts).
 */
export function momentBefore(
  index: StoreIndex,
  { moment, number }: { moment: number; number: number },
): number {
  return index.sql.number(
    `SELECT moment FROM checkpoint WHERE (moment, number) < (?, ?) AND source <> 'import'
     ORDER BY moment DESC, number DESC LIMIT 1`,
    moment,
    number,
  );
}
