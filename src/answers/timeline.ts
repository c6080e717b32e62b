import * as z from "zod";
import { checkpointName } from "./checkpoint";
import { deedFile, lineTotals } from "./deed";
import { flag, names, number, shape, source, textOrNull, time } from "./shape";

/** Something to know the history by, besides its changes. */
export const markKind = z
  .enum([
    "named", // a checkpoint that somebody created
    "feature", // a feature checkpoint
    "session", // where a session begins
    "prompt", // what the user asked an agent
    "git", // a git operation
    "restore", // a restore, undo, redo or revert
    "guard", // a guard checkpoint
    "passed", // a command passed on this state
    "failed", // a command failed on this state
  ])
  .register(names, { name: "MarkKind" });
export type MarkKind = z.infer<typeof markKind>;

const timelineBucket = shape("TimelineBucket", {
  bucket: number("Its position, from 0"),
  moments: number("How many moments it has"),
  files: number("Changed files, summed over its moments"),
  lines: lineTotals
    .nullable()
    .describe("Null if they were not requested or not counted"),
  last: number("Its last moment"),
});
export type TimelineBucket = z.infer<typeof timelineBucket>;

const timelineLane = shape("TimelineLane", {
  source,
  moments: number("How many moments its buckets have"),
  files: number("Changed files, summed over them"),
  buckets: z
    .array(timelineBucket)
    .describe("Those in which this source changed something, oldest first"),
});
export type TimelineLane = z.infer<typeof timelineLane>;

const timelineMark = shape("TimelineMark", {
  kind: markKind.describe("What it is"),
  bucket: number("The position of its bucket"),
  count: number("How many of this kind the bucket has; the rest is the newest"),
  at: time,
  moment: number("The moment with the state"),
  checkpoint: number("The number of its checkpoint; null if none").nullable(),
  title: textOrNull("The name, the prompt, what git did or what was run"),
  source,
});
export type TimelineMark = z.infer<typeof timelineMark>;

export const timeline = shape("Timeline", {
  from: time.describe("The start of the first bucket"),
  to: time.describe("The end of the last bucket"),
  buckets: number("How many buckets of equal length there are"),
  start: time
    .nullable()
    .describe("When the history began; null if it is empty"),
  end: time.nullable().describe("When something last changed"),
  moments: number("How many moments match, in the whole history"),
  thinnedUntil: time
    .nullable()
    .describe(
      "Before this time retention kept only the states of checkpoints; null if every state is kept",
    ),
  lanes: z
    .array(timelineLane)
    .describe("Who changed something, the one with the most moments first"),
  marks: z
    .array(timelineMark)
    .describe("At most one of a kind for each bucket, oldest first"),
});
export type Timeline = z.infer<typeof timeline>;

/** A state that a playhead can stop at. */
export const timelineStop = shape("TimelineStop", {
  moment: number("The moment with the state"),
  at: time,
  source,
  title: textOrNull("The checkpoint's name, or the prompt before it"),
  prompt: textOrNull("What the user had asked before it"),
  checkpoint: checkpointName
    .nullable()
    .describe("Null if no checkpoint names this moment"),
  isFirst: flag("No earlier state is kept"),
  isLast: flag("It is the state that was recorded last"),
});
export type TimelineStop = z.infer<typeof timelineStop>;

/** What a file contains, for those who would show it. */
const fileContent = z
  .enum([
    "text",
    "binary",
    "large", // too much to be read for this
    "link",
  ])
  .register(names, { name: "FileContent" });

const timelineFile = shape("TimelineFile", {
  ...deedFile.shape,
  content: fileContent
    .nullable()
    .describe("What it contains; null if the files were not read"),
});
export type TimelineFile = z.infer<typeof timelineFile>;

export const timelineFiles = shape("TimelineFiles", {
  files: z.array(timelineFile).describe("The first of them, in path order"),
  total: number("How many files differ"),
});
export type TimelineFiles = z.infer<typeof timelineFiles>;
