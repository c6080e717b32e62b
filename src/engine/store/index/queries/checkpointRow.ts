import type {
  Checkpoint,
  CheckpointKind,
  GitState,
  TaskState,
} from "../../../model/checkpoint";
import { NAMED_IN_LISTS } from "../../../model/checkpoint";
import { isoTime } from "../../../model/isoTime";
import { jsonIn } from "../decode";
import type { Row, Value } from "../sql";
import type { StoreIndex } from "../storeIndex";
import { hasMakers, madeBetween } from "./madeBy";
import { momentBefore } from "./moments";
import { countSkipped, skippedAt } from "./snapshots";
import { hasVerdicts, verdictsAt } from "./verdicts";

/** The columns of a checkpoint, in the order in which `toCheckpoint` reads them. */
export const COLUMNS =
  "id, number, moment, kind, name, description, at, source, git, metadata, task, thread, message, pinned, added, modified, deleted, unsaved, state_at";

/** What the rows of a list can have; asking once is cheaper than asking for each row. */
interface KnownOfList {
  hasVerdicts: boolean;
  hasMakers: boolean;
}

/** Converts the rows of a list, newest state first; long lists of paths are truncated. */
export function toListed(
  index: StoreIndex,
  rows: readonly Row[],
): Checkpoint[] {
  const [newest, oldest] = [rows[0], rows.at(-1)];
  if (!newest || !oldest) return [];
  const [first, last] = [oldest[2] as number, newest[2] as number];
  const before = momentBefore(index, placeOf(oldest));
  const known: KnownOfList = {
    hasVerdicts: hasVerdicts(index, first, last),
    hasMakers: hasMakers(index, before, last),
  };
  return rows.map((row) => toCheckpoint(index, row, known));
}

/** Converts a row to a checkpoint. */
export function toCheckpoint(
  index: StoreIndex,
  row: Row,
  listed?: KnownOfList,
): Checkpoint {
  const moment = row[2] as number;
  const most = listed ? NAMED_IN_LISTS : undefined;
  return {
    id: row[0] as string,
    number: row[1] as number,
    moment,
    kind: row[3] as CheckpointKind,
    name: row[4] as string | null,
    description: row[5] as string | null,
    createdAt: isoTime(row[6] as number),
    ...(row[18] === null ? {} : { stateAt: isoTime(row[18] as number) }),
    source: row[7] as string,
    filesChanged: {
      added: row[14] as number,
      modified: row[15] as number,
      deleted: row[16] as number,
    },
    unsaved: row[17] as number,
    ...skippedIn(index, moment, most),
    git: gitIn(row[8], most),
    metadata: jsonIn<Record<string, unknown>>(row[9]) ?? {},
    task: jsonIn<TaskState>(row[10]),
    thread: row[11] as string | null,
    message: row[12] as string | null,
    pinned: row[13] === 1,
    ...(listed?.hasMakers === false
      ? {}
      : madeBetween(index, momentBefore(index, placeOf(row)), moment)),
    verdicts: listed?.hasVerdicts === false ? [] : verdictsAt(index, moment),
  };
}

function placeOf(row: Row): { number: number; moment: number } {
  return { number: row[1] as number, moment: row[2] as number };
}

function skippedIn(index: StoreIndex, moment: number, most?: number) {
  const skippedCount = countSkipped(index, moment);
  const isMore = most !== undefined && skippedCount > most;
  const skipped =
    skippedCount === 0
      ? []
      : skippedAt(index, moment, isMore ? most : undefined);
  return { skipped, skippedCount };
}

function gitIn(value: Value | undefined, most?: number): GitState | null {
  const git = jsonIn<GitState>(value);
  if (!git) return null;
  const { dirtyFiles } = git;
  return {
    ...git,
    dirtyFiles: dirtyFiles.slice(0, most),
    // Older records list all paths and have no count.
    dirtyCount: git.dirtyCount ?? dirtyFiles.length,
  };
}
