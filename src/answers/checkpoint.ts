import * as z from "zod";
import {
  flag,
  id,
  names,
  number,
  numberOrNull,
  path,
  paths,
  shape,
  source,
  text,
  textOrNull,
  time,
} from "./shape";
import { sinceGood, verdict } from "./verdict";
import { KINDS } from "./words";

export const kind = z.enum(KINDS).register(names, { name: "CheckpointKind" });
export type CheckpointKind = z.infer<typeof kind>;

export const skipReason = z.enum([
  "too-large",
  "unreadable",
  "special",
  "changing",
  "name",
  "own-data", // a store, or another folder of Checkpoint's own
]);
export type SkipReason = z.infer<typeof skipReason>;

export const skipped = shape("Skipped", {
  path,
  reason: skipReason.describe("Why it was not recorded"),
});
export type Skipped = z.infer<typeof skipped>;

export const changeCounts = shape("ChangeCounts", {
  added: number("Files that were added"),
  modified: number("Files that were modified"),
  deleted: number("Files that were deleted"),
});
export type ChangeCounts = z.infer<typeof changeCounts>;

export const changePaths = shape("ChangePaths", {
  added: paths("Files that were added"),
  modified: paths("Files that were modified"),
  deleted: paths("Files that were deleted"),
});
export type ChangePaths = z.infer<typeof changePaths>;

export const gitState = shape("GitState", {
  commit: textOrNull("The commit of HEAD; null before the first commit"),
  branch: textOrNull("The branch; null if HEAD is detached"),
  dirtyFiles: paths(
    "Files that changed since Checkpoint first saw this commit, which is not the same as git's list; the first 1,000, in lists of checkpoints the first 100",
  ),
  dirtyCount: number("How many such files there are"),
});
export type GitState = z.infer<typeof gitState>;

/** The state of an agent's task list, and of its context. */
export const taskState = shape("TaskState", {
  current: text("The task in progress").exactOptional(),
  completed: z
    .array(z.string())
    .describe("The tasks that are done")
    .exactOptional(),
  session: number("The number of the session").exactOptional(),
  tokens: number("Tokens used").exactOptional(),
});
export type TaskState = z.infer<typeof taskState>;

export const checkpointNumber = shape("CheckpointNumber", {
  id,
  number: number("The checkpoint's number"),
});
export type CheckpointNumber = z.infer<typeof checkpointNumber>;

export const checkpointName = shape("CheckpointName", {
  ...checkpointNumber.shape,
  name: textOrNull("Its name; null if it has none"),
});
export type CheckpointName = z.infer<typeof checkpointName>;

export const checkpoint = shape("Checkpoint", {
  id,
  number: number("Counts up from 0; a number is never used again"),
  moment: number("The moment that it names"),
  kind: kind.describe("Its kind, which decides how long it is kept"),
  name: textOrNull("Null if it has no name"),
  description: textOrNull("Its description; null if there is none"),
  createdAt: time,
  stateAt: time
    .describe(
      "When its state was recorded, if it was created later, of an earlier moment; otherwise absent",
    )
    .exactOptional(),
  source,
  filesChanged: changeCounts.describe("Compared with the checkpoint before it"),
  unsaved: number("Editors that had unsaved text"),
  skipped: z
    .array(skipped)
    .describe(
      "Files that were not recorded; in lists of checkpoints the first 100",
    ),
  skippedCount: number("How many files were not recorded"),
  git: gitState
    .nullable()
    .describe(
      "Null if the folder is not in a repository, or if stateAt is present: what git had then is not known",
    ),
  metadata: z
    .record(z.string(), z.unknown())
    .describe("Additional data from its creator"),
  task: taskState
    .nullable()
    .describe("The agent's task list, if it provided one"),
  thread: textOrNull("The conversation that it belongs to"),
  message: textOrNull("The message that it belongs to"),
  pinned: flag("Never removed automatically"),
  models: z
    .array(z.string())
    .describe(
      "Models of the agents that made its changes; absent if none is known",
    )
    .exactOptional(),
  subagents: z
    .array(z.string())
    .describe("Subagents that made some of its changes; absent if none did")
    .exactOptional(),
  verdicts: z
    .array(verdict)
    .describe("Which commands passed or failed on this state, oldest first"),
});
export type Checkpoint = z.infer<typeof checkpoint>;

/** A checkpoint with the paths that it changed instead of their number. */
export const checkpointDetail = shape("CheckpointDetail", {
  ...checkpoint.shape,
  filesChanged: changePaths.describe("Compared with the checkpoint before it"),
});
export type CheckpointDetail = z.infer<typeof checkpointDetail>;

export const checkpointPage = shape("CheckpointPage", {
  checkpoints: z.array(checkpoint).describe("The newest state first"),
  next: numberOrNull(
    "Pass this as before to get the next page; null on the last page",
  ),
  total: number("The total number on all pages"),
});
export type CheckpointPage = z.infer<typeof checkpointPage>;

/** A point in time, with or without a checkpoint. */
export const point = shape("Point", {
  moment: number("Its moment"),
  at: time,
  checkpoint: checkpoint.nullable().describe("Null if none names this moment"),
  label: text("Its label: #12 and its name, @40, or a time"),
  verdicts: z
    .array(verdict)
    .describe("Which commands passed or failed on this state, oldest first"),
});
export type Point = z.infer<typeof point>;

export const verdictResult = shape("VerdictResult", {
  verdict: verdict.describe("The verdict"),
  checkpoint: checkpoint
    .nullable()
    .describe("The checkpoint that has the state; null if there is none"),
  lastGood: sinceGood
    .nullable()
    .describe("The last state on which this command passed; null if none"),
});
export type VerdictResult = z.infer<typeof verdictResult>;

export const deletedCheckpoints = shape("DeletedCheckpoints", {
  deleted: z.array(z.number()).describe("The numbers of deleted checkpoints"),
});
export type DeletedCheckpoints = z.infer<typeof deletedCheckpoints>;
