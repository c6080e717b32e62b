import * as z from "zod";
import { checkpoint, checkpointName, kind } from "./checkpoint";
import { restoreVerb, restoreEntry } from "./restore";
import { verdict } from "./verdict";
import {
  flag,
  names,
  number,
  path,
  paths,
  shape,
  source,
  text,
  textOrNull,
  time,
} from "./shape";

/** What people remember as one thing. */
export const deedKind = z
  .enum([
    "turn", // one prompt and what the agent did about it
    "edits", // a run of changes by one author
    "rename", // a renamed file or folder
    "git", // a git operation
    "restore", // a restore, undo, redo or revert, with its guard
    "named", // a checkpoint that somebody asked for
    "session", // where a session begins
    "guard", // a guard that nothing followed
  ])
  .register(names, { name: "DeedKind" });
export type DeedKind = z.infer<typeof deedKind>;

export const lineTotals = shape("LineTotals", {
  added: number("Lines that were added"),
  removed: number("Lines that were removed"),
});
export type LineTotals = z.infer<typeof lineTotals>;

export const folderRename = shape("FolderRename", {
  from: path.describe("Its path before"),
  to: path.describe("Its path after"),
});
export type FolderRename = z.infer<typeof folderRename>;

const deedRestore = shape("DeedRestore", {
  id: text("The id for undoing it"),
  verb: restoreVerb.describe("What was done"),
  target: text("The point that was restored to"),
  before: textOrNull(
    "The prompt of the turn that it went back to before; null for any other point",
  ),
  paths: paths(
    "The files and folders it was limited to; empty for the whole folder",
  ),
  state: restoreEntry.shape.state,
});

const deedCheckpoint = shape("DeedCheckpoint", {
  ...checkpointName.shape,
  kind: kind.describe("Its kind"),
});

export const deed = shape("Deed", {
  id: text("Unique in its folder; stays the same while the history grows"),
  kind: deedKind.describe("What it is"),
  author: source.describe(
    "Who changed its files; for a session or guard, who created it",
  ),
  title: textOrNull(
    "The prompt, the checkpoint's name, or what git or a command did; null if its files say it",
  ),
  startedAt: time.describe("When it began"),
  at: time.describe("When it last changed something"),
  files: number("How many files it changed"),
  deleted: number("How many of those it deleted"),
  paths: paths("The first few of them"),
  lines: lineTotals
    .nullable()
    .describe("Null unless they were requested and counted"),
  rename: folderRename.nullable().describe("The renamed file or folder"),
  restore: deedRestore.nullable().describe("The restore"),
  thread: textOrNull("The conversation that it belongs to"),
  message: textOrNull("The prompt that began it"),
  before: number("The moment to restore to for the state before it"),
  after: number("The moment with the state after it"),
  checkpoint: checkpoint
    .nullable()
    .describe("The checkpoint that represents it; null if it has none"),
  checkpoints: z.array(deedCheckpoint).describe("All of its own, newest first"),
  verdicts: z
    .array(verdict)
    .describe(
      "Which commands passed or failed on the state after it, oldest first",
    ),
  isOpen: flag("It may still grow"),
});
export type Deed = z.infer<typeof deed>;

export const deedPage = shape("DeedPage", {
  deeds: z.array(deed).describe("Newest first"),
  next: textOrNull(
    "Pass this as before to get the next page; null on the last page",
  ),
  total: number("The total number on all pages"),
});
export type DeedPage = z.infer<typeof deedPage>;

export const deedBucket = shape("DeedBucket", {
  key: text(
    "The day, kind, conversation, branch, author or folder; may be empty",
  ),
  count: number("How many deeds it has"),
  latestAt: time.describe("When the newest of them began"),
  title: textOrNull("The conversation's title; null for other groupings"),
});
export type DeedBucket = z.infer<typeof deedBucket>;

/** A changed file of a deed. */
export const deedFile = shape("DeedFile", {
  path,
  from: path.nullable().describe("Its path before, if it was renamed"),
  status: z
    .enum(["added", "modified", "deleted", "renamed"])
    .describe("What happened to it"),
  isUnsaved: flag("The unsaved text of an editor, not the file"),
  linesAdded: number("Null if they were not counted").nullable(),
  linesRemoved: number("Null if they were not counted").nullable(),
  before: number("The moment with the state before it"),
  after: number("The moment with the state after it"),
});
export type DeedFile = z.infer<typeof deedFile>;
