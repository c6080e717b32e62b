import type {
  Checkpoint,
  CheckpointKind,
  GitState,
  TaskState,
} from "../model/checkpoint";
import { NAMED_IN_LISTS } from "../model/checkpoint";
import type { Row, SqlDatabase } from "../store/sql";
import { countSkipped, skippedAt } from "../store/states";

export const CHECKPOINT_COLUMNS =
  "id, number, moment, kind, name, description, at, source, git, metadata, task, thread, message, pinned, added, modified, deleted, unsaved";

/** A row as a checkpoint; in a list, long lists of names are cut short. */
export function toCheckpoint(
  sql: SqlDatabase,
  row: Row,
  isListed = false,
): Checkpoint {
  const moment = row[2] as number;
  const most = isListed ? NAMED_IN_LISTS : undefined;
  return {
    id: row[0] as string,
    number: row[1] as number,
    moment,
    kind: row[3] as CheckpointKind,
    name: row[4] as string | null,
    description: row[5] as string | null,
    createdAt: isoTime(row[6] as number),
    source: row[7] as string,
    filesChanged: {
      added: row[14] as number,
      modified: row[15] as number,
      deleted: row[16] as number,
    },
    unsaved: row[17] as number,
    ...skippedIn(sql, moment, most),
    git: gitIn(row[8], most),
    metadata: (parseJson(row[9]) ?? {}) as Record<string, unknown>,
    task: parseJson(row[10]) as TaskState | null,
    thread: row[11] as string | null,
    message: row[12] as string | null,
    pinned: row[13] === 1,
  };
}

function skippedIn(sql: SqlDatabase, moment: number, most?: number) {
  const skippedCount = countSkipped(sql, moment);
  const isMore = most !== undefined && skippedCount > most;
  const skipped =
    skippedCount === 0 ? [] : skippedAt(sql, moment, isMore ? most : undefined);
  return { skipped, skippedCount };
}

function gitIn(value: unknown, most?: number): GitState | null {
  const git = parseJson(value) as GitState | null;
  if (!git) return null;
  const { dirtyFiles } = git;
  return {
    ...git,
    dirtyFiles: dirtyFiles.slice(0, most),
    // Older records list them all and do not say how many.
    dirtyCount: git.dirtyCount ?? dirtyFiles.length,
  };
}

export function checkpointWhere(
  sql: SqlDatabase,
  where: string,
  ...values: Row
): Checkpoint | null {
  const row = sql.first(
    `SELECT ${CHECKPOINT_COLUMNS} FROM checkpoint WHERE ${where}`,
    ...values,
  );
  return row ? toCheckpoint(sql, row) : null;
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function parseJson(value: unknown): unknown {
  return value === null ? null : (JSON.parse(value as string) as unknown);
}
