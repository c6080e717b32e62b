import type { SpokenError } from "../../wording/errors";
import { literalGlob } from "../../engine/model/workspacePath";

/** A folder that contributes to exceeding the budget. */
export interface LargeFolder {
  path: string;
  files: number;
  bytes: number;
}

/** Returns the folders that `over-budget` lists, largest first, without files at the top level. */
export function largestFolders(problem: SpokenError | null): LargeFolder[] {
  const named = problem?.data["largest"];
  if (problem?.code !== "over-budget" || !Array.isArray(named)) return [];
  return named.filter(isLargeFolder).filter(({ path }) => path !== ".");
}

/**
 * Returns the setting `checkpoint.exclude` with these folders added. An object of globs stays an
 * object, including those that are off; otherwise the result is the list of globs in effect.
 */
export function withExcluded(
  setting: unknown,
  counting: readonly string[],
  folders: readonly string[],
): string[] | Record<string, unknown> {
  const globs = folders.map((folder) => `${literalGlob(folder)}/**`);
  return isObject(setting)
    ? { ...setting, ...Object.fromEntries(globs.map((glob) => [glob, true])) }
    : [...new Set([...counting, ...globs])];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isLargeFolder(value: unknown): value is LargeFolder {
  const { path, files, bytes } = (value ?? {}) as Partial<LargeFolder>;
  return (
    typeof path === "string" &&
    typeof files === "number" &&
    typeof bytes === "number"
  );
}
