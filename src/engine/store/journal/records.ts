import type { Verdict } from "../../../answers/verdict";
import type {
  CheckpointKind,
  GitState,
  SkipReason,
  Source,
  TaskState,
} from "../../model/checkpoint";
import type { RestorePlan } from "../../model/restorePlan";
import type { Role } from "../../model/thread";
import type { Layer } from "../../model/version";
import type { WorkspacePath } from "../../model/workspacePath";
import type { StoredContent } from "../packs/packs";

/** The records of the journal (FORMAT.md, "Records"). */
export type JournalRecord =
  | OpenRecord
  | MomentRecord
  | StatsRecord
  | CheckpointRecord
  | EditRecord
  | DropRecord
  | PruneRecord
  | BeginRecord
  | EndRecord
  | SettledRecord
  | MessageRecord
  | MessagesRecord
  | VerdictRecord
  | CompactRecord
  | TableRecord;

/** The first record of every journal, and another one each time the folder is moved. */
export interface OpenRecord {
  t: "open";
  format: number;
  journal: number;
  store: string;
  root: string;
  created: number;
  /**
   * The number of frames with the tables, including this one; absent if it is the
   * only one.
   */
  frames?: number;
}

/** A file's timestamps, by which the next scan recognises it as unchanged. */
export interface FileTimes {
  mtimeMs: number;
  ctimeMs: number;
  /** Negative if the file must be read again, see workspace/settled.ts. */
  ino: number;
}

/** No file has these values, so a file recorded with them is read again. */
export const NO_TIMES: Readonly<FileTimes> = { mtimeMs: 0, ctimeMs: 0, ino: 0 };

/** A version that begins with a moment. */
export interface BornVersion extends FileTimes {
  path: WorkspacePath;
  layer: Layer;
  /** Null for a path that could not be recorded, in which case there is a reason. */
  hash: string | null;
  mode: number;
  sizeBytes: number;
  /** First recorded because a rule stopped ignoring it. */
  isAdopted: boolean;
  reason: SkipReason | null;
}

/** A version that ends with a moment. */
export interface EndedVersion {
  path: WorkspacePath;
  layer: Layer;
  /** True if the path became ignored or unreadable, false if it was deleted. */
  isReleased: boolean;
}

export interface MomentRecord {
  t: "moment";
  n: number;
  at: number;
  source: Source;
  /** The conversation that made it, if any. */
  thread?: string;
  /** The agent's model, and the subagent that acted for it, if the agent said. */
  model?: string;
  subagent?: string;
  /** For source `outside`: agents that were active at the time and may have made it. */
  maybe?: { source: Source; thread?: string }[];
  /**
   * The files in `born` whose unsaved text, at the moment before, is what a formatter made the
   * file from while it was saved.
   */
  formatted?: WorkspacePath[];
  /** True if the whole folder was scanned. */
  full: boolean;
  /** True if that was done knowing that earlier records are lost. */
  mends?: boolean;
  born: BornVersion[];
  died: EndedVersion[];
  blobs: StoredContent[];
  /** The current rules, if they differ from the last recorded ones. */
  rules?: string;
}

/** Timestamps of files whose content did not change. Losing this record loses nothing. */
export interface StatsRecord {
  t: "stats";
  rows: (FileTimes & { path: WorkspacePath })[];
}

export interface CheckpointRecord {
  t: "checkpoint";
  id: string;
  number: number;
  moment: number;
  kind: CheckpointKind;
  name: string | null;
  description: string | null;
  at: number;
  /**
   * Only if it was created of an earlier moment: when that was recorded. `at` is when it was
   * named, so it is no time of the state.
   */
  stateAt?: number;
  source: Source;
  git: GitState | null;
  metadata: Record<string, unknown>;
  task: TaskState | null;
  thread: string | null;
  message: string | null;
  pinned: boolean;
}

export interface EditRecord {
  t: "edit";
  id: string;
  name?: string | null;
  description?: string | null;
  pinned?: boolean;
}

export interface DropRecord {
  t: "drop";
  ids: string[];
}

/** Versions that ended by this moment and that no checkpoint needs are forgotten. */
export interface PruneRecord {
  t: "prune";
  moment: number;
}

export interface BeginRecord {
  t: "begin";
  id: string;
  at: number;
  source: Source;
  /** The guard checkpoint, and its moment, which is kept for a while after it. */
  guard: string;
  moment: number;
  plan: RestorePlan;
  /** Contents that the plan writes but no version has: merged texts. */
  blobs: StoredContent[];
  /** The boot of the machine in which it began; "" if unknown. */
  boot?: string;
}

export interface EndRecord {
  t: "end";
  id: string;
  at: number;
  state: "done" | "recovered" | "rolled-back";
  /** The boot in which it last changed files; absent if it changed none. */
  boot?: string;
  /** When that was, by the clock of the workspace's disk. */
  latest?: number;
}

/** The files that these restores changed are known to be on the disk. */
export interface SettledRecord {
  t: "settled";
  ids: string[];
}

export interface MessageRecord {
  t: "message";
  thread: string;
  id: string;
  role: Role;
  text: string;
  at: number;
  moment: number;
  checkpoint: string | null;
  source: Source;
}

/** Messages marked deleted (or restored) together with a restore. */
export interface MessagesRecord {
  t: "messages";
  thread: string;
  ids: string[];
  deleted: boolean;
  restore: string;
}

/** Whether a command succeeded on the state of a moment. */
export interface VerdictRecord extends Omit<Verdict, "at"> {
  t: "verdict";
  moment: number;
  at: number;
}

/** The new locations of the contents of these packs; those not listed are gone. */
export interface CompactRecord {
  t: "compact";
  packs: number[];
  moved: StoredContent[];
}

/** Rows of an index table, with which a rewritten journal begins. */
export interface TableRecord {
  t: "table";
  name: string;
  columns: string[];
  rows: unknown[][];
}
