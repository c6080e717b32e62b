import type { DiskStat } from "../../base/disk";
import type { SkipReason } from "../model/checkpoint";
import type { WorkspacePath } from "../model/workspacePath";
import type { BornVersion } from "../store/journal/records";
import type { StoredContent } from "../store/packs/packs";

export interface ReadOutcome {
  /** The files that were read, as versions to record. */
  read: BornVersion[];
  skipped: { path: WorkspacePath; reason: SkipReason }[];
  gone: WorkspacePath[];
  /** Where the contents that were not stored before are. */
  blobs: StoredContent[];
  /** How many of the paths were read, if reading was stopped because others wait. */
  taken?: number;
}

/** A file that we wrote, read back and moved to its path. */
export interface Placed {
  hash: string;
  /** The stat before the move, and the time of the move. */
  stat: DiskStat;
  atMs: number;
}
