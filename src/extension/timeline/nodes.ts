import type { Deed, DeedFile } from "../../engine/api";
import type { Checkpoint } from "../../engine/model/checkpoint";
import type { Thread, ThreadMessage } from "../../engine/model/thread";
import type { DeletedFile, FileVersion } from "../../engine/model/version";
import type { FolderSession } from "../session/folders";
import type { ChangeFolder, ChangeRow } from "./changeRows";
import type { DeletedFolder } from "../deletedFiles/deletedTree";
import type { DeedHeading, DeedRow } from "./deedData";
import type { Entry } from "./entries";
import type { Group } from "./groups";
import type { Now } from "./nowRow";

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
/** What the files of a deed know of it. */
export interface DeedOfFiles {
  name: string;
  /** The prompt, if it is an agent's turn. */
  turn: { thread: string; message: string } | null;
}
export interface ChangeFolderNode {
  type: "changeFolder";
  target: CheckpointOf;
  folder: ChangeFolder;
  /** How many files are listed, in this folder and in others. */
  listed: number;
  /** The moment on the left side; null when there is nothing before. */
  previous: Previous;
  /** Below a deed: the moments of its files, and which deed it is. */
  deed?: DeedOfFiles & { moments: ReadonlyMap<string, DeedFile> };
  parent: TimelineNode;
}
export interface ChangeNode {
  type: "change";
  target: CheckpointOf;
  change: ChangeRow;
  previous: Previous;
  /** Below a deed: the moments before and after it, and which deed it is. */
  at?: DeedOfFiles & { before: number; after: number };
  /** Below the row for the current files: compared with these. */
  isNow?: boolean;
  parent: TimelineNode;
}
/** The current files, above everything else. */
export interface NowNode {
  type: "now";
  session: FolderSession;
  now: Now;
}
/** A heading of deeds; asks for them when it is opened. */
export interface HeadingNode {
  type: "heading";
  heading: DeedHeading;
  title: string;
  isOpen: boolean;
}
export interface DeedNode {
  type: "deed";
  row: DeedRow;
  parent: HeadingNode;
}
/** One folder of a deed that spans several. */
export interface DeedPartNode {
  type: "deedPart";
  index: number;
  parent: DeedNode;
}
/** Below the files of a deed: its checkpoints. */
export interface StepsNode {
  type: "steps";
  parent: DeedNode;
}
export interface MoreDeedsNode {
  type: "moreDeeds";
  heading: DeedHeading;
  remaining: number;
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
  /** What the agent did about a user's message; null for an agent's. */
  deed: Deed | null;
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
  | NowNode
  | HeadingNode
  | DeedNode
  | DeedPartNode
  | StepsNode
  | MoreDeedsNode
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

/** A folder of Deleted Files; with several workspace folders, also one of those. */
export interface DeletedFolderNode {
  type: "deletedFolder";
  session: FolderSession;
  folder: DeletedFolder<DeletedNode>;
}

export interface DeletedNode {
  type: "deleted";
  session: FolderSession;
  file: DeletedFile;
}
