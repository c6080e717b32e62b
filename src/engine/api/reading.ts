import type { CheckpointKind, Source } from "../model/checkpoint";

export type {
  AuthorLines,
  Authors,
  Blame,
  BlameLine,
  LineAuthors,
  LineVersion,
} from "../../answers/blame";
export type { CheckpointPage, Point } from "../../answers/checkpoint";
export type {
  Deed,
  DeedBucket,
  DeedFile,
  DeedKind,
  DeedPage,
} from "../../answers/deed";
export type {
  Timeline,
  TimelineFiles,
  TimelineStop,
} from "../../answers/timeline";
export type { SearchHit, SearchResult, Why } from "../../answers/version";

export interface ListFilter {
  limit?: number | undefined;
  /** Only checkpoints that come after this number in the list: the next page. */
  before?: number | undefined;
  kinds?: readonly CheckpointKind[] | undefined;
  source?: Source | undefined;
  /** False excludes imported checkpoints, whose files were never in the folder. */
  imports?: boolean | undefined;
  /** Only checkpoints that changed this file, or a file below this folder. */
  path?: string | undefined;
  /** Text to find in the name or description, ignoring case. */
  text?: string | undefined;
  /** A time in ISO 8601, or an age such as `2h`. */
  since?: string | undefined;
  until?: string | undefined;
  thread?: string | undefined;
  task?: string | undefined;
  /** Only checkpoints with changes that this model, or this subagent, made. */
  model?: string | undefined;
  subagent?: string | undefined;
}

/** How deeds can be divided. */
export type DeedGrouping =
  | "day"
  | "kind"
  | "thread"
  | "branch"
  | "agent"
  | "folder";

/** Which deeds to return; an absent field means all. */
export interface DeedFilter {
  limit?: number | undefined;
  /** The `next` of the previous page. */
  before?: string | undefined;
  /** Deeds with a checkpoint of these kinds. */
  kinds?: readonly CheckpointKind[] | undefined;
  /** Deeds whose files this author changed. */
  source?: Source | undefined;
  /** Deeds that changed this file, or a file below this folder. */
  path?: string | undefined;
  /** Deeds of one conversation. */
  thread?: string | undefined;
  /** Text to find in a prompt, a name or a description, ignoring case. */
  text?: string | undefined;
  /** Deeds of one group, as `deedGroups` returned it. */
  group?: { by: DeedGrouping; key: string } | undefined;
  /** The deed that has the checkpoint with this number. */
  checkpoint?: number | undefined;
  /** These deeds only. */
  ids?: readonly string[] | undefined;
  /** Also counts lines, where that is cheap enough. Default false. */
  lines?: boolean | undefined;
}

/** Which part of the history to sum up, and what of it; an absent field means all. */
export interface TimelineRequest {
  /** A time in ISO 8601, or an age such as `2h`. Default: the start of the history. */
  from?: string | undefined;
  /** Default: now. */
  to?: string | undefined;
  /** Into how many buckets of equal length to divide it. Default 200. */
  buckets?: number | undefined;
  /** Only what this author changed. */
  source?: Source | undefined;
  /** Only what was changed in this conversation. */
  thread?: string | undefined;
  /** Only changes of this file, or of files below this folder. */
  path?: string | undefined;
  /** Only deeds with this text in a prompt, a name or a description, ignoring case. */
  text?: string | undefined;
  /** Only deeds with a checkpoint of these kinds. */
  kinds?: readonly CheckpointKind[] | undefined;
  /** Also counts lines, if few files changed. Default false. */
  lines?: boolean | undefined;
}

export type StopStep =
  | "here"
  | "moment"
  | "checkpoint"
  | "turn"
  | "day"
  | "end";

/** Where a playhead should stop: at a time, or a step away from a moment. */
export interface StopRequest {
  at?: string | undefined;
  moment?: number | undefined;
  /**
   * Default: one moment. `end`: as far as possible. `here`: that moment, or the nearest one
   * that is kept.
   */
  by?: StopStep | undefined;
  /** True to go back in time. */
  isBack?: boolean | undefined;
  /** Steps by moment stop only at changes by this author, ... */
  source?: Source | undefined;
  /** ... in this conversation, ... */
  thread?: string | undefined;
  /** ... of this file or folder, ... */
  path?: string | undefined;
  /** ... and of deeds with this text, and with checkpoints of these kinds. */
  text?: string | undefined;
  kinds?: readonly CheckpointKind[] | undefined;
}

/** Two moments to compare. */
export interface FilesBetween {
  from: number;
  /** Default: the last recorded moment. */
  to?: number | undefined;
  path?: string | undefined;
  /** Only these files, by either of their names. */
  paths?: readonly string[] | undefined;
  /** Maximum number of files to describe. Default 200. */
  limit?: number | undefined;
  /** Also reads the files, to count their lines and to say what they contain. Default false. */
  lines?: boolean | undefined;
}

export interface FilesFilter {
  path?: string | undefined;
  /** Also list unsaved layers. Default false. */
  unsaved?: boolean | undefined;
}

export interface HistoryPage {
  limit?: number | undefined;
  /** Only versions from before this moment: the next page. */
  before?: number | undefined;
  /** Also counts lines. Default false. */
  lines?: boolean | undefined;
}

export interface BlameRequest {
  /** The state to explain. Default: the current one, with the unsaved text of its editor. */
  at?: string | undefined;
  /** Lines that this point has already are only called older. */
  since?: string | undefined;
  /** Ignores white space when lines are compared. Default false. */
  ignoreSpace?: boolean | undefined;
  /** Lines that were moved within the file keep their author. Default false. */
  moves?: boolean | undefined;
  /** Only the lines from this one on; the first is 1. */
  from?: number | undefined;
  /** Up to this one. */
  to?: number | undefined;
}

export interface AuthorsRequest {
  /** Lines that this point has already are only called older. */
  since?: string | undefined;
  /** Only this file, or the files below this folder. */
  path?: string | undefined;
}

export interface SearchRequest {
  text?: string | undefined;
  regex?: string | undefined;
  caseSensitive?: boolean | undefined;
  /** A glob pattern. */
  path?: string | undefined;
  since?: string | undefined;
  /** List every matching version. Default: only the newest one of each path. */
  allVersions?: boolean | undefined;
  limit?: number | undefined;
}
