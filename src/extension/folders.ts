import type * as vscode from "vscode";
import type { Event } from "../base/event";
import type { EngineEvent } from "../engine/api";
import type { ErrorJson } from "../engine/model/errors";
import type { UnsavedText } from "../engine/model/restorePlan";
import type { EngineClient } from "../worker/client";

export type FolderState =
  | "starting" // the engine is opening, or the first capture runs
  | "ready"
  | "paused" // no automatic checkpoints; everything else works
  | "refused" // home, a root, our own store: see `problem`
  | "over-budget" // waits for the person's word: see `problem`
  | "unsupported" // not a folder on this machine's disk (virtual workspace)
  | "failed"; // see `problem`

/** One workspace folder being recorded: what views and commands talk to. */
export interface FolderSession {
  readonly folder: vscode.WorkspaceFolder;
  /** Rejects with `problem` while the folder is not recorded. */
  readonly engine: EngineClient;
  readonly state: FolderState;
  readonly problem: ErrorJson | null;
  /** True while something is being captured. */
  readonly isBusy: boolean;
  readonly onDidChange: Event<EngineEvent>;
  readonly onDidChangeState: Event<void>;
  /** Path of a file of this folder, `/` between names; undefined when outside. */
  pathOf(uri: vscode.Uri): string | undefined;
  /** Records everything still waiting (bursts, unsaved texts), so that what follows sees now. */
  flush(): Promise<void>;
  /** The unsaved texts of this folder's editors. */
  unsavedTexts(): UnsavedText[];
  /** Runs work that writes workspace files, so that our own writes are not taken for outside ones. */
  whileWriting<T>(work: () => Promise<T>): Promise<T>;
  /** Goes on although the folder is over the budget. */
  consent(): Promise<void>;
  retry(): Promise<void>;
  /** Its history was checked, and mended as far as possible: what was said of damage is over. */
  forgetDamage(): void;
}

/** All recorded folders of the window. */
export interface Folders extends vscode.Disposable {
  readonly all: readonly FolderSession[];
  of(uri: vscode.Uri): FolderSession | undefined;
  readonly onDidChangeFolders: Event<void>;
  /** Something changed in one of them. */
  readonly onDidChange: Event<{ session: FolderSession; event: EngineEvent }>;
  readonly isPaused: boolean;
  setPaused(paused: boolean): void;
}
