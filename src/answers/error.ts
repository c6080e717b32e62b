import * as z from "zod";
import { names, shape, text, textOrNull } from "./shape";

/** Every code of an error, and what it means. Programs rely on the codes. */
export const CODES = {
  "bad-input": "an argument is wrong; nothing was done",
  "bad-path": "a path that is outside the workspace folder or cannot exist",
  "not-found": "no such checkpoint, file, thread, message, plan or restore",
  ambiguous: "a reference that matches several checkpoints",
  "not-kept": "a moment that was removed to save space",
  refused: "a folder that is never recorded, such as the home folder",
  "over-budget": "the first scan found more than the settings allow",
  "wrong-root": "the store belongs to another folder",
  "newer-format": "the store was written by a newer version of Checkpoint",
  "store-locked": "another process is writing and did not finish in time",
  damaged: "stored data is damaged",
  "disk-full": "the disk is full",
  quota: "the store has reached its maximum size",
  io: "another file system error",
  "plan-changed": "the workspace has changed since the plan was made",
  conflicts: "there are conflicts to resolve before a revert",
  "nothing-to-undo": "there is nothing to undo or redo",
  protected: "a checkpoint that is deleted only with force",
  cancelled: "it was cancelled",
  "not-allowed": "this message or conversation may not be changed",
  internal: "a bug in Checkpoint",
} as const;

export type ErrorCode = keyof typeof CODES;

export const errorCode = z
  .enum(Object.keys(CODES) as [ErrorCode, ...ErrorCode[]])
  .register(names, { name: "ErrorCode" });

export const spokenError = shape("Error", {
  code: errorCode.describe("For programs"),
  message: text("What happened, for people"),
  hint: textOrNull(
    "What to do about it, for people; null if there is no advice",
  ),
  data: z
    .record(z.string(), z.unknown())
    .describe("Details for programs: path, reference and so on"),
});
/** An error as people and other programs get it. */
export type SpokenError = z.infer<typeof spokenError>;
