import type {
  ChangePaths,
  Checkpoint,
  CheckpointKind,
  Skipped,
} from "../model/checkpoint";
import type { RestoreEntry } from "../model/restorePlan";

export interface Status {
  workspace: string;
  store: string;
  sizeBytes: number;
  checkpoints: number;
  moments: number;
  files: number;
  last: Checkpoint | null;
  /** Changes in the workspace since the last checkpoint. */
  changed: ChangePaths;
  skipped: Skipped[];
  undo: RestoreEntry | null;
  redo: RestoreEntry | null;
}

export interface Usage {
  sizeBytes: number;
  quotaBytes: number;
  packBytes: number;
  journalBytes: number;
  indexBytes: number;
  garbageBytes: number;
  byKind: {
    kind: CheckpointKind;
    checkpoints: number;
    freeableBytes: number;
  }[];
  byFolder: { path: string; bytes: number; versions: number }[];
  largest: { path: string; bytes: number; versions: number }[];
}

export interface PruneResult {
  dryRun: boolean;
  removed: { number: number; kind: CheckpointKind; name: string | null }[];
  versions: number;
  freedBytes: number;
  sizeBytes: number;
}

export interface CompactResult {
  packsRewritten: number;
  freedBytes: number;
  sizeBytes: number;
}

export interface Damage {
  what: "pack" | "journal" | "index" | "content";
  file: string;
  offset: number | null;
  detail: string;
  paths: string[];
  checkpoints: number[];
}

export interface VerifyResult {
  ok: boolean;
  damaged: Damage[];
  contents: number;
  bytes: number;
  repaired: string[];
  lost: { path: string; checkpoints: number[] }[];
}
