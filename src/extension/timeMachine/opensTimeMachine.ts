import type { FolderSession } from "../session/folders";

/** What commands need of the time machine. */
export interface OpensTimeMachine {
  /** Reveals the view. */
  open(): Promise<void>;
  /** Moves the playhead to a moment of a folder. */
  moveTo(session: FolderSession, moment: number): Promise<void>;
}
