import type { Random } from "../helpers/random";
import type { Tree } from "../helpers/tree";

const FOLDERS = ["", "", "src/", "src/deep/", "docs/", "with space/"];
const NAMES = ["a", "b", "c", "main", "read me", "größe", "Makefile"];
const ENDINGS = [".txt", ".ts", ""];

/** A path at which nothing exists, nor above or below it. */
export function freePath(tree: Tree, random: Random): string {
  for (;;) {
    const path =
      random.pick(FOLDERS) + random.pick(NAMES) + random.pick(ENDINGS);
    const isTaken = [...tree.keys()].some(
      (other) =>
        other === path ||
        other.startsWith(path + "/") ||
        path.startsWith(other + "/"),
    );
    if (!isTaken) return path;
  }
}
