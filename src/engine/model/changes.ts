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

/** What a comparison has to record first; null unless a side is the folder as it is now. */
export function recordedFirst(
  from: string,
  to: string,
  { paths = [] }: DiffOptions = {},
): { paths?: readonly string[] } | null {
  if (!isNow(from) && !isNow(to)) return null;
  return paths.length > 0 ? { paths } : {};
}

export function isNow(ref: string): boolean {
  return ref === "workspace" || ref === "now";
}
