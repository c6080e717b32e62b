import {
  decideRevert,
  type Located,
  type RevertedFile,
  type RevertStep,
} from "../../../src/engine/model/revertRules";
import { workspacePath } from "../../../src/engine/model/workspacePath";
import { SYMLINK, type Held } from "../../../src/engine/model/version";

/** A short notation of trees, for tests of the revert rules. */

/** Path to `TEXT`, `TEXT*` for an executable, or `->TARGET` for a link. */
export type Tree = Record<string, string>;

/** Texts that trees refer to: lines that can be merged, and some that cannot. */
export const texts: Record<string, string> = {
  T: "1\n2\n3\n4\n5\n",
  X: "x\n2\n3\n4\n5\n",
  Y: "1\n2\n3\n4\ny\n",
  Z: "z\n2\n3\n4\n5\n",
  XY: "x\n2\n3\n4\ny\n",
  E: "",
  B1: "1\0",
  B2: "2\0",
  B3: "3\0",
};

export interface RevertCase {
  before: Tree;
  after: Tree;
  now: Tree;
  /** Renames made by the change and since: old name to new. */
  renamed: Record<string, string>;
  since: Record<string, string>;
}

/** Parses `a=T b=X | a=X | ...`; `a>b=T` is a file `b` that was `a`. */
export function revertCase(text: string): RevertCase {
  const [before, after, now] = text.split("|").map((part) => {
    const tree: Tree = {};
    const renames: Record<string, string> = {};
    for (const word of part.trim().split(/\s+/).filter(Boolean)) {
      const [, from, path, entry] = /^(?:(\w)>)?(\w)=(.+)$/.exec(word)!;
      tree[path!] = entry!;
      if (from) renames[from] = path!;
    }
    return { tree, renames };
  });
  return {
    before: before!.tree,
    after: after!.tree,
    now: now!.tree,
    renamed: after!.renames,
    since: now!.renames,
  };
}

/** The name of a text is used as its hash. */
export function held(entry: string): Held {
  if (entry.startsWith("->"))
    return { hash: entry, mode: SYMLINK, sizeBytes: entry.length };
  const hash = entry.replace("*", "");
  const mode = entry.endsWith("*") ? 0o755 : 0o644;
  return { hash, mode, sizeBytes: texts[hash]!.length };
}

export function decide(one: RevertCase): RevertStep[] {
  return decideRevert(filesOf(one), {
    now: (path) => (path in one.now ? held(one.now[path]!) : null),
    renamedSince: new Map(
      Object.entries(one.since).map(([from, to]) => [
        workspacePath(from),
        workspacePath(to),
      ]),
    ),
    read: (hash) => Buffer.from(texts[hash]!),
    labels: { ours: "now", theirs: "before" },
  });
}

/** Formats steps as `a=T b=- c=!reason`: written, deleted, conflicting. */
export function shown(steps: RevertStep[]): string {
  return steps
    .map((step) => {
      if (step.action === "delete") return `${step.path}=-`;
      if (step.action === "conflict") return `${step.path}=!${step.reason}`;
      const { content, mode } = step;
      const name =
        "hash" in content
          ? content.hash
          : Object.keys(texts).find(
              (key) => texts[key] === Buffer.from(content.bytes).toString(),
            );
      return `${step.path}=${name}${mode === 0o755 ? "*" : ""}`;
    })
    .join(" ");
}

/** The tree after the steps; a conflict is an error here. */
export function apply(now: Tree, steps: RevertStep[]): Tree {
  const result = { ...now };
  for (const step of steps)
    if (step.action === "delete") delete result[step.path];
    else if (step.action === "conflict") throw new Error(shown([step]));
    else result[step.path] = shown([step]).slice(step.path.length + 1);
  return result;
}

function filesOf({ before, after, renamed }: RevertCase): RevertedFile[] {
  const at = (tree: Tree, path: string): Located | null =>
    path in tree ? { path: workspacePath(path), ...held(tree[path]!) } : null;
  const files: RevertedFile[] = Object.entries(renamed).map(([from, to]) => ({
    before: at(before, from),
    after: at(after, to),
  }));
  const targets = new Set(Object.values(renamed));
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const file = {
      before: path in renamed ? null : at(before, path),
      after: targets.has(path) ? null : at(after, path),
    };
    if (file.before || file.after) files.push(file);
  }
  return files;
}
