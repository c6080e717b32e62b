import type { Random } from "../helpers/random";
import type { Entry, Tree } from "../helpers/tree";
import { freePath } from "./freePath";

/**
 * Changes a tree and describes the change; undefined if there was nothing to
 * change.
 */
export type Change = (tree: Tree, random: Random) => string | undefined;

const LF = 10;

export function newText(random: Random): Entry {
  const lineEnd = random.chance(0.2) ? "\r\n" : "\n";
  const lines = Array.from({ length: random.between(1, 25) }, () =>
    newLine(random),
  );
  const last = random.chance(0.2) ? "" : lineEnd;
  return {
    mode: random.chance(0.15) ? "755" : "644",
    bytes: Buffer.from(lines.join(lineEnd) + last, "latin1"),
  };
}

/** Usually a unique line; sometimes one that repeats, as in code. */
function newLine(random: Random): string {
  if (random.chance(0.12)) return random.pick(["}", "", "  return;", "\xe9"]);
  return `line ${random.below(1_000_000)} ${random.below(1_000_000)}`;
}

function editText(random: Random, bytes: Buffer): Buffer {
  const isCrlf = bytes.includes("\r\n");
  const lines = bytes.toString("latin1").split(/(?<=\n)/);
  for (let hunks = random.between(1, 3); hunks > 0; hunks--) {
    const at = random.below(lines.length + 1);
    const removed = random.chance(0.7) ? random.between(1, 3) : 0;
    const added = removed === 0 || random.chance(0.7) ? random.below(3) + 1 : 0;
    const fresh = Array.from(
      { length: added },
      () => newLine(random) + (isCrlf ? "\r\n" : "\n"),
    );
    lines.splice(at, removed, ...fresh);
  }
  return Buffer.from(lines.join(""), "latin1");
}

function filesOf(tree: Tree, isWanted: (entry: Entry) => boolean): string[] {
  return [...tree].filter(([, entry]) => isWanted(entry)).map(([path]) => path);
}

const isText = ({ mode, bytes }: Entry) =>
  mode !== "link" && !bytes.includes(0);
const isFile = ({ mode }: Entry) => mode !== "link";

/** A change of one file that some entries allow. */
function change(
  what: string,
  isWanted: (entry: Entry) => boolean,
  apply: (entry: Entry, random: Random) => Entry,
): Change {
  return (tree, random) => {
    const paths = filesOf(tree, isWanted);
    if (paths.length === 0) return undefined;
    const path = random.pick(paths);
    tree.set(path, apply(tree.get(path)!, random));
    return `${what} ${path}`;
  };
}

const edit = change("edit", isText, ({ mode, bytes }, random) => ({
  mode,
  bytes: editText(random, bytes),
}));

const rewrite = change("rewrite", isText, ({ mode }, random) => ({
  ...newText(random),
  mode,
}));

const chmod = change("chmod", isFile, ({ mode, bytes }) => ({
  mode: mode === "644" ? "755" : "644",
  bytes,
}));

const lastLineEnd = change("last line end of", isText, ({ mode, bytes }) => ({
  mode,
  bytes:
    bytes.at(-1) === LF
      ? bytes.subarray(0, bytes.at(-2) === 13 ? -2 : -1)
      : Buffer.concat([bytes, Buffer.from("\n")]),
}));

const lineEnds = change("line ends of", isText, ({ mode, bytes }) => {
  const text = bytes.toString("latin1");
  const turned = text.includes("\r\n")
    ? text.replaceAll("\r\n", "\n")
    : text.replaceAll("\n", "\r\n");
  return { mode, bytes: Buffer.from(turned, "latin1") };
});

const editBinary = change(
  "edit binary",
  ({ mode, bytes }) => mode !== "link" && bytes.includes(0),
  ({ mode, bytes }, random) => {
    const copy = Buffer.from(bytes);
    copy[random.below(copy.length)] = random.below(256);
    return { mode, bytes: Buffer.concat([copy, Buffer.from([0])]) };
  },
);

const toLink = change(
  "link in place of",
  () => true,
  (_, random) => ({
    mode: "link",
    bytes: Buffer.from(random.pick(["target", "src/a.txt", "../outside"])),
  }),
);

const add: Change = (tree, random) => {
  const path = freePath(tree, random);
  tree.set(path, newText(random));
  return `add ${path}`;
};

const addBinary: Change = (tree, random) => {
  const path = freePath(tree, random);
  const bytes = Buffer.concat([Buffer.from([0]), random.bytes(200)]);
  tree.set(path, { mode: "644", bytes });
  return `add binary ${path}`;
};

const addEmpty: Change = (tree, random) => {
  const path = freePath(tree, random);
  tree.set(path, { mode: "644", bytes: Buffer.alloc(0) });
  return `add empty ${path}`;
};

const remove: Change = (tree, random) => {
  if (tree.size < 2) return undefined;
  const path = random.pick([...tree.keys()]);
  tree.delete(path);
  return `delete ${path}`;
};

const rename: Change = (tree, random) => {
  const from = random.pick([...tree.keys()]);
  const to = freePath(tree, random);
  const entry = tree.get(from)!;
  tree.delete(from);
  const isEdited = isText(entry) && random.chance(0.4);
  const bytes = isEdited ? editText(random, entry.bytes) : entry.bytes;
  tree.set(to, { mode: entry.mode, bytes });
  return `rename ${from} to ${to}${isEdited ? ", edited" : ""}`;
};

/** A file is replaced by a folder of the same name, or a folder by a file. */
const fileOrFolder: Change = (tree, random) => {
  const path = random.pick([...tree.keys()]);
  const slash = path.lastIndexOf("/");
  if (slash < 0) {
    tree.delete(path);
    tree.set(`${path}/inner.txt`, newText(random));
    return `folder in place of ${path}`;
  }
  const folder = path.slice(0, slash);
  for (const other of [...tree.keys()])
    if (other.startsWith(folder + "/")) tree.delete(other);
  tree.set(folder, newText(random));
  return `file in place of ${folder}/`;
};

/** As often as they are listed. */
export const CHANGES: readonly Change[] = [
  ...Array<Change>(12).fill(edit),
  ...Array<Change>(4).fill(add),
  ...Array<Change>(4).fill(remove),
  ...Array<Change>(5).fill(rename),
  ...Array<Change>(3).fill(chmod),
  ...[rewrite, lastLineEnd, lastLineEnd, lineEnds, addBinary, addEmpty],
  ...[editBinary, editBinary, toLink, fileOrFolder],
];
