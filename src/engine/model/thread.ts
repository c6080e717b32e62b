import type * as answers from "../../answers/restore";
import type { Role } from "../../answers/thread";
import type { RestoreFailure } from "./restorePlan";

export type { Restoration } from "../../answers/restore";
export type {
  Role,
  Thread,
  ThreadDetail,
  ThreadMessage,
} from "../../answers/thread";

export interface RecordMessage {
  thread: string;
  /** Default: a new id. Recording the same id twice is an error. */
  message?: string | undefined;
  role: Role;
  text?: string | undefined;
  source?: string | undefined;
  /** Refused unless it is the folder of this history. */
  folder?: string | undefined;
  /** Capture the folder first. Default true. */
  capture?: boolean | undefined;
  /**
   * ISO 8601: for a message of the past, which is linked to the moment at that time and gets no
   * checkpoint. Throws `not-found` or `not-kept` if that state is not recorded.
   */
  at?: string | undefined;
  /** For a message of the past: the conversation was rewound to before it. */
  isRewound?: boolean | undefined;
  /**
   * Messages of the thread that the agent itself rewound past; they are marked as deleted.
   * Unknown ones are ignored.
   */
  rewinds?: readonly string[] | undefined;
}

/** What editing a message would do, or did. */
export interface ThreadEdit extends Omit<answers.ThreadEdit, "failures"> {
  failures: RestoreFailure[];
}
