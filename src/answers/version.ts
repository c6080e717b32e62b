import * as z from "zod";
import { checkpointName, skipReason } from "./checkpoint";
import {
  flag,
  hash,
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
import { verdict } from "./verdict";

/** Who made a change, when, and after which prompt. */
export const origin = shape("Origin", {
  moment: number("The moment of the change"),
  at: time,
  source: source.describe("Who made it"),
  prompt: textOrNull("What the user had asked the agent; null if unknown"),
});
export type Origin = z.infer<typeof origin>;

/** One version of one file. */
export const fileVersion = shape("FileVersion", {
  path,
  born: number("The first moment that has this version"),
  died: numberOrNull(
    "The first moment that no longer has it; null if it is current",
  ),
  at: time,
  source,
  model: text("The agent's model; absent if it is not known").exactOptional(),
  subagent: text(
    "The subagent that made it; absent if none did",
  ).exactOptional(),
  hash: hash.nullable().describe("Null if there is no content"),
  sizeBytes: number("Its size"),
  mode,
  change: z
    .enum(["added", "modified", "deleted", "released", "skipped"])
    .describe("What happened to the file"),
  reason: skipReason.nullable().describe("Why it was skipped; otherwise null"),
  unsaved: flag("The unsaved text of an editor, not the file"),
  checkpoint: checkpointName
    .nullable()
    .describe("The first checkpoint that has this version; null if none does"),
  verdicts: z
    .array(verdict)
    .describe(
      "Which commands passed or failed on that checkpoint, or without one on the moment born; oldest first",
    ),
  prompt: textOrNull(
    "What the user had asked the agent that made it; null if unknown",
  ),
  linesAdded: numberOrNull(
    "Compared with the version before; null if not counted. Only if requested",
  ).exactOptional(),
  linesRemoved: numberOrNull("Likewise").exactOptional(),
});
export type FileVersion = z.infer<typeof fileVersion>;

/** A file that was deleted and can be restored. */
export const deletedFile = shape("DeletedFile", {
  path,
  lastMoment: number("The last moment that has it: restore it from there"),
  deletedAt: time,
  sizeBytes: number("Its size"),
  hash,
  source: source.describe("Who deleted it"),
});
export type DeletedFile = z.infer<typeof deletedFile>;

export const searchLine = shape("SearchLine", {
  line: number("Counts from 1"),
  text: text("The line"),
});

export const searchHit = shape("SearchHit", {
  path,
  born: number("The first moment that has this version"),
  died: numberOrNull(
    "The first moment that no longer has it; null if it is current",
  ),
  at: time.describe("When this version was recorded"),
  lastMoment: number("The last moment that has it"),
  lastAt: time.describe("When that was"),
  unsaved: flag("The unsaved text of an editor, not the file"),
  hash,
  lines: z.array(searchLine).describe("The lines that match"),
  firstCheckpoint: checkpointName
    .nullable()
    .describe("The first checkpoint that has this version; null if none does"),
  lastCheckpoint: checkpointName
    .nullable()
    .describe("The last checkpoint that has this version; null if none does"),
  current: flag("The file still has it"),
  appeared: origin.describe(
    "When it first appeared in this file; a restore does not count",
  ),
  vanished: origin
    .nullable()
    .describe("When it was last removed; null if the file still has it"),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchResult = shape("SearchResult", {
  hits: z.array(searchHit).describe("Versions that match"),
  searchedContents: number("File contents that were searched"),
  truncated: flag("There are more results than the limit"),
  tooSlow: paths(
    "Files whose search was stopped because the regular expression takes too long",
  ).exactOptional(),
});
export type SearchResult = z.infer<typeof searchResult>;

export const ignoreRule = shape("IgnoreRule", {
  file: textOrNull(
    "The file that has the rule, absolute or in the workspace folder; null for the settings",
  ),
  line: numberOrNull("Its line; null for the settings"),
  pattern: text("The pattern"),
});

/** Whether a path is recorded, and why or why not. */
export const why = shape("Why", {
  path,
  recorded: flag("True if it is recorded"),
  reason: z
    .enum([
      "recorded", // nothing keeps it from being recorded
      "tracked", // git tracks it, although the rule matches
      "included", // `include` names it, although the rule matches
      "gitignore", // a `.gitignore`, or `info/exclude`
      "exclude", // the settings
      "version-control",
      "temporary", // a temporary file of Checkpoint's own
      "behind-link", // what a link leads to is not in the folder
      "absent", // nothing is there
      "not-yet", // the next capture will record it
      ...skipReason.options,
    ])
    .describe("Why, or why not"),
  matched: path.describe(
    "What the reason applies to: the path or a folder above it",
  ),
  rule: ignoreRule
    .nullable()
    .describe("The rule that decides; null if none does"),
});
export type Why = z.infer<typeof why>;
