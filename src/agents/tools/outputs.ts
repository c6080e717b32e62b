import * as z from "zod";
import type { Side } from "../../engine/model/changes";
import {
  KINDS,
  type ChangePaths,
  type Checkpoint,
  type CheckpointDetail,
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

export function checkpointValue(
  checkpoint: Checkpoint,
): z.output<typeof checkpointOut> {
  const { added, modified, deleted } = checkpoint.filesChanged;
  return {
    ...commonValue(checkpoint),
    filesChanged: { added, modified, deleted },
  };
}

export function detailValue(
  checkpoint: CheckpointDetail,
  most: number,
): z.output<typeof checkpointDetailOut> {
  return {
    ...commonValue(checkpoint),
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

function commonValue(checkpoint: Omit<Checkpoint, "filesChanged">) {
  const { git, task } = checkpoint;
  return {
    id: checkpoint.id,
    number: checkpoint.number,
    moment: checkpoint.moment,
    kind: checkpoint.kind,
    name: checkpoint.name,
    description: checkpoint.description,
    createdAt: checkpoint.createdAt,
    source: checkpoint.source,
    unsaved: checkpoint.unsaved,
    skipped: checkpoint.skipped
      .slice(0, 100)
      .map(({ path, reason }) => ({ path, reason })),
    git: git && { commit: git.commit, branch: git.branch },
    metadata: checkpoint.metadata,
    task: task && { ...task },
    thread: checkpoint.thread,
    message: checkpoint.message,
    pinned: checkpoint.pinned,
  };
}
