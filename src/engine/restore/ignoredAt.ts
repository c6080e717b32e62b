import type { Context } from "../context";
import { CheckpointError } from "../model/errors";
import { isSymlink } from "../model/version";
import { heldAt } from "../store/states";
import { GitignoreChain } from "../workspace/gitignoreChain";
import { isPathIgnored, Rules } from "../workspace/rules";

/**
 * Returns a test: did the `.gitignore` files of that moment ignore this path?
 * Then whatever stood there was not recorded, and a path that the moment does
 * not hold was not necessarily absent.
 */
export function wasIgnoredAt(
  context: Context,
  moment: number,
): (path: string) => boolean {
  const { settings, store } = context;
  if (!settings.respectGitignore) return () => false;
  const rules = new Rules({ ...settings, exclude: [] });
  const gitignores = new GitignoreChain((path) => {
    const held = heldAt(store.index.sql, moment, path, "disk");
    if (held === null || isSymlink(held.mode)) return null;
    return Buffer.from(store.content(held.hash)).toString("utf8");
  });
  return (path) => {
    try {
      return isPathIgnored(rules, path, (folder) => gitignores.of(folder));
    } catch (error) {
      if (CheckpointError.is(error, "damaged")) return true; // cannot be told
      throw error;
    }
  };
}
