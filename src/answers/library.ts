import * as z from "zod";
import {
  changePaths,
  checkpoint as answer,
  checkpointDetail as answerDetail,
  verdictResult,
} from "./checkpoint";
import { number, path, paths, shape, text } from "./shape";

/** What the library answers where it uses other names than the other hosts. */

const { name, createdAt, message, ...kept } = answer.shape;

export const savedCheckpoint = shape("Checkpoint", {
  ...kept,
  message: name.describe("The message that it was saved with; null if none"),
  timestamp: createdAt,
  threadMessage: message,
});
export type SavedCheckpoint = z.infer<typeof savedCheckpoint>;

export const savedCheckpointDetail = shape("CheckpointDetail", {
  ...savedCheckpoint.shape,
  filesChanged: answerDetail.shape.filesChanged,
});
export type SavedCheckpointDetail = z.infer<typeof savedCheckpointDetail>;

export const savedVerdict = shape("VerdictResult", {
  ...verdictResult.shape,
  checkpoint: savedCheckpoint
    .nullable()
    .describe("The checkpoint that has the state; null if there is none"),
});
export type SavedVerdict = z.infer<typeof savedVerdict>;

const reference = (which: string) =>
  text(
    `A reference to the ${which} side: a checkpoint's id, @40 (a moment), or workspace`,
  );

export const renamedFile = shape("RenamedFile", {
  from: path.describe("The old path"),
  to: path.describe("The new path"),
});

export const checkpointDiff = shape("CheckpointDiff", {
  fromId: reference("older"),
  toId: reference("newer"),
  addedFiles: paths("Paths that only the newer side has"),
  modifiedFiles: paths("Files that differ"),
  deletedFiles: paths("Paths that only the older side has"),
  renamedFiles: z
    .array(renamedFile)
    .describe(
      "Which of the added paths are the new names of which deleted ones",
    ),
  diffContent: text("A unified patch"),
});
export type CheckpointDiff = z.infer<typeof checkpointDiff>;

export const captured = shape("Captured", {
  moment: number("The moment with this state"),
  filesChanged: changePaths.describe("The changes that were recorded"),
  skipped: answer.shape.skipped,
});
export type Captured = z.infer<typeof captured>;

export const damageFound = shape("DamageFound", {
  kind: text("For programs"),
  message: text("What is damaged, for people"),
});
export type DamageFound = z.infer<typeof damageFound>;
