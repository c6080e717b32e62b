import path from "node:path";
import { isWorkspacePath } from "../../engine/model/workspacePath";

/**
 * Returns a file's path inside a folder, with `/` between names; undefined for the folder itself
 * and for files outside it.
 */
export function relativePath(root: string, file: string): string | undefined {
  const relative = path.relative(root, file);
  if (relative === "" || path.isAbsolute(relative)) return undefined;
  const parts = relative.split(path.sep).join("/");
  return isWorkspacePath(parts) ? parts : undefined;
}
