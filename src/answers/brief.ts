import * as z from "zod";
import { blame, blameLine } from "./blame";
import {
  changePaths,
  checkpoint,
  checkpointPage,
  gitState,
  verdictResult,
} from "./checkpoint";
import { diff, fileChange } from "./diff";
import { conflict, plan, report, reverted, threadEdit } from "./restore";
import { flag, number, paths, text, time } from "./shape";
import { thread, threadMessage } from "./thread";
import { searchHit, searchResult } from "./version";

// The answers of the agents' tools: the same values, truncated to fit into a model's context. Each
// says whether it was truncated.

const truncated = (what: string) => flag(`True if ${what} truncated`);

export const briefCheckpoint = checkpoint.omit({ skippedCount: true }).extend({
  git: gitState
    .pick({ commit: true, branch: true })
    .nullable()
    .describe("Null if the folder is not in a repository"),
  cut: flag(
    "True if description, skipped, metadata or task are truncated; checkpoint_get has more",
  ),
});

export const briefDetail = briefCheckpoint.extend({
  filesChanged: changePaths.describe("Compared with the checkpoint before it"),
});

export const briefPage = checkpointPage.extend({
  checkpoints: z.array(briefCheckpoint).describe("The newest state first"),
});

export const created = z.object({
  checkpoint: briefCheckpoint.describe("The new checkpoint"),
});

export const judged = verdictResult.extend({
  checkpoint: briefCheckpoint
    .nullable()
    .describe("The checkpoint that has the state; null if there is none"),
});

export const inFull = z.object({
  checkpoint: briefDetail.describe("The checkpoint"),
  files: number("How many files it changed"),
  truncated: truncated("filesChanged is"),
});

const briefChange = fileChange.omit({
  layer: true,
  oldHash: true,
  newHash: true,
});

export const briefDiff = diff.extend({
  added: z.array(briefChange).describe("Files that only the newer side has"),
  modified: z.array(briefChange).describe("Files that differ"),
  deleted: z.array(briefChange).describe("Files that only the older side has"),
  renamed: z.array(briefChange).describe("Files with a new path"),
  files: number("How many files differ"),
  truncated: truncated("the lists or the patch are"),
});

const briefHit = searchHit
  .pick({
    path: true,
    current: true,
    lines: true,
    firstCheckpoint: true,
    lastCheckpoint: true,
  })
  .extend({
    at: time.describe("When that was"),
    moment: number(
      "The last moment that has these lines; pass it to checkpoint_diff as @moment",
    ),
    linesInAll: number("The number of matching lines; lines may have fewer"),
  });

export const briefSearch = searchResult.extend({
  hits: z.array(briefHit).describe("Versions that match"),
});

const briefSpan = blameLine
  .omit({ line: true, text: true, path: true })
  .extend({
    from: number("The first line, from 1"),
    to: number("The last line"),
  });

export const briefBlame = blame.omit({ lines: true }).extend({
  spans: z
    .array(briefSpan)
    .describe("Lines one after the other that one version brought, in order"),
  truncated: truncated("spans is"),
});

const planned = {
  target: plan.shape.target,
  changed: z
    .object({
      created: paths("Files that are created"),
      replaced: paths("Files that are replaced"),
      deleted: paths("Files that are deleted"),
    })
    .describe("Every file that changes"),
  counts: z
    .object({
      created: number("Files that are created"),
      replaced: number("Files that are replaced"),
      deleted: number("Files that are deleted"),
      leftAlone: number("Files that are not changed"),
      changedByOthers: number("Files that someone else changed"),
    })
    .describe("The number of each; never truncated"),
  leftAlone: plan.shape.leftAlone,
  changedByOthers: plan.shape.changedByOthers,
  truncated: truncated("the lists are"),
};

export const briefPlan = z.object({
  plan: text("The plan's id, for checkpoint_restore"),
  ...planned,
});

const isHalfDone = flag(
  "True if it failed and could not be rolled back yet: some files are as before, some are not",
);

export const briefReport = report
  .pick({ applied: true, restoreId: true, guard: true, failures: true })
  .extend({ isHalfDone, ...planned });

const briefConflict = conflict.extend({
  truncated: flag(
    "True if these texts are truncated: none of them is the whole file",
  ),
});

export const briefRevert = briefReport.extend({
  maybe: reverted.shape.maybe,
  conflicts: z
    .array(briefConflict)
    .describe("Conflicts to resolve; if there are any, nothing was written"),
});

export const briefMessage = threadMessage.extend({
  truncated: flag(
    "True if text is truncated; thread_list with this message has all of it",
  ),
});

export const briefThread = thread.omit({ folder: true });

export const briefThreads = z.object({
  threads: z.array(briefThread).describe("Most recently changed first"),
  messages: z
    .array(briefMessage)
    .describe("The last messages of the requested thread"),
  total: number("How many threads (or messages) there are"),
});

export const recorded = z.object({
  message: briefMessage.describe("The message"),
});

export const briefEdit = threadEdit.omit({ planId: true }).extend({
  isHalfDone,
  truncated: truncated("the lists of files are"),
});
