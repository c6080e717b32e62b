import * as z from "zod";
import type { Side } from "../../engine/model/changes";
import {
  KINDS,
  type ChangePaths,
  type Checkpoint,
  type CheckpointDetail,
  type TaskState,
} from "../../engine/model/checkpoint";

/**
 * The shapes of tools' answers. Clients check an answer against its schema and
 * refuse one key too many, so answers are made field by field, never passed on.
 */
export const pathLists = z.object({
  added: z.array(z.string()),
  modified: z.array(z.string()),
  deleted: z.array(z.string()),
});

const counts = z.object({
  added: z.number(),
  modified: z.number(),
  deleted: z.number(),
});

const common = {
  id: z.string(),
  number: z.number(),
  moment: z.number(),
  kind: z.enum(KINDS),
  name: z.string().nullable(),
  description: z.string().nullable(),
  createdAt: z.string(),
  source: z.string(),
  unsaved: z.number().describe("Editors with unsaved text at that moment."),
  skipped: z
    .array(z.object({ path: z.string(), reason: z.string() }))
    .describe("What could not be recorded, and why."),
  git: z
    .object({ commit: z.string().nullable(), branch: z.string().nullable() })
    .nullable(),
  metadata: z.record(z.string(), z.unknown()),
  task: z.record(z.string(), z.unknown()).nullable(),
  thread: z.string().nullable(),
  message: z.string().nullable(),
  pinned: z.boolean(),
  cut: z
    .boolean()
    .describe(
      "True when description, skipped, metadata or task are given in part; checkpoint_get has more.",
    ),
};

export const checkpointOut = z.object({
  ...common,
  filesChanged: counts.describe("Against the checkpoint before it."),
});

export const checkpointDetailOut = z.object({
  ...common,
  filesChanged: pathLists.describe("Against the checkpoint before it."),
});

export const shortCheckpoint = z
  .object({ id: z.string(), number: z.number(), name: z.string().nullable() })
  .nullable();

export const sideOut = z.object({
  label: z.string(),
  moment: z.number().nullable(),
  checkpoint: shortCheckpoint,
});

export const numbered = z
  .object({ id: z.string(), number: z.number() })
  .nullable();

/** Returns a checkpoint by itself, or as one of many, in brief. */
export function checkpointValue(
  checkpoint: Checkpoint,
  room: Room = ALONE,
): z.output<typeof checkpointOut> {
  const { added, modified, deleted } = checkpoint.filesChanged;
  return {
    ...commonValue(checkpoint, room),
    filesChanged: { added, modified, deleted },
  };
}

export function detailValue(
  checkpoint: CheckpointDetail,
  most: number,
): z.output<typeof checkpointDetailOut> {
  return {
    ...commonValue(checkpoint, ALONE),
    filesChanged: firstPaths(checkpoint.filesChanged, most),
  };
}

export function sideValue({
  label,
  moment,
  checkpoint,
}: Side): z.output<typeof sideOut> {
  return { label, moment, checkpoint: shortValue(checkpoint) };
}

export function shortValue(
  given: { id: string; number: number; name: string | null } | null,
) {
  return (
    given && { id: given.id, number: given.number, name: given.name ?? null }
  );
}

export function numberedValue(given: { id: string; number: number } | null) {
  return given && { id: given.id, number: given.number };
}

export function countPaths({ added, modified, deleted }: ChangePaths): number {
  return added.length + modified.length + deleted.length;
}

/** Returns the first paths of each list, `most` in all. */
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

/** How much an answer has room for: characters of a text or of JSON, and skipped files. */
interface Room {
  text: number;
  skipped: number;
}

const ALONE: Room = { text: 20_000, skipped: 100 };
export const ONE_OF_MANY: Room = { text: 300, skipped: 3 };

function commonValue(
  checkpoint: Omit<Checkpoint, "filesChanged">,
  room: Room,
): Omit<z.output<typeof checkpointOut>, "filesChanged"> {
  const { git, task, description, skipped, metadata } = checkpoint;
  const fits = (value: unknown) => JSON.stringify(value).length <= room.text;
  const isCut =
    (description ?? "").length > room.text ||
    skipped.length > room.skipped ||
    !fits(metadata) ||
    !fits(task);
  return {
    id: checkpoint.id,
    number: checkpoint.number,
    moment: checkpoint.moment,
    kind: checkpoint.kind,
    name: checkpoint.name,
    description: description && description.slice(0, room.text),
    createdAt: checkpoint.createdAt,
    source: checkpoint.source,
    unsaved: checkpoint.unsaved,
    skipped: skipped
      .slice(0, room.skipped)
      .map(({ path, reason }) => ({ path, reason })),
    git: git && { commit: git.commit, branch: git.branch },
    metadata: fits(metadata) ? metadata : {},
    task: task && (fits(task) ? { ...task } : withoutDone(task, room)),
    thread: checkpoint.thread,
    message: checkpoint.message,
    pinned: checkpoint.pinned,
    cut: isCut,
  };
}

/** What is done makes it long; what is under way is what one asks for. */
function withoutDone(
  { current, completed: _, ...task }: TaskState,
  room: Room,
) {
  return { ...task, current: current?.slice(0, room.text) };
}
