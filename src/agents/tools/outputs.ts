import type * as z from "zod";
import {
  briefCheckpoint,
  briefDetail,
  type briefMessage,
} from "../../answers/brief";
import { only } from "../../answers/only";
import type {
  ChangePaths,
  Checkpoint,
  CheckpointDetail,
  TaskState,
} from "../../engine/model/checkpoint";
import type { ThreadMessage } from "../../engine/model/thread";

/** Returns a checkpoint on its own, or briefly as one of many. */
export function checkpointValue(
  checkpoint: Checkpoint,
  room: Room = ALONE,
): z.output<typeof briefCheckpoint> {
  return only(briefCheckpoint, { ...checkpoint, ...cutTo(room, checkpoint) });
}

export function detailValue(
  checkpoint: CheckpointDetail,
  most: number,
): z.output<typeof briefDetail> {
  return only(briefDetail, {
    ...checkpoint,
    ...cutTo(ALONE, checkpoint),
    filesChanged: firstPaths(checkpoint.filesChanged, most),
  });
}

/** The limit for a message in a list; more would only fill a model's context. */
const MOST_TEXT = 2000;

export function messageValue(
  message: ThreadMessage,
  most = MOST_TEXT,
): z.output<typeof briefMessage> {
  const { text } = message;
  const truncated = text.length > most;
  return { ...message, text: text.slice(0, most), truncated };
}

export function countPaths({ added, modified, deleted }: ChangePaths): number {
  return added.length + modified.length + deleted.length;
}

/** Returns the first paths of each list, `most` in total. */
export function firstPaths(lists: ChangePaths, most: number): ChangePaths {
  let left = most;
  const some = (paths: string[]) => {
    const kept = paths.slice(0, left);
    left -= kept.length;
    return kept;
  };
  return {
    added: some(lists.added),
    modified: some(lists.modified),
    deleted: some(lists.deleted),
  };
}

/** The space in an answer: characters of text or JSON, and skipped files. */
interface Room {
  text: number;
  skipped: number;
}

const ALONE: Room = { text: 20_000, skipped: 100 };
export const ONE_OF_MANY: Room = { text: 300, skipped: 3 };

/** Returns a checkpoint with its long fields truncated to fit. */
function cutTo(
  room: Room,
  {
    description,
    skipped,
    metadata,
    task,
  }: Pick<Checkpoint, "description" | "skipped" | "metadata" | "task">,
) {
  const fits = (value: unknown) => JSON.stringify(value).length <= room.text;
  return {
    description: description && description.slice(0, room.text),
    skipped: skipped.slice(0, room.skipped),
    metadata: fits(metadata) ? metadata : {},
    task: task && (fits(task) ? task : withoutCompleted(task, room)),
    cut:
      (description ?? "").length > room.text ||
      skipped.length > room.skipped ||
      !fits(metadata) ||
      !fits(task),
  };
}

/** Completed tasks make it long; the task in progress is what matters. */
function withoutCompleted(
  { current, completed: _, ...task }: TaskState,
  room: Room,
): TaskState {
  return current === undefined
    ? task
    : { ...task, current: current.slice(0, room.text) };
}
