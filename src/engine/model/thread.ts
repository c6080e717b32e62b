/** Conversations: a thread of messages, each tied to the moment it was said at. */

export type Role = "user" | "agent";

export interface ThreadMessage {
  id: string;
  thread: string;
  /** Position in the thread, from 0, counting deleted ones. */
  index: number;
  role: Role;
  text: string;
  at: string;
  /** The folder as it was when the message was recorded. */
  moment: number;
  checkpoint: { id: string; number: number } | null;
  /** Soft: a deleted message comes back with undo. */
  deleted: boolean;
}

export interface Thread {
  id: string;
  title: string;
  /** The agent that the thread belongs to. */
  source: string;
  folder: string;
  createdAt: string;
  updatedAt: string;
  messages: number;
  deletedMessages: number;
}

export interface ThreadDetail extends Omit<Thread, "messages"> {
  messages: ThreadMessage[];
}

export interface RecordMessage {
  thread: string;
  /** Default: a fresh id. Recording the same id twice is an error. */
  message?: string | undefined;
  role: Role;
  text?: string | undefined;
  source?: string | undefined;
  /** Refused unless it is this store's folder. */
  folder?: string | undefined;
  /** Capture the folder first; default true. */
  capture?: boolean | undefined;
}

export interface Restoration {
  path: string;
  action: "create" | "replace" | "delete";
}

/** What editing a message would need, or did. */
export interface ThreadEdit {
  thread: string;
  message: string;
  requiresConfirmation: boolean;
  restorations: Restoration[];
  changedByOthers: { path: string; sources: string[] }[];
  /** Messages that are (or will be) marked deleted. */
  deletedMessages: string[];
  planId: string;
  applied: boolean;
  guard: { id: string; number: number } | null;
  failures: { path: string; code: string; message: string }[];
  /** It failed, and what was done of it could not be taken back yet. */
  isHalfDone?: true;
}
