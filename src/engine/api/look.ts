import type { Checkpoint, CheckpointKind, Source } from "../model/checkpoint";

export interface ListFilter {
  limit?: number | undefined;
  /** Only checkpoints with a number below this: the next page. */
  before?: number | undefined;
  kinds?: readonly CheckpointKind[] | undefined;
  source?: Source | undefined;
  /** False for none of them: what an import holds was never in the folder. */
  imports?: boolean | undefined;
  /** Only checkpoints that changed this file or something below it. */
  path?: string | undefined;
  /** In name or description, ignoring case. */
  text?: string | undefined;
  /** Times: ISO, or `2h` ago. */
  since?: string | undefined;
  until?: string | undefined;
  thread?: string | undefined;
  task?: string | undefined;
}

export interface CheckpointPage {
  checkpoints: Checkpoint[];
  /** Pass as `before` for the next page; null on the last. */
  next: number | null;
  /** All that match, on every page. */
  total: number;
}

export interface Point {
  moment: number;
  at: string;
  label: string;
  checkpoint: Checkpoint | null;
}

export interface FilesFilter {
  path?: string | undefined;
  /** Also list unsaved layers. Default false. */
  unsaved?: boolean | undefined;
}

export interface SearchRequest {
  text?: string | undefined;
  regex?: string | undefined;
  caseSensitive?: boolean | undefined;
  /** A glob. */
  path?: string | undefined;
  since?: string | undefined;
  /** Every version; default only each path's newest that matches. */
  allVersions?: boolean | undefined;
  limit?: number | undefined;
}

export interface SearchHit {
  path: string;
  born: number;
  died: number | null;
  at: string;
  /** The last moment that has it, and when that was; what follows is of then. */
  lastMoment: number;
  lastAt: string;
  unsaved: boolean;
  hash: string;
  lines: { line: number; text: string }[];
  firstCheckpoint: { id: string; number: number; name: string | null } | null;
  lastCheckpoint: { id: string; number: number; name: string | null } | null;
  /** True when the file as it is now (by our history) still has it. */
  current: boolean;
}

export interface SearchResult {
  hits: SearchHit[];
  searchedContents: number;
  truncated: boolean;
  /** Present when the expression took too long on some files: those were given up. */
  tooSlow?: string[];
}
