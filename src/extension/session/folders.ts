import type * as vscode from "vscode";
import type { Event } from "../../base/event";
import type { EngineEvent } from "../../engine/api";
import type { SpokenError } from "../../wording/errors";
import type { UnsavedText } from "../../engine/model/restorePlan";
import type { Call, EngineClient } from "../../worker/client";

export type FolderState =
  | "starting" // the engine is opening, or the first capture is running
  | "ready"
  | "paused" // no automatic checkpoints; everything else works
  | "refused" // a home folder, a root, Checkpoint's own store: see `problem`
  | "over-budget" // waits for the user's decision: see `problem`
  | "unsupported" // not a folder on this machine's disk (virtual workspace)
  | "failed"; // see `problem`

/** One workspace folder, as views and commands see it. */
export interface FolderSession {
  readonly folder: vscode.WorkspaceFolder;
  /** Rejects with `problem` while the folder is not recorded. */
  readonly engine: EngineClient;
  readonly state: FolderState;
  readonly problem: SpokenError | null;
  /** True while something is being captured. */
  readonly isBusy: boolean;
  readonly onDidChange: Event<EngineEvent>;
  readonly onDidChangeState: Event<void>;
  /** Returns the path of a file in this folder, with `/` between names; undefined if it is outside. */
  pathOf(uri: vscode.Uri): string | undefined;
  /**
   * Records everything pending (bursts, unsaved texts), so that what follows sees the current
   * state. `call` is notified if another process must be waited for, and can cancel.
   */
  flush(call?: Call): Promise<void>;
  /** The unsaved texts of this folder's editors. */
  unsavedTexts(): UnsavedText[];
  /** Runs work that writes workspace files, so that these writes are not recorded as outside changes. */
  whileWriting<T>(work: () => Promise<T>): Promise<T>;
  /** Records the folder although it is above the budget. */
  consent(): Promise<void>;
  retry(): Promise<void>;
  /** The history was verified and repaired as far as possible, so earlier damage reports no longer apply. */
  forgetDamage(): void;
}

/** All recorded folders of the window. */
export interface Folders extends vscode.Disposable {
  readonly all: readonly FolderSession[];
  /** Resolves once folders that were just added to the window are included. */
  readonly whenAdded: Promise<void>;
  of(uri: vscode.Uri): FolderSession | undefined;
  readonly onDidChangeFolders: Event<void>;
  /** Fires when something changed in one of them. */
  readonly onDidChange: Event<{ session: FolderSession; event: EngineEvent }>;
  readonly isPaused: boolean;
  setPaused(paused: boolean): void;
}
