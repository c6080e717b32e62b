export type { Diff, FileChange, Side } from "../../answers/diff";

export interface DiffOptions {
  /** Only these paths, or paths below them. */
  paths?: readonly string[] | undefined;
  patch?: boolean | undefined;
  /** Line counts and similarity need the contents; false skips reading them. */
  content?: boolean | undefined;
  /** Default true. */
  renames?: boolean | undefined;
  /** Lines of context in the patch. Default 3. */
  context?: number | undefined;
}
