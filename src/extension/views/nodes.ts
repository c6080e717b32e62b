import type { Checkpoint } from "../../engine/model/checkpoint";
import type { Thread, ThreadMessage } from "../../engine/model/thread";
import type { DeletedFile, FileVersion } from "../../engine/model/version";
import type { FolderSession } from "../folders";
import type { ChangeFolder, ChangeRow } from "./changeRows";
import type { Entry } from "./entries";
import type { Group } from "./groups";

/** A checkpoint of one folder, as rows and commands hand it around. */
export interface CheckpointOf {
  session: FolderSession;
  checkpoint: Checkpoint;
}

export interface ProblemNode {
  type: "problem";
  session: FolderSession;
}
export interface GroupNode {
  type: "group";
  group: Group;
}
export interface EntryNode {
  type: "entry";
  entry: Entry;
  /** Empty only when every folder of it was closed meanwhile. */
  targets: CheckpointOf[];
  parent: GroupNode | MessageNode | undefined;
}
/** One folder of an entry that spans several. */
export interface MemberNode {
  type: "member";
  target: CheckpointOf;
  parent: EntryNode;
}
export interface ChangeFolderNode {
  type: "changeFolder";
  target: CheckpointOf;
  folder: ChangeFolder;
  /** The moment on the left side; null when there is nothing before. */
  previous: Previous;
  parent: TimelineNode;
}
export interface ChangeNode {
  type: "change";
  target: CheckpointOf;
  change: ChangeRow;
  previous: Previous;
  parent: TimelineNode;
}
/** Below the first of very many files: stands for the others. */
export interface MoreFilesNode {
  type: "moreFiles";
  remaining: number;
  parent: TimelineNode;
}
/** In the place of files, where a checkpoint changed none. */
export interface NoChangeNode {
  type: "noChange";
  parent: TimelineNode;
}
export interface ThreadNode {
  type: "thread";
  session: FolderSession;
  thread: Thread;
}
export interface MessageNode {
  type: "message";
  session: FolderSession;
  message: ThreadMessage;
  parent: ThreadNode;
}
export interface MoreNode {
  type: "more";
  /** Unlike for every page, also when it is loaded once more. */
  page: string;
  remaining: number;
}

export type TimelineNode =
  | ProblemNode
  | GroupNode
  | EntryNode
  | MemberNode
  | ChangeFolderNode
  | ChangeNode
  | MoreFilesNode
  | NoChangeNode
  | ThreadNode
  | MessageNode
  | MoreNode;

/** The checkpoint before: what a changed file is compared with. */
export type Previous = Pick<Checkpoint, "moment" | "number"> | null;

export interface VersionNode {
  type: "version";
  session: FolderSession;
  version: FileVersion;
  /** The version before it that has content. */
  previous: FileVersion | null;
}

export interface DeletedNode {
  type: "deleted";
  session: FolderSession;
  file: DeletedFile;
}
