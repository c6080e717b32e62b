import * as z from "zod";
import { checkpointNumber, skipReason } from "./checkpoint";
import { side } from "./diff";
import {
  flag,
  hash,
  id,
  mode,
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

export const fileState = shape("FileState", {
  hash,
  mode,
  sizeBytes: number("Its size"),
});
export type FileState = z.infer<typeof fileState>;

export const action = z.enum(["create", "replace"]);

export const plannedWrite = shape("PlannedWrite", {
  path,
  action: action.describe("What happens to the file"),
  before: fileState.nullable().describe("The file now; null if there is none"),
  after: fileState.describe("The file after the restore"),
});

export const plannedDelete = shape("PlannedDelete", {
  path,
  before: fileState.describe("The file now"),
});

export const leftAlone = shape("LeftAlone", {
  path,
  reason: z
    .enum([
      "ignored-then", // the target does not have it because it was ignored or skipped
      "not-ours", // nothing recorded says that it was created since
      "too-large", // too large for the guard checkpoint
      ...skipReason.exclude(["too-large", "own-data"]).options,
      "link", // a symbolic link, and none can be made here
      "blocked", // a folder with unrecorded files is there, or a link is above it
      "protected", // inside a version control folder
      "own-data", // a store, or other data of Checkpoint's own
    ])
    .describe("Why it is not changed"),
});
export type LeftAlone = z.infer<typeof leftAlone>;
export type LeftAloneReason = LeftAlone["reason"];

export const plannedUnsaved = shape("PlannedUnsaved", {
  path,
  hash: hash.nullable().describe("The unsaved text; null if there is none"),
});
export type PlannedUnsaved = z.infer<typeof plannedUnsaved>;

export const changedByOthers = shape("ChangedByOthers", {
  path,
  sources: z.array(z.string()).describe("Who changed it"),
});
export type ChangedByOthers = z.infer<typeof changedByOthers>;

export const planScope = shape("PlanScope", {
  paths: paths("Files and folders; if empty, everything"),
  source: source
    .nullable()
    .describe("Only what this author changed; null for everyone"),
  isExact: flag("Only these paths, and nothing below them").exactOptional(),
  unsavedAsFiles: flag("Unsaved text is written to the files").exactOptional(),
});
export type PlanScope = z.infer<typeof planScope>;

export const planMessages = shape("PlanMessages", {
  thread: text("The conversation"),
  ids: z.array(z.string()).describe("Messages marked as deleted"),
});
export type PlanMessages = z.infer<typeof planMessages>;

export const restoreVerb = z.enum([
  "restore",
  "undo",
  "redo",
  "revert",
  "thread",
]);
export type RestoreVerb = z.infer<typeof restoreVerb>;

/**
 * A restore that is planned but not applied. The engine's own plan has numeric modes:
 * `engine/model/restorePlan.ts`.
 */
export const plan = shape("Plan", {
  id,
  verb: restoreVerb.describe("The operation"),
  target: side.describe("The point to restore to"),
  scope: planScope.describe("The requested files"),
  base: number("The moment of the workspace when it was planned"),
  createdAt: time,
  writes: z.array(plannedWrite).describe("Files to create or replace"),
  deletes: z.array(plannedDelete).describe("Files to delete"),
  leftAlone: z.array(leftAlone).describe("Files that are not changed, and why"),
  unsaved: z.array(plannedUnsaved).describe("Unsaved texts to restore"),
  changedByOthers: z
    .array(changedByOthers)
    .describe("Those files that someone else has changed since the target"),
  changedSince: paths(
    "For undo and redo: files that changed since then",
  ).exactOptional(),
  of: text("The restore that is undone or redone").exactOptional(),
  messages: planMessages
    .describe("Messages that it marks as deleted")
    .exactOptional(),
});
export type Plan = z.infer<typeof plan>;

/** One change inside a file that a plan replaces. */
export const plannedHunk = shape("PlannedHunk", {
  line: number("The first line it replaces in the current file, from 1"),
  removed: number("Lines of the current file that it removes"),
  added: number("Lines that it adds"),
  text: text("One of the lines that it changes, for a list"),
});
export type PlannedHunk = z.infer<typeof plannedHunk>;

export const restoreFailure = shape("RestoreFailure", {
  path,
  code: text("The error's code"),
  message: text("What went wrong"),
});
export type RestoreFailure = z.infer<typeof restoreFailure>;

const failures = z
  .array(restoreFailure)
  .describe("What went wrong; if anything did, the files were rolled back");
const guard = checkpointNumber
  .nullable()
  .describe(
    "The guard checkpoint that has what was replaced; null if nothing was",
  );
export const isHalfDone = z
  .literal(true)
  .describe(
    "It failed and could not be rolled back yet; Checkpoint tries again whenever it opens the history",
  );

export const report = shape("Report", {
  plan: plan.describe("What was planned"),
  applied: flag("The files were restored"),
  guard,
  failures,
  moment: number("The moment after the restore"),
  restoreId: textOrNull("The id for undoing it; null if nothing was done"),
  isHalfDone: isHalfDone.exactOptional(),
});
export type Report = z.infer<typeof report>;

/** What a restoring verb answers: a report, or the plan for a dry run. */
export const restored = shape("Restored", {
  ...report.shape,
  applied: flag("The files were restored; false after a dry run"),
  moment: report.shape.moment.exactOptional(),
  restoreId: report.shape.restoreId.exactOptional(),
});
export type Restored = z.infer<typeof restored>;

/** What the API for other extensions answers. */
export const restoreResult = shape("RestoreResult", {
  applied: flag(
    "False for a preview, if there was nothing to do, and if it failed",
  ),
  restoreId: textOrNull("The id of this restore; null if nothing was done"),
  guard,
  written: paths("Files that were created or replaced, or would be"),
  deleted: paths("Files that were deleted, or would be"),
  leftAlone: plan.shape.leftAlone,
  changedByOthers: plan.shape.changedByOthers,
  failures,
  isHalfDone: isHalfDone.exactOptional(),
});
export type RestoreResult = z.infer<typeof restoreResult>;

/** A restore as logs and lists show it. */
export const restoreEntry = shape("RestoreEntry", {
  id,
  verb: restoreVerb.describe("What was done"),
  at: time,
  target: text("The point that was restored to"),
  guard: numberOrNull(
    "The number of its guard checkpoint; null if it has none",
  ),
  writes: number("Files that were created or replaced"),
  deletes: number("Files that were deleted"),
  state: z
    .enum(["done", "undone", "recovered", "rolled-back"])
    .describe("Its current state"),
  source,
});
export type RestoreEntry = z.infer<typeof restoreEntry>;

const content = (what: string) =>
  textOrNull(`${what}; null if there is no file or it is binary`);

export const conflict = shape("Conflict", {
  path,
  base: content("The text that the reverted change made"),
  ours: content("The text now"),
  theirs: content("The text before the reverted change"),
  merged: textOrNull("With conflict markers; null for binary files"),
  binary: flag("Not text"),
});
export type Conflict = z.infer<typeof conflict>;

export const uncertainChange = shape("UncertainChange", {
  path,
  sources: z.array(z.string()).describe("Who may have changed it"),
});
export type UncertainChange = z.infer<typeof uncertainChange>;

export const reverted = shape("Reverted", {
  ...restored.shape,
  conflicts: z
    .array(conflict)
    .describe("Conflicts to resolve; if there are any, nothing was written"),
  maybe: z
    .array(uncertainChange)
    .describe(
      "Files left alone because several writers were at work when they changed, so their author is unknown",
    ),
});
export type Reverted = z.infer<typeof reverted>;

export const restoration = shape("Restoration", {
  path,
  action: z
    .enum([...action.options, "delete"])
    .describe("What happens to the file"),
});
export type Restoration = z.infer<typeof restoration>;

/** What going back to a message of a conversation would do, or did. */
export const threadEdit = shape("ThreadEdit", {
  thread: text("The conversation"),
  message: text("The message"),
  requiresConfirmation: flag("Files would change, so ask the user first"),
  restorations: z.array(restoration).describe("Files that change"),
  changedByOthers: plan.shape.changedByOthers,
  leftToOthers: z
    .array(changedByOthers)
    .describe("Files that are not changed because only others changed them"),
  deletedMessages: z
    .array(z.string())
    .describe("Messages that are marked as deleted, or would be"),
  planId: text("The plan's id"),
  applied: flag("The files were restored and the messages marked"),
  guard,
  failures,
  isHalfDone: isHalfDone.exactOptional(),
});
export type ThreadEdit = z.infer<typeof threadEdit>;
