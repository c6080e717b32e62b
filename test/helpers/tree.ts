import fs from "node:fs";
import path from "node:path";

/** A file or link, with everything that a restore has to bring back exactly. */
export interface Entry {
  /** Octal permission bits, or `link`. */
  mode: string;
  bytes: Buffer;
}

/** Paths with `/`, relative; folders count only through their contents. */
export type Tree = Map<string, Entry>;

/** Returns everything below a folder, links as links, including `.git`. */
export function treeOf(root: string): Tree {
  const tree: Tree = new Map();
  const walk = (folder: string) => {
    const entries = fs.readdirSync(path.join(root, folder), {
      withFileTypes: true,
    });
    for (const entry of entries) {
      const below = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(below);
      else tree.set(below, entryAt(path.join(root, below)));
    }
  };
  walk("");
  return tree;
}

export function entryAt(absolute: string): Entry {
  const stat = fs.lstatSync(absolute);
  if (stat.isSymbolicLink())
    return {
      mode: "link",
      bytes: fs.readlinkSync(absolute, { encoding: "buffer" }),
    };
  if (!stat.isFile()) return { mode: "other", bytes: Buffer.alloc(0) };
  return { mode: modeOf(stat), bytes: fs.readFileSync(absolute) };
}

/** Windows only has a read-only flag: 644 or 444, as in git. */
function modeOf({ mode }: fs.Stats): string {
  if (process.platform === "win32") return mode & 0o200 ? "644" : "444";
  return (mode & 0o777).toString(8).padStart(3, "0");
}

/** Lists every path that differs, for messages; empty if the trees are equal. */
export function differences(actual: Tree, expected: Tree): string[] {
  const lines: string[] = [];
  for (const [path, entry] of expected) {
    const found = actual.get(path);
    if (!found) lines.push(`${show(path)} is missing`);
    else if (found.mode !== entry.mode)
      lines.push(`${show(path)} is ${found.mode}, not ${entry.mode}`);
    else if (!found.bytes.equals(entry.bytes))
      lines.push(
        `${show(path)} holds ${show(found.bytes)}, not ${show(entry.bytes)}`,
      );
  }
  for (const path of actual.keys())
    if (!expected.has(path)) lines.push(`${show(path)} should not be there`);
  return lines;
}

export function assertSameTree(
  actual: Tree,
  expected: Tree,
  what = "the folder",
): void {
  const lines = differences(actual, expected);
  if (lines.length > 0)
    throw new Error(`${what} differs:\n  ${lines.slice(0, 20).join("\n  ")}`);
}

/** Empty folders below a root. */
export function emptyFolders(root: string): string[] {
  const found: string[] = [];
  const walk = (folder: string) => {
    const entries = fs.readdirSync(path.join(root, folder), {
      withFileTypes: true,
    });
    if (entries.length === 0 && folder !== "") found.push(folder);
    for (const entry of entries)
      if (entry.isDirectory())
        walk(folder === "" ? entry.name : `${folder}/${entry.name}`);
  };
  walk("");
  return found.sort();
}

function show(value: string | Buffer): string {
  const text = JSON.stringify(value.toString("latin1"));
  return text.length > 80 ? `${text.slice(0, 80)}… (${value.length})` : text;
}
