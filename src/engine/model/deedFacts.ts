import type { DeedKind, FolderRename } from "../../answers/deed";
import type { CheckpointKind, Source } from "./checkpoint";

// What `deeds.ts` groups, and the groups that it makes of it.

export interface DeedMoment {
  n: number;
  atMs: number;
  source: Source;
  thread: string | null;
}

export interface DeedPoint {
  id: string;
  number: number;
  moment: number;
  kind: CheckpointKind;
  source: Source;
  thread: string | null;
  message: string | null;
  atMs: number;
  added: number;
  modified: number;
  deleted: number;
  /** The command that a guard was created before. */
  command: string | null;
  /** Created later, of an earlier moment: it ended no work, and `atMs` is the moment's time. */
  isOfEarlier: boolean;
}

/** A user's message: it begins a turn. */
export interface DeedPrompt {
  thread: string;
  id: string;
  moment: number;
  atMs: number;
  source: Source;
}

export interface DeedRestoreFact {
  id: string;
  guard: string | null;
  moment: number;
  atMs: number;
  source: Source;
}

/** In the order in which they were recorded. */
export interface DeedFacts {
  moments: readonly DeedMoment[];
  points: readonly DeedPoint[];
  prompts: readonly DeedPrompt[];
  restores: readonly DeedRestoreFact[];
  /** The rename that is everything that changed after a moment and up to another. */
  renameIn: (from: number, to: number) => FolderRename | null;
}

/** A deed before its files are looked at. */
export interface DeedGroup {
  id: string;
  kind: DeedKind;
  author: Source;
  thread: string | null;
  message: string | null;
  restore: string | null;
  rename: FolderRename | null;
  command: string | null;
  /** Its moments, ascending; other deeds may have moments between them. */
  moments: number[];
  points: DeedPoint[];
  /** The moment before it. */
  before: number;
  startMs: number;
  endMs: number;
  isOpen: boolean;
}
