import type {
  CheckpointKind,
  GitState,
  SkipReason,
  Source,
  TaskState,
} from "../model/checkpoint";
import type { RestorePlan } from "../model/restorePlan";
import type { Role } from "../model/thread";

/**
 * What the journal says (FORMAT.md, "Records"). Rows are arrays, for a first
 * capture writes as many as there are files.
 */
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
  | MessageRecord
  | MessagesRecord
  | CompactRecord
  | TableRecord;

/** The first record of every journal, and one more when the folder is moved. */
export interface OpenRecord {
  t: "open";
  format: number;
  journal: number;
  store: string;
  root: string;
  created: number;
  /** How many frames, with this one, hold the tables; absent: this one alone. */
  frames?: number;
}

/** path, layer (0 disk, 1 unsaved), hash or null, mode, size, adopted, reason, mtimeMs, ctimeMs, ino */
export type BornRow = [
  path: string,
  layer: 0 | 1,
  hash: string | null,
  mode: number,
  sizeBytes: number,
  adopted: 0 | 1,
  reason: SkipReason | null,
  mtimeMs: number,
  ctimeMs: number,
  ino: number,
];

/** path, layer, released (1: became ignored or unreadable, 0: deleted) */
export type DiedRow = [path: string, layer: 0 | 1, released: 0 | 1];

/** hash, pack, offset, slot, size, stored size */
export type BlobRow = [
  hash: string,
  pack: number,
  offset: number,
  slot: number,
  sizeBytes: number,
  storedBytes: number,
];

export interface MomentRecord {
  t: "moment";
  n: number;
  at: number;
  source: Source;
  /** The conversation that made it, when one did. */
  thread?: string;
  /** True when the whole folder was scanned for it. */
  full: boolean;
  /** True when that was done knowing that records before it are lost. */
  mends?: boolean;
  born: BornRow[];
  died: DiedRow[];
  blobs: BlobRow[];
  /** The rules in force, when they differ from the last recorded ones. */
  rules?: string;
}

/** Times of files whose content did not change; loses nothing when it is lost. */
export interface StatsRecord {
  t: "stats";
  rows: [path: string, mtimeMs: number, ctimeMs: number, ino: number][];
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

/** Versions that no checkpoint holds and that died by this moment are forgotten. */
export interface PruneRecord {
  t: "prune";
  moment: number;
}

export interface BeginRecord {
  t: "begin";
  id: string;
  at: number;
  source: Source;
  /** The guard checkpoint, and its moment, which outlives it for a while. */
  guard: string;
  moment: number;
  plan: RestorePlan;
  /** Contents that the plan writes and no version holds: merged texts. */
  blobs: BlobRow[];
}

export interface EndRecord {
  t: "end";
  id: string;
  at: number;
  state: "done" | "recovered" | "rolled-back";
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

/** Messages marked deleted (or back) together with a restore. */
export interface MessagesRecord {
  t: "messages";
  thread: string;
  ids: string[];
  deleted: boolean;
  restore: string;
}

/** Contents of these packs now lie elsewhere; those not listed are gone. */
export interface CompactRecord {
  t: "compact";
  packs: number[];
  moved: BlobRow[];
}

/** Rows of a table of the index, as a rewritten journal begins. */
export interface TableRecord {
  t: "table";
  name: string;
  columns: string[];
  rows: unknown[][];
}
