import type { CheckpointKind, Source } from "../../../model/checkpoint";
import type {
  DeedMoment,
  DeedPoint,
  DeedPrompt,
  DeedRestoreFact,
} from "../../../model/deedFacts";
import type { WorkspacePath } from "../../../model/workspacePath";
import { timesForgotten } from "../applyPoints";
import { below, jsonIn } from "../decode";
import type { StoreIndex } from "../storeIndex";
import { countChanges } from "./snapshots";

/** Changes whenever the facts that deeds are made of do. */
export interface FactCounts {
  moments: number;
  checkpoints: number;
  messages: number;
  restores: number;
  lastMoment: number;
  nextNumber: number;
  forgotten: number;
}

export function factCounts(index: StoreIndex): FactCounts {
  const [moments, checkpoints, messages, restores] = index.sql.first(
    `SELECT (SELECT count(*) FROM moment), (SELECT count(*) FROM checkpoint),
       (SELECT count(*) FROM message), (SELECT count(*) FROM restore)`,
  ) as [number, number, number, number];
  const { lastMoment, nextNumber } = index;
  const forgotten = timesForgotten(index);
  return {
    ...{ moments, checkpoints, messages, restores },
    ...{ lastMoment, nextNumber, forgotten },
  };
}

/**
 * Nobody did the rest of a first capture that was recorded in parts: it was there before, and
 * the rules are recorded with the last part.
 */
const IS_REST = `n > 1 AND n <= (SELECT min(n) FROM rules) AND source = 'outside'
  AND NOT EXISTS (SELECT 1 FROM version v WHERE v.born = m.n AND NOT v.adopted)
  AND NOT EXISTS (SELECT 1 FROM version v WHERE v.died = m.n)`;

/** The moments with the rest of a first capture that was recorded in parts. */
export function restOfFirstCapture(index: StoreIndex): Set<number> {
  const rest = new Set<number>();
  index.sql.each(`SELECT n FROM moment m WHERE ${IS_REST}`, [], ([n]) => {
    rest.add(n as number);
  });
  return rest;
}

/** The moments after this one, in order. */
export function deedMoments(index: StoreIndex, after: number): DeedMoment[] {
  const moments: DeedMoment[] = [];
  index.sql.each(
    `SELECT n, at, source, thread FROM moment m WHERE n > ? AND NOT (${IS_REST}) ORDER BY n`,
    [after],
    ([n, at, source, thread]) => {
      moments.push({
        n: n as number,
        atMs: at as number,
        source: source as Source,
        thread: thread as string | null,
      });
    },
  );
  return moments;
}

/** The checkpoints after this number, in order. */
export function deedPoints(index: StoreIndex, after: number): DeedPoint[] {
  const points: DeedPoint[] = [];
  index.sql.each(
    `SELECT id, number, moment, kind, source, thread, message, coalesce(state_at, at),
       added, modified, deleted, CASE WHEN kind = 'guard' THEN metadata END, state_at IS NOT NULL
     FROM checkpoint WHERE number > ? ORDER BY number`,
    [after],
    (row) => {
      points.push({
        id: row[0] as string,
        number: row[1] as number,
        moment: row[2] as number,
        kind: row[3] as CheckpointKind,
        source: row[4] as Source,
        thread: row[5] as string | null,
        message: row[6] as string | null,
        atMs: row[7] as number,
        added: row[8] as number,
        modified: row[9] as number,
        deleted: row[10] as number,
        command: commandIn(row[11] as string | null),
        isOfEarlier: row[12] === 1,
      });
    },
  );
  return withOwnCounts(index, points);
}

/**
 * What a point changed since the one before it that was created at its time: naming a moment
 * between the two later must not change what was one deed.
 */
function withOwnCounts(index: StoreIndex, points: DeedPoint[]): DeedPoint[] {
  const named = index.sql
    .all("SELECT moment FROM checkpoint WHERE state_at IS NOT NULL")
    .map((row) => row[0] as number);
  if (named.length === 0) return points;
  let last = index.sql.number(
    `SELECT moment FROM checkpoint WHERE number < ? AND state_at IS NULL AND source <> 'import'
     ORDER BY number DESC LIMIT 1`,
    points[0]?.number ?? 0,
  );
  return points.map((point) => {
    if (point.isOfEarlier) return point;
    const before = last;
    if (point.source !== "import") last = point.moment;
    const isBetween = named.some((n) => n > before && n <= point.moment);
    return isBetween
      ? { ...point, ...countChanges(index, before, point.moment) }
      : point;
  });
}

function commandIn(metadata: string | null): string | null {
  if (metadata === null || metadata === "{}") return null;
  const command = jsonIn<Record<string, unknown>>(metadata)?.["command"];
  return typeof command === "string" ? command : null;
}

/** Every message of a user, in the order they were recorded. */
export function deedPrompts(index: StoreIndex): DeedPrompt[] {
  return index.sql
    .all(
      `SELECT thread, id, moment, at, source FROM message WHERE role = 'user'
       ORDER BY moment, at, thread, seq`,
    )
    .map((row) => ({
      thread: row[0] as string,
      id: row[1] as string,
      moment: row[2] as number,
      atMs: row[3] as number,
      source: row[4] as Source,
    }));
}

/** Every restore that was done, in the order they began; without their plans. */
export function deedRestores(index: StoreIndex): DeedRestoreFact[] {
  return index.sql
    .all(
      "SELECT id, guard, moment, at, source FROM restore WHERE state <> 'begun' ORDER BY seq",
    )
    .map((row) => ({
      id: row[0] as string,
      guard: row[1] as string | null,
      moment: row[2] as number,
      atMs: row[3] as number,
      source: row[4] as Source,
    }));
}

/** The text of a user's message. */
export function promptText(
  index: StoreIndex,
  thread: string,
  message: string,
): string {
  const row = index.sql.first(
    "SELECT text FROM message WHERE thread = ? AND id = ?",
    thread,
    message,
  );
  return (row?.[0] as string | undefined) ?? "";
}

/** The keys (thread, a line break, id) of the messages with a text, ignoring case. */
export function promptsWithText(index: StoreIndex, text: string): Set<string> {
  const wanted = text.toLowerCase();
  const found = new Set<string>();
  index.sql.each(
    "SELECT thread, id, text FROM message WHERE role = 'user'",
    [],
    ([thread, id, said]) => {
      if ((said as string).toLowerCase().includes(wanted))
        found.add(`${thread as string}\n${id as string}`);
    },
  );
  return found;
}

/** The moments that changed a file, or a file below a folder. */
export function momentsChanging(
  index: StoreIndex,
  path: WorkspacePath,
): Set<number> {
  return new Set(
    index.sql
      .all(
        `SELECT v.born FROM path p JOIN version v ON v.path = p.id
           WHERE p.path = ?1 OR (p.path > ?2 AND p.path < ?3)
         UNION SELECT v.died FROM path p JOIN version v ON v.path = p.id
           WHERE (p.path = ?1 OR (p.path > ?2 AND p.path < ?3)) AND v.died IS NOT NULL`,
        path,
        ...below(path),
      )
      .map((row) => row[0] as number),
  );
}

/** The top-level folders that each moment changed something in; "" for the top level. */
export function topFoldersByMoment(index: StoreIndex): Map<number, string[]> {
  const folders = new Map<number, string[]>();
  const top =
    "CASE instr(p.path, '/') WHEN 0 THEN '' ELSE substr(p.path, 1, instr(p.path, '/') - 1) END";
  index.sql.each(
    `SELECT v.born, ${top} FROM version v JOIN path p ON p.id = v.path WHERE v.born > 1
     UNION SELECT v.died, ${top} FROM version v JOIN path p ON p.id = v.path WHERE v.died IS NOT NULL`,
    [],
    ([n, folder]) => {
      const known = folders.get(n as number);
      if (known) known.push(folder as string);
      else folders.set(n as number, [folder as string]);
    },
  );
  return folders;
}

/** The branch of each checkpoint; null if HEAD was detached, absent without git. */
export function branchesByNumber(
  index: StoreIndex,
): Map<number, string | null> {
  const branches = new Map<number, string | null>();
  index.sql.each(
    "SELECT number, json_extract(git, '$.branch') FROM checkpoint WHERE git IS NOT NULL",
    [],
    ([number, branch]) => {
      branches.set(number as number, branch as string | null);
    },
  );
  return branches;
}
