import * as z from "zod";
import {
  changePaths,
  checkpoint,
  checkpointName,
  kind,
  skipped,
} from "./checkpoint";
import { restoreEntry } from "./restore";
import { checkSeries } from "./verdict";
import { flag, number, numberOrNull, path, paths, shape, text } from "./shape";

export const status = shape("Status", {
  workspace: text("The folder, as an absolute path"),
  store: text("Where its history is, as an absolute path"),
  sizeBytes: number("The size of the store"),
  checkpoints: number("How many checkpoints there are"),
  moments: number("How many moments there are"),
  files: number("How many files are recorded now"),
  last: checkpoint
    .nullable()
    .describe("The newest checkpoint; null if there is none"),
  changed: changePaths.describe("Since the last checkpoint"),
  skipped: z.array(skipped).describe("Files that are not recorded"),
  checks: z
    .array(checkSeries)
    .describe("What was checked, the most recent first; at most 20"),
  undo: restoreEntry.nullable().describe("What undo would undo"),
  redo: restoreEntry.nullable().describe("What redo would redo"),
});
export type Status = z.infer<typeof status>;

export const usageOfKind = shape("UsageOfKind", {
  kind: kind.describe("The kind of checkpoint"),
  checkpoints: number("How many there are"),
  freeableBytes: number("What deleting them all would free"),
});

export const usageOfPath = shape("UsageOfPath", {
  path,
  bytes: number("Stored size of its versions"),
  versions: number("How many versions there are"),
});

export const usage = shape("Usage", {
  sizeBytes: number("The size of the store"),
  quotaBytes: number("The maximum size that the settings allow"),
  packBytes: number("Contents"),
  journalBytes: number("The journal"),
  indexBytes: number("The index, which can be rebuilt"),
  garbageBytes: number("What compact would free"),
  byKind: z.array(usageOfKind).describe("By kind of checkpoint"),
  byFolder: z.array(usageOfPath).describe("By top-level folder"),
  largest: z.array(usageOfPath).describe("The files that use the most space"),
});
export type Usage = z.infer<typeof usage>;

export const prunedCheckpoint = shape("PrunedCheckpoint", {
  number: checkpointName.shape.number,
  kind: kind.describe("The kind of checkpoint"),
  name: checkpointName.shape.name,
});

export const pruneResult = shape("PruneResult", {
  dryRun: flag("True if nothing was removed and this is only a preview"),
  removed: z.array(prunedCheckpoint).describe("Checkpoints that were removed"),
  versions: number("File versions that were removed"),
  freedBytes: number("Space that was freed"),
  sizeBytes: number("The size of the store now"),
});
export type PruneResult = z.infer<typeof pruneResult>;

export const compactResult = shape("CompactResult", {
  packsRewritten: number("Pack files that were rewritten"),
  freedBytes: number("Space that was freed"),
  sizeBytes: number("The size of the store now"),
});
export type CompactResult = z.infer<typeof compactResult>;

const numbers = z
  .array(z.number())
  .describe("The numbers of the checkpoints that need it");

export const damage = shape("Damage", {
  what: z
    .enum(["pack", "journal", "index", "content"])
    .describe("What is damaged"),
  file: text("The file in the store"),
  offset: numberOrNull("Its offset in the file; null if unknown"),
  detail: text("What is wrong"),
  paths: paths("Files of the workspace whose versions are damaged"),
  checkpoints: numbers,
});
export type Damage = z.infer<typeof damage>;

export const lostFile = shape("LostFile", { path, checkpoints: numbers });

export const verifyResult = shape("VerifyResult", {
  ok: flag("No damage was found"),
  damaged: z.array(damage).describe("What is damaged"),
  contents: number("File contents that were checked"),
  bytes: number("Their size"),
  repaired: z.array(z.string()).describe("What was repaired, with --repair"),
  lost: z.array(lostFile).describe("Versions that cannot be recovered"),
});
export type VerifyResult = z.infer<typeof verifyResult>;
