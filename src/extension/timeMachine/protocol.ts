import type { DeedFile, StopStep } from "../../engine/api";
import type { MarkKind } from "../../answers/timeline";
import type { Source } from "../../engine/model/checkpoint";
import type { Range } from "./timeSpan";

// What the page of the time machine and the extension say to each other. The page shows and
// asks; everything that it says is parsed by `parseRequest.ts`.

/** What the files of a stop are compared with. */
export const COMPARISONS = ["now", "before"] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const STEPS = [
  "moment",
  "checkpoint",
  "turn",
  "day",
  "end",
] as const satisfies readonly StopStep[];

/** Where the playhead goes: to a time, to the current state, or a step from where it is. */
export type Move =
  | { to: "time"; atMs: number }
  | { to: "now" }
  | { to: "here" }
  | { to: "step"; by: StopStep; isBack: boolean };

export const ACTIONS = [
  "restoreWorkspace",
  "restoreFile",
  "restoreFolder",
  "name",
  "compare",
  "copyFile",
  "openFolder",
  "filter",
  "clearFilter",
] as const;
export type Action = (typeof ACTIONS)[number];

/** A file in one of the window's folders. */
export interface FileKey {
  folder: string;
  path: string;
}

/** What the page remembers across reloads. */
export interface Kept {
  range: Range;
  step: StopStep;
  speed: number;
  isTable: boolean;
}

/** A question with an answer; a later one of the same type replaces it. */
export type Question =
  | { type: "strip"; fromMs: number; toMs: number; buckets: number }
  | { type: "overview"; buckets: number }
  /** While it is held or plays, only the first files are listed. */
  | { type: "move"; move: Move; isHeld: boolean }
  | { type: "lines"; files: FileKey[] }
  | { type: "about"; folder: string; moment: number };

export type Request =
  | { type: "ready" }
  | { type: "ask"; id: number; question: Question }
  | { type: "cancel"; id: number }
  | { type: "choose"; file: FileKey; isPinned: boolean }
  | { type: "act"; action: Action; file: FileKey | null }
  | { type: "against"; against: Comparison }
  | { type: "keep"; kept: Kept };

/** A bar: its bucket, and sums of its moments. Lines are -1 where they were not counted. */
export type Bar = readonly [
  bucket: number,
  moments: number,
  files: number,
  added: number,
  removed: number,
  lastMoment: number,
];

export interface StripLane {
  source: Source;
  bars: Bar[];
}

export interface StripMark {
  kind: MarkKind;
  atMs: number;
  count: number;
  moment: number;
  checkpoint: number | null;
  title: string | null;
  source: Source;
}

export interface StripFolder {
  key: string;
  name: string;
  lanes: StripLane[];
  marks: StripMark[];
  startMs: number | null;
  thinnedUntilMs: number | null;
  moments: number;
}

export interface Strip {
  fromMs: number;
  toMs: number;
  nowMs: number;
  buckets: number;
  folders: StripFolder[];
}

/** Where the playhead is; null if nothing is recorded. */
export interface Stop {
  atMs: number;
  /** It is the current state, so that there is nothing to restore. */
  isNow: boolean;
  isFirst: boolean;
  title: string | null;
  source: Source;
  /** The number of its checkpoint. */
  checkpoint: number | null;
  /** The folder whose state changed there, if there are several. */
  folder: string | null;
}

export type FileContent = "text" | "image" | "binary" | "large" | "link";

export interface StopFile extends FileKey {
  from: string | null;
  status: DeedFile["status"];
  /** `lines` is null until counted, and for files without lines. */
  added: number | null;
  removed: number | null;
  /** Null until it was looked at. */
  content: FileContent | null;
}

export interface StopFiles {
  against: Comparison;
  files: StopFile[];
  total: number;
}

export interface Counted extends FileKey {
  added: number | null;
  removed: number | null;
  content: FileContent;
}

/** What a bar says when the pointer rests on it. */
export interface About {
  prompt: string | null;
}

export type Answer =
  | { type: "strip"; strip: Strip }
  | { type: "overview"; strip: Strip }
  | { type: "move"; stop: Stop | null; files: StopFiles }
  | { type: "lines"; counted: Counted[] }
  | { type: "about"; about: About };

export type Event =
  | { type: "begin"; begin: Begin }
  | { type: "answer"; id: number; answer: Answer | null }
  /** The playhead has its place; the files follow in the answer. */
  | { type: "stopped"; id: number; stop: Stop | null }
  /** Something was recorded, or another filter counts. */
  | { type: "changed"; now: Around; hasMoved: boolean }
  | { type: "chosen"; file: FileKey | null };

/** What is around the strip. */
export interface Around {
  /** What is filtered by, in words; empty for nothing. */
  filter: string;
  /** Why a folder is not recorded, if so. */
  problem: string | null;
}

export interface Begin {
  language: string;
  /** The translated texts; null for English. */
  words: Readonly<Record<string, string>> | null;
  kept: Kept;
  against: Comparison;
  chosen: FileKey | null;
  around: Around;
}
