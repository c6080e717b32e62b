import { isoTime } from "../../../model/isoTime";
import type { WorkspacePath } from "../../../model/workspacePath";
import { hashText } from "../decode";
import type { Row } from "../sql";
import type { StoreIndex } from "../storeIndex";

/** A version of a file, with what is known of its author. */
export interface Ancestor {
  path: WorkspacePath;
  born: number;
  /** The first moment without it; null if it is current. */
  died: number | null;
  hash: string;
  sizeBytes: number;
  mode: number;
  /** First recorded because a rule stopped ignoring it: it is older. */
  isAdopted: boolean;
  /** A formatter changed it while it was saved: its unsaved text at the moment before is older. */
  isFormatted: boolean;
  source: string | null;
  model: string | null;
  subagent: string | null;
  thread: string | null;
  recordedAt: string;
}

/** The formatted files of a moment, as JSON; a list in a store is not trusted to be one. */
export const FORMATTED = (m: string) =>
  `CASE WHEN json_valid(${m}.formatted) THEN ${m}.formatted END`;

const VERSIONS = `SELECT v.born, v.died, c.hash, v.size, v.mode, v.adopted, m.source, m.model, m.subagent, m.thread, m.at,
    EXISTS (SELECT 1 FROM json_each(${FORMATTED("m")}) each WHERE each.value = p.path)
  FROM path p JOIN version v ON v.path = p.id JOIN content c ON c.id = v.content
    LEFT JOIN moment m ON m.n = v.born`;

/** The versions of a file up to a moment, oldest first. */
export function ancestorsOf(
  index: StoreIndex,
  path: WorkspacePath,
  upTo: number,
): Ancestor[] {
  return index.sql
    .all(
      `${VERSIONS} WHERE p.path = ? AND v.layer = 0 AND v.born <= ? ORDER BY v.born`,
      path,
      upTo,
    )
    .map((row) => toAncestor(path, row));
}

/** The unsaved text of a file's editor at a moment, if there was one. */
export function unsavedVersionAt(
  index: StoreIndex,
  path: WorkspacePath,
  moment: number,
): Ancestor | null {
  const row = index.sql.first(
    `${VERSIONS} WHERE p.path = ?1 AND v.layer = 1 AND v.born <= ?2 AND (v.died IS NULL OR v.died > ?2)`,
    path,
    moment,
  );
  return row ? toAncestor(path, row) : null;
}

function toAncestor(path: WorkspacePath, row: Row): Ancestor {
  return {
    path,
    born: row[0] as number,
    died: row[1] as number | null,
    hash: hashText(row[2]),
    sizeBytes: row[3] as number,
    mode: row[4] as number,
    isAdopted: row[5] === 1,
    isFormatted: row[11] === 1,
    source: row[6] as string | null,
    model: row[7] as string | null,
    subagent: row[8] as string | null,
    thread: row[9] as string | null,
    recordedAt: row[10] === null ? "" : isoTime(row[10] as number),
  };
}

/** The number of the first checkpoint from one moment up to, but not including, another. */
export function firstCheckpointIn(
  index: StoreIndex,
  from: number,
  until: number | null,
): number | null {
  const row = index.sql.first(
    `SELECT number FROM checkpoint WHERE moment >= ?1 AND (?2 IS NULL OR moment < ?2) AND source <> 'import'
     ORDER BY moment, number LIMIT 1`,
    from,
    until,
  );
  return (row?.[0] as number | undefined) ?? null;
}

/** What the user had said in a thread before a moment; null if unknown. */
export function promptBefore(
  index: StoreIndex,
  thread: string | null,
  moment: number,
): { id: string; text: string } | null {
  const row = index.sql.first(
    `SELECT id, text FROM message WHERE thread = ? AND role = 'user' AND moment < ?
     ORDER BY seq DESC LIMIT 1`,
    thread ?? "",
    moment,
  );
  return row ? { id: row[0] as string, text: row[1] as string } : null;
}
