import type { ErrorCode, Problem, ProblemData } from "./problems";
import { problems } from "./problems";

export type { ErrorCode } from "./problems";

/** An error as passed between threads: code and data that `wording/` turns into text. */
export interface ErrorJson {
  code: ErrorCode;
  problem: Problem | "said";
  data: Readonly<Record<string, unknown>>;
}

/**
 * The engine's only error class, created by `problem`. Programs use `code` and
 * `data`; `wording/` produces the text for people at the edge of the host, so
 * `message` is only for logs and stack traces.
 */
export class CheckpointError extends Error implements ErrorJson {
  constructor(
    readonly code: ErrorCode,
    /** “said” marks an error of a host that brings its own text (wording/said.ts). */
    readonly problem: Problem | "said",
    readonly data: Readonly<Record<string, unknown>>,
    cause?: unknown,
  ) {
    super(`${code}: ${problem}`, { cause });
    this.name = "CheckpointError";
  }

  static is(error: unknown, code?: ErrorCode): error is CheckpointError {
    return (
      error instanceof CheckpointError &&
      (code === undefined || error.code === code)
    );
  }

  /** Converts any error to a CheckpointError; unexpected ones become `internal`. */
  static from(error: unknown): CheckpointError {
    if (error instanceof CheckpointError) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return problem("unexpected", { reason }, error);
  }

  static fromJson({ code, problem, data }: ErrorJson): CheckpointError {
    return new CheckpointError(code, problem, data);
  }

  toJSON(): ErrorJson {
    const { code, problem, data } = this;
    return { code, problem, data };
  }
}

/** Creates the error for a problem. */
export function problem<P extends Problem>(
  name: P,
  ...[data, cause]: object extends ProblemData<P>
    ? [data?: ProblemData<P>, cause?: unknown]
    : [data: ProblemData<P>, cause?: unknown]
): CheckpointError {
  return new CheckpointError(problems[name].code, name, { ...data }, cause);
}

/** True if the error is of this problem; narrows the type of its data. */
export function isProblem<P extends Problem>(
  error: unknown,
  name: P,
): error is CheckpointError & { problem: P; data: ProblemData<P> } {
  return error instanceof CheckpointError && error.problem === name;
}
