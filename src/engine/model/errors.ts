/**
 * The one error of the engine. `code` is for programs, `message` and `hint`
 * are for people; it crosses threads and wires as plain JSON.
 */
export type ErrorCode =
  | "bad-input" // an argument has the wrong shape; nothing was done
  | "bad-path" // a path that could leave the workspace folder, or cannot exist
  | "not-found" // no such checkpoint, file, thread, message, plan or restore
  | "ambiguous" // a reference that names several checkpoints
  | "not-kept" // a moment whose versions were pruned
  | "refused" // a folder we do not record: home, a root, our own store
  | "over-budget" // a first scan larger than the settings allow
  | "wrong-root" // the store belongs to another folder
  | "newer-format" // the store was written by a newer Checkpoint
  | "store-locked" // another process is writing and did not finish in time
  | "damaged" // stored content or metadata cannot be read as it was written
  | "disk-full"
  | "quota" // the store's own size limit
  | "io" // any other failure of the file system
  | "plan-changed" // the workspace is no longer what the plan was made for
  | "conflicts" // paths to decide before a revert
  | "nothing-to-undo"
  | "protected" // a checkpoint that is only removed when asked for by force
  | "cancelled"
  | "not-allowed" // this message or thread may not be changed
  | "internal";

export interface ErrorJson {
  code: ErrorCode;
  message: string;
  hint: string | null;
  data: Record<string, unknown>;
}

export interface ErrorDetails {
  hint?: string;
  data?: Record<string, unknown>;
  cause?: unknown;
}

export class CheckpointError extends Error {
  readonly hint: string | null;
  readonly data: Record<string, unknown>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, { cause: details.cause });
    this.name = "CheckpointError";
    this.hint = details.hint ?? null;
    this.data = details.data ?? {};
  }

  static is(error: unknown, code?: ErrorCode): error is CheckpointError {
    return (
      error instanceof CheckpointError &&
      (code === undefined || error.code === code)
    );
  }

  /** Returns any error as one of ours; a stranger becomes `internal`. */
  static from(error: unknown): CheckpointError {
    if (error instanceof CheckpointError) return error;
    const message = error instanceof Error ? error.message : String(error);
    return new CheckpointError("internal", message, { cause: error });
  }

  static fromJson(json: ErrorJson): CheckpointError {
    return new CheckpointError(json.code, json.message, {
      ...(json.hint === null ? {} : { hint: json.hint }),
      data: json.data,
    });
  }

  toJSON(): ErrorJson {
    const { code, message, hint, data } = this;
    return { code, message, hint, data };
  }
}
