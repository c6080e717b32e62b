import type {
  CheckpointDiff,
  SavedCheckpoint,
  SavedCheckpointDetail,
} from "../answers/library";
import type { Diff, FileChange, Side } from "../engine/model/changes";
import type { Checkpoint, CheckpointDetail } from "../engine/model/checkpoint";

/** The reference to the folder as it is now. */
export const WORKSPACE = "workspace";

/** Returns a checkpoint with the library's names for its fields. */
export function toCheckpoint({
  name,
  createdAt,
  message,
  ...kept
}: Checkpoint): SavedCheckpoint {
  return {
    ...kept,
    message: name,
    timestamp: createdAt,
    threadMessage: message,
  };
}

export function toDetail({
  filesChanged,
  ...rest
}: CheckpointDetail): SavedCheckpointDetail {
  const counts = { added: 0, modified: 0, deleted: 0 };
  return { ...toCheckpoint({ ...rest, filesChanged: counts }), filesChanged };
}

/** Returns a diff by paths: a renamed file is a deleted path and an added one. */
export function toDiff(diff: Diff, toId: string): CheckpointDiff {
  const { added, modified, deleted, renamed } = diff;
  return {
    fromId: idOf(diff.from),
    toId: toId === WORKSPACE ? WORKSPACE : idOf(diff.to),
    addedFiles: sorted([...onDisk(added), ...onDisk(renamed)]),
    modifiedFiles: sorted(onDisk(modified)),
    deletedFiles: sorted([
      ...onDisk(deleted),
      ...renamed.map(({ from }) => from!),
    ]),
    renamedFiles: renamed.map(({ from, path }) => ({ from: from!, to: path })),
    diffContent: diff.patch ?? "",
  };
}

function idOf({ checkpoint, moment }: Side): string {
  return checkpoint?.id ?? (moment === null ? WORKSPACE : `@${moment}`);
}

/** Unsaved texts of editors are not files. */
function onDisk(changes: readonly FileChange[]): string[] {
  return changes
    .filter(({ layer }) => layer === "disk")
    .map(({ path }) => path);
}

function sorted(paths: readonly string[]): string[] {
  return [...paths].sort();
}
