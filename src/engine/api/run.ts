import type { Checkpoint } from "../model/checkpoint";
import type { ErrorJson } from "../model/errors";
import type { Finding } from "../model/findings";
import type { LockHolder } from "../model/lockHolder";
import type { RestoreReport } from "../model/restorePlan";
import type { CaptureResult } from "./recording";

export type { LockHolder } from "../model/lockHolder";

/** Passed to long operations to report progress and to ask whether to continue. */
export interface Run {
  progress?: (progress: Progress) => void;
  isCancelled?: () => boolean;
  /** Captures of single files that wait for a capture of the whole folder. */
  waiting?: Waiting;
}

/** Requests that a long capture lets through between two of its steps. */
export interface Waiting {
  isAnyone: () => boolean;
  /** Captures them. Called without the lock, when everything recorded so far is durable. */
  serve: () => void;
}

export interface Progress {
  phase: "scan" | "read" | "write" | "search" | "verify" | "compact" | "wait";
  done: number;
  total: number | null;
  /** While waiting: the process that is writing to the history. */
  holder?: LockHolder | null;
}

export type EngineEvent =
  | { type: "captured"; result: CaptureResult }
  | { type: "created"; checkpoint: Checkpoint }
  | { type: "edited"; checkpoint: Checkpoint }
  | { type: "restored"; report: RestoreReport }
  | {
      type: "recovered";
      restoreId: string;
      state: "recovered" | "rolled-back";
      /** What the restore was meant to do, as part of a sentence. */
      description: string;
      leftAlone: string[];
    }
  | { type: "deleted"; numbers: number[] }
  | { type: "thread"; thread: string }
  | { type: "damaged"; finding: Finding }
  /**
   * A restore was neither finished nor rolled back. Opening the history, or
   * planning a restore, tries again.
   */
  | { type: "unended"; error: ErrorJson }
  /**
   * Another process is writing, so changes have to wait. Sent after two seconds,
   * and again when the wait is over.
   */
  | { type: "waiting"; holder: LockHolder | null; isOver: boolean }
  /** Another process wrote to the history. */
  | { type: "refreshed" };
