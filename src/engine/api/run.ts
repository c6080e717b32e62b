import type { ChangePaths, Checkpoint, Source } from "../model/checkpoint";
import type { RestoreReport } from "../model/restorePlan";
import type { CaptureResult } from "./record";

/** Given to long work: where it tells how far it is and asks whether to go on. */
export interface Run {
  progress?: (progress: Progress) => void;
  isCancelled?: () => boolean;
  /** Told what is about to be recorded; what this throws ends the work so. */
  beforeRecording?: (changes: ChangePaths) => void;
}

export interface Progress {
  phase: "scan" | "read" | "write" | "search" | "verify" | "compact" | "wait";
  done: number;
  total: number | null;
}

export type EngineEvent =
  | { type: "captured"; result: CaptureResult; source: Source }
  | { type: "created"; checkpoint: Checkpoint }
  | { type: "edited"; checkpoint: Checkpoint }
  | { type: "restored"; report: RestoreReport }
  | {
      type: "recovered";
      restoreId: string;
      state: "recovered" | "rolled-back";
      /** What it was to do, as part of a sentence. */
      deed: string;
      leftAlone: string[];
    }
  | { type: "deleted"; numbers: number[] }
  | { type: "thread"; thread: string }
  | { type: "damaged"; detail: string }
  /** A restore is neither done nor taken back; opening the history, or planning a restore, tries again. */
  | { type: "unended"; detail: string }
  /** Another process wrote. */
  | { type: "refreshed" };
