import type { ErrorJson } from "../../engine/model/errors";

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

/** The setting `checkpoint.exclude` with these folders added to it. */
export function withExcluded(
  exclude: readonly string[],
  folders: readonly string[],
): string[] {
  const globs = folders.map((folder) => `${literal(folder)}/**`);
  return [...new Set([...exclude, ...globs])];
}

/** A name as a glob that means just it. */
function literal(name: string): string {
  return name.replace(/[?*()[\]{}\\]/g, "\\$&");
}

function isLargeFolder(value: unknown): value is LargeFolder {
  const { path, files, bytes } = (value ?? {}) as Partial<LargeFolder>;
  return (
    typeof path === "string" &&
    typeof files === "number" &&
    typeof bytes === "number"
  );
}
