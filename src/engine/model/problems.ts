import { engineProblems } from "./engineProblems";
import { hostProblems } from "./hostProblems";
import type { Kind } from "./problemData";

export type { ErrorCode } from "../../answers/error";
export type {
  ChangesOf,
  DiskOperation,
  Obstacle,
  PathEnd,
  ReferenceFault,
  RefusalReason,
} from "./problemData";

/**
 * Every way in which the engine and its neighbours can fail: its code, and the data
 * from which `wording/` makes a message and a hint. There are no sentences or
 * command names here, because the available commands depend on the host.
 */
export const problems = { ...engineProblems, ...hostProblems } as const;

export type Problem = keyof typeof problems;

/** The data of a problem. */
export type ProblemData<P extends Problem> =
  (typeof problems)[P] extends Kind<infer Data> ? Data : never;
