import type { ErrorJson } from "../../engine/model/errors";
import { literalGlob } from "../../engine/model/workspacePath";

/** A folder that makes a first capture larger than the budget. */
export interface LargeFolder {
  path: string;
  files: number;
  bytes: number;
}

/** The folders that `over-budget` names, the largest first; files outside any are left out. */
export function largestFolders(problem: ErrorJson | null): LargeFolder[] {
  const named = problem?.data["largest"];
  if (problem?.code !== "over-budget" || !Array.isArray(named)) return [];
  return named.filter(isLargeFolder).filter(({ path }) => path !== ".");
}

/**
 * The setting `checkpoint.exclude` with these folders added to it. An object of
 * globs stays one, with those that are off in it; else it becomes the list of
 * the globs that count now.
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
