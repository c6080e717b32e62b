import type { CheckpointName } from "../../../../answers/checkpoint";
import type { Checkpoint } from "../../../model/checkpoint";
import type { Row } from "../sql";
import type { StoreIndex } from "../storeIndex";
import { COLUMNS, toCheckpoint } from "./checkpointRow";

/** Enough to see that a name is ambiguous and to list the candidates. */
const MAX_CANDIDATES = 6;

export function checkpointById(
  index: StoreIndex,
  id: string,
): Checkpoint | null {
  return one(index, "id = ?", id);
}

export function checkpointByNumber(
  index: StoreIndex,
  number: number,
): Checkpoint | null {
  return one(index, "number = ?", number);
}

/** The newest checkpoint of this moment. */
export function checkpointAt(
  index: StoreIndex,
  moment: number,
): Checkpoint | null {
  return one(index, "moment = ? ORDER BY number DESC LIMIT 1", moment);
}

/** The newest checkpoint of this moment; a guard only if there is no other. */
export function checkpointToNameAt(
  index: StoreIndex,
  moment: number,
): Checkpoint | null {
  return one(
    index,
    "moment = ? ORDER BY kind = 'guard', number DESC LIMIT 1",
    moment,
  );
}

/** The checkpoint by which people know this moment: one that somebody named, if there is one. */
export function checkpointKnownAt(
  index: StoreIndex,
  moment: number,
): Checkpoint | null {
  return one(
    index,
    "moment = ? ORDER BY kind NOT IN ('manual', 'feature'), kind = 'guard', number DESC LIMIT 1",
    moment,
  );
}

/** The last checkpoint of this moment or an earlier one. */
export function checkpointAtOrBefore(
  index: StoreIndex,
  moment: number,
): Checkpoint | null {
  return one(
    index,
    "moment <= ? ORDER BY moment DESC, number DESC LIMIT 1",
    moment,
  );
}

/**
 * The checkpoint of the newest state, or the one `back` steps before it; guards count only if
 * there is nothing else.
 */
export function newestCheckpoint(
  index: StoreIndex,
  back = 0,
): Checkpoint | null {
  const hasOthers = index.sql.first(
    "SELECT 1 FROM checkpoint WHERE kind <> 'guard'",
  );
  const which = hasOthers ? "kind <> 'guard'" : "1";
  return one(
    index,
    `${which} ORDER BY moment DESC, number DESC LIMIT 1 OFFSET ?`,
    back,
  );
}

/** The newest few checkpoints whose id starts with a text. */
export function checkpointsWithId(
  index: StoreIndex,
  prefix: string,
): Checkpoint[] {
  return several(index, "id >= ? AND id < ?", prefix, prefix + "~");
}

/**
 * The newest few checkpoints with a name. Surrounding whitespace is ignored,
 * because it cannot be seen.
 */
export function checkpointsNamed(
  index: StoreIndex,
  name: string,
): Checkpoint[] {
  return several(index, "trim(name, char(9, 10, 13, 32)) = ?", name);
}

/** The lowest and highest number; null if there are no checkpoints. */
export function numberRange(
  index: StoreIndex,
): { first: number; last: number } | null {
  const [first, last] = index.sql.first(
    "SELECT min(number), max(number) FROM checkpoint",
  ) as [number | null, number];
  return first === null ? null : { first, last };
}

export function countCheckpoints(index: StoreIndex): number {
  return index.sql.number("SELECT count(*) FROM checkpoint");
}

export function hasCheckpointAt(index: StoreIndex, moment: number): boolean {
  return (
    index.sql.first("SELECT 1 FROM checkpoint WHERE moment = ?", moment) !==
    undefined
  );
}

/** Identifies a checkpoint inside other values. */
export type { CheckpointName };

/** The first or last checkpoint from one moment up to, but not including, another. */
export function checkpointBetween(
  index: StoreIndex,
  which: "first" | "last",
  from: number,
  before: number,
): CheckpointName | null {
  const order = which === "first" ? "ASC" : "DESC";
  return toName(
    index.sql.first(
      `SELECT id, number, name FROM checkpoint WHERE moment >= ? AND moment < ?
       ORDER BY moment ${order}, number ${order} LIMIT 1`,
      from,
      before,
    ),
  );
}

export function checkpointName(
  index: StoreIndex,
  number: number,
): CheckpointName | null {
  return toName(
    index.sql.first(
      "SELECT id, number, name FROM checkpoint WHERE number = ?",
      number,
    ),
  );
}

/** The number of a checkpoint, if it exists. */
export function numberOf(index: StoreIndex, id: string): number | null {
  const row = index.sql.first("SELECT number FROM checkpoint WHERE id = ?", id);
  return (row?.[0] as number | undefined) ?? null;
}

/** The checkpoint of the newest state, of any kind. */
export function lastCheckpoint(
  index: StoreIndex,
): { id: string; moment: number } | null {
  const row = index.sql.first(
    "SELECT id, moment FROM checkpoint ORDER BY moment DESC, number DESC LIMIT 1",
  );
  return row ? { id: row[0] as string, moment: row[1] as number } : null;
}

/** Calls back with the moment of each checkpoint, by number. */
export function eachCheckpoint(
  index: StoreIndex,
  onCheckpoint: (number: number, moment: number) => void,
): void {
  index.sql.each(
    "SELECT number, moment FROM checkpoint ORDER BY number",
    [],
    ([number, moment]) => onCheckpoint(number as number, moment as number),
  );
}

/**
 * The checkpoints whose changes may be compared with this one: those after it in time, up to the
 * next that is not an import.
 */
export function numbersAfter(
  index: StoreIndex,
  { moment, number }: { moment: number; number: number },
): number[] {
  const numbers: number[] = [];
  index.sql.each(
    `SELECT number, source FROM checkpoint WHERE (moment, number) > (?, ?)
     ORDER BY moment, number`,
    [moment, number],
    (row) => {
      numbers.push(row[0] as number);
      return row[1] === "import";
    },
  );
  return numbers;
}

/** The moment of a checkpoint; undefined if it does not exist. */
export function momentOfNumber(
  index: StoreIndex,
  number: number,
): number | undefined {
  const row = index.sql.first(
    "SELECT moment FROM checkpoint WHERE number = ?",
    number,
  );
  return row?.[0] as number | undefined;
}

function one(
  index: StoreIndex,
  where: string,
  ...values: Row
): Checkpoint | null {
  const row = index.sql.first(
    `SELECT ${COLUMNS} FROM checkpoint WHERE ${where}`,
    ...values,
  );
  return row ? toCheckpoint(index, row) : null;
}

function several(
  index: StoreIndex,
  where: string,
  ...values: Row
): Checkpoint[] {
  return index.sql
    .all(
      `SELECT ${COLUMNS} FROM checkpoint WHERE ${where} ORDER BY number DESC LIMIT ${MAX_CANDIDATES}`,
      ...values,
    )
    .map((row) => toCheckpoint(index, row));
}

function toName(row: Row | undefined): CheckpointName | null {
  if (!row) return null;
  return {
    id: row[0] as string,
    number: row[1] as number,
    name: row[2] as string | null,
  };
}
