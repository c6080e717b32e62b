import crypto from "node:crypto";
import type { Random } from "./random";
import type { Recording, StartNode, Step, Times } from "./recordingDisk";

/** The unit in which a disk writes. */
const PAGE = 4096;
/**
 * All combinations are used up to this many; beyond that, the interesting ones and
 * a sample.
 */
const ALL_UP_TO = 24;

/** A file, link or folder as a power cut leaves it. */
export interface CrashNode {
  kind: StartNode["kind"];
  mode: number;
  bytes: Buffer;
  times: Times | undefined;
}

/**
 * What is on the disk after a power cut, by path below the recorded folder; folders
 * first.
 */
export interface CrashState {
  /** How many steps were requested before the power was cut. */
  after: number;
  what: string;
  nodes: Map<string, CrashNode>;
}

/**
 * What can become of the unsynced data of a file: unchanged, as requested, or torn.
 */
type Data =
  | { how: "all" | "none" | "zero" | "overlay" }
  | { how: "cut"; size: number }
  | { how: "pages"; kept: (page: number) => boolean; name: string };

interface File {
  kind: StartNode["kind"];
  safe: Buffer;
  mode: number;
  /** Data and sizes that were not synced, in order. */
  open: Step[];
  openModes: number[];
}

/** What is certainly durable after a number of steps, and what may be. */
interface Disk {
  files: Map<number, File>;
  /** Durable names of folders. */
  names: Map<number, Map<string, number>>;
  open: { step: Extract<Step, { t: "names" }>; left: Set<number> }[];
}

interface Choice {
  names: (n: number) => boolean;
  data: (node: number) => Data;
  mode: (node: number) => boolean;
  what: string;
}

/**
 * The possible states of a disk after a power cut at any step, each content once:
 * names whose folder was not synced are changed or not, independently; unsynced
 * data is complete, missing, zero or partial.
 */
export function* crashStates(
  recording: Recording,
  random: Random,
  samples: number,
  from = 0,
): Iterable<CrashState> {
  const seen = new Set<string>();
  const disk = startOf(recording);
  for (let after = 0; after <= recording.steps.length; after++) {
    if (after > 0) advance(disk, recording, recording.steps[after - 1]!);
    if (after < from) continue;
    for (const choice of choicesOf(disk, random, samples)) {
      const nodes = nodesOf(recording, disk, after, choice);
      const key = keyOf(nodes);
      if (seen.has(key)) continue;
      seen.add(key);
      const last = recording.steps[after - 1]?.what ?? "nothing";
      yield { after, what: `after ${last}: ${choice.what}`, nodes };
    }
  }
}

function startOf({ start }: Recording): Disk {
  const disk: Disk = { files: new Map(), names: new Map(), open: [] };
  for (const node of start.values()) {
    const { id, kind, mode, bytes } = node;
    disk.files.set(id, { kind, mode, safe: bytes, open: [], openModes: [] });
    if (kind === "folder") disk.names.set(id, new Map(node.names));
  }
  return disk;
}

function advance(disk: Disk, { made }: Recording, step: Step): void {
  switch (step.t) {
    case "names": {
      for (const { node } of step.changes)
        if (node !== null && !disk.files.has(node)) {
          const { kind, mode, bytes } = made.get(node)!;
          const file = { kind, mode, safe: bytes, open: [], openModes: [] };
          disk.files.set(node, file);
          if (kind === "folder") disk.names.set(node, new Map());
        }
      const left = new Set(step.changes.map(({ folder }) => folder));
      disk.open.push({ step, left });
      return;
    }
    case "data":
    case "size":
      disk.files.get(step.node)!.open.push(step);
      return;
    case "mode":
      disk.files.get(step.node)!.openModes.push(step.mode);
      return;
    case "sync": {
      const file = disk.files.get(step.node)!;
      file.safe = dataOf(file, { how: "all" });
      file.open = [];
      if (!step.isWhole) return;
      file.mode = file.openModes.at(-1) ?? file.mode;
      file.openModes = [];
      return;
    }
    case "sync-names":
      for (const open of disk.open) open.left.delete(step.folder);
      while (disk.open[0]?.left.size === 0)
        applyNames(disk.names, disk.open.shift()!.step);
  }
}

function applyNames(
  names: Map<number, Map<string, number>>,
  step: Extract<Step, { t: "names" }>,
): void {
  for (const { folder, name, node } of step.changes)
    if (node === null) names.get(folder)!.delete(name);
    else names.get(folder)!.set(name, node);
}

/**
 * All combinations if there are few; otherwise each alone, all, none, and a sample.
 */
function* choicesOf(
  disk: Disk,
  random: Random,
  samples: number,
): Iterable<Choice> {
  const names = disk.open.length;
  // A step that is known to be durable stays so, even if an earlier one may not be.
  const isSafe = disk.open.map(({ left }) => left.size === 0);
  const files = [...disk.files].filter(([, file]) => file.open.length > 0);
  const variants = new Map(
    files.map(([node, file]) => [node, variantsOf(file, random)]),
  );
  const modes = [...disk.files].filter(([, f]) => f.openModes.length > 0);
  const all = { how: "all" } as const;
  const safe = (test: (n: number) => boolean) => (n: number) =>
    isSafe[n]! || test(n);
  const choice = (
    what: string,
    test: (n: number) => boolean,
    data: (node: number) => Data = () => all,
    mode: (node: number) => boolean = () => true,
  ): Choice => ({ what, names: safe(test), data, mode });
  const combinations = [...variants.values()].reduce(
    (count, list) => count * list.length,
    2 ** (isSafe.filter((is) => !is).length + modes.length),
  );
  if (combinations <= ALL_UP_TO) {
    yield* everyChoice(isSafe, variants, modes, choice);
    return;
  }
  const howOf = (how: Data["how"]) => (node: number) =>
    variants.get(node)?.find((data) => data.how === how) ?? all;
  for (const [whose, test] of [
    ["all names", () => true],
    ["no name", () => false],
  ] as const)
    for (const how of ["all", "none", "zero", "cut", "overlay"] as const)
      yield choice(`${whose}, data ${how}`, test, howOf(how));
  for (const [node, list] of variants)
    for (const data of list)
      yield choice(
        `all names, data of ${node} ${data.how}`,
        () => true,
        (one) => (one === node ? data : all),
      );
  for (const [node] of modes)
    yield choice(
      `mode of ${node} not changed`,
      () => true,
      undefined,
      (one) => one !== node,
    );
  for (let n = 0; n < names; n++) {
    if (isSafe[n]) continue;
    const { what } = disk.open[n]!.step;
    yield choice(`all but ${what}`, (one) => one !== n);
    yield choice(`only ${what}`, (one) => one === n);
    yield choice(`only ${what}, no data`, (one) => one === n, howOf("none"));
    yield choice(`until ${what}, zeros`, (one) => one <= n, howOf("zero"));
  }
  for (let i = 0; i < samples; i++) {
    const share = random.next();
    const kept = disk.open.map(() => random.chance(share));
    const picked = new Map(
      [...variants].map(([node, list]) => [node, random.pick(list)]),
    );
    const changed = new Map(modes.map(([node]) => [node, random.chance(0.5)]));
    yield choice(
      `sample ${i}`,
      (n) => kept[n]!,
      (node) => picked.get(node) ?? all,
      (node) => changed.get(node) ?? true,
    );
  }
}

function* everyChoice(
  isSafe: boolean[],
  variants: Map<number, Data[]>,
  modes: [number, File][],
  choice: (
    what: string,
    test: (n: number) => boolean,
    data: (node: number) => Data,
    mode: (node: number) => boolean,
  ) => Choice,
): Iterable<Choice> {
  const loose = isSafe.flatMap((is, n) => (is ? [] : [n]));
  const files = [...variants];
  const sizes = [
    ...loose.map(() => 2),
    ...modes.map(() => 2),
    ...files.map(([, list]) => list.length),
  ];
  const total = sizes.reduce((a, b) => a * b, 1);
  for (let code = 0; code < total; code++) {
    let rest = code;
    const digits = sizes.map((size) => {
      const digit = rest % size;
      rest = Math.floor(rest / size);
      return digit;
    });
    const names = new Map(loose.map((n, i) => [n, digits[i] === 0]));
    const changed = new Map(
      modes.map(([node], i) => [node, digits[loose.length + i] === 0]),
    );
    const data = new Map(
      files.map(([node, list], i) => [
        node,
        list[digits[loose.length + modes.length + i]!]!,
      ]),
    );
    yield choice(
      `combination ${code} of ${total}`,
      (n) => names.get(n) ?? true,
      (node) => data.get(node) ?? { how: "all" },
      (node) => changed.get(node) ?? true,
    );
  }
}

function variantsOf(file: File, random: Random): Data[] {
  const full = dataOf(file, { how: "all" });
  const list: Data[] = [{ how: "all" }, { how: "none" }, { how: "zero" }];
  if (file.open.some(({ t }) => t === "size")) list.push({ how: "overlay" });
  const first = Math.floor(file.safe.length / PAGE) + 1;
  const last = Math.ceil(full.length / PAGE) - 1;
  for (const page of new Set([first, last, random.between(first, last)]))
    if (page >= first && page <= last)
      list.push({ how: "cut", size: page * PAGE });
  const pages = last - first + 2;
  // The first page without the others, the others without it, and one in between.
  if (pages > 1) {
    const lost = random.between(first - 1, last);
    const only = (page: number) => page === first - 1;
    list.push(
      { how: "pages", name: "only the first", kept: only },
      { how: "pages", name: "not the first", kept: (page) => !only(page) },
      { how: "pages", name: `not ${lost}`, kept: (page) => page !== lost },
    );
  }
  return list;
}

function dataOf(file: File, data: Data): Buffer {
  const { safe } = file;
  if (data.how === "none") return safe;
  let bytes = safe;
  for (const step of file.open) {
    if (step.t === "size") {
      if (data.how !== "overlay") bytes = resized(bytes, step.size);
    } else if (step.t === "data") {
      const end = step.at + step.bytes.length;
      bytes = Buffer.from(resized(bytes, Math.max(bytes.length, end)));
      step.bytes.copy(bytes, step.at);
    }
  }
  if (data.how === "all" || data.how === "overlay") return bytes;
  if (data.how === "cut") return bytes.subarray(0, data.size);
  const torn = Buffer.alloc(bytes.length);
  const kept = data.how === "pages" ? data.kept : () => false;
  for (let at = 0; at < bytes.length; at += PAGE)
    if (kept(at / PAGE)) bytes.copy(torn, at, at, at + PAGE);
  // Synced data is there, unless it was truncated since.
  safe.copy(torn, 0, 0, commonLength(safe, bytes));
  return torn;
}

function commonLength(safe: Buffer, bytes: Buffer): number {
  const length = Math.min(safe.length, bytes.length);
  for (let at = 0; at < length; at++) if (safe[at] !== bytes[at]) return at;
  return length;
}

function resized(bytes: Buffer, size: number): Buffer {
  if (size <= bytes.length) return bytes.subarray(0, size);
  return Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
}

function nodesOf(
  recording: Recording,
  disk: Disk,
  after: number,
  choice: Choice,
): Map<string, CrashNode> {
  const names = new Map(
    [...disk.names].map(([folder, entries]) => [folder, new Map(entries)]),
  );
  disk.open.forEach(({ step }, n) => {
    if (choice.names(n)) applyNames(names, step);
  });
  const nodes = new Map<string, CrashNode>();
  const visit = (folder: number, prefix: string) => {
    const sorted = [...names.get(folder)!].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [name, node] of sorted) {
      const below = prefix + name;
      const file = disk.files.get(node)!;
      const mode = choice.mode(node)
        ? (file.openModes.at(-1) ?? file.mode)
        : file.mode;
      // A log for people, which no code reads.
      const data = name === "restore.log" ? ALL : choice.data(node);
      nodes.set(below, {
        kind: file.kind,
        mode,
        bytes: dataOf(file, data),
        times: timesAt(recording, node, after),
      });
      if (file.kind === "folder") visit(node, below + "/");
    }
  };
  visit(recording.root, "");
  return nodes;
}

const ALL: Data = { how: "all" };

function timesAt(
  { times }: Recording,
  node: number,
  after: number,
): Times | undefined {
  return times.get(node)?.findLast(({ from }) => from <= after)?.times;
}

/** Locks differ only in their tokens. */
function keyOf(nodes: Map<string, CrashNode>): string {
  const hash = crypto.createHash("sha256");
  for (const [name, { kind, mode, bytes }] of nodes) {
    const isLock = /\/lock[^/]*$/.test(name);
    hash.update(`${isLock ? "lock" : name}\0${kind} ${mode} ${bytes.length}\0`);
    hash.update(isLock ? String(bytes[0] ?? "") : bytes);
  }
  return hash.digest("base64");
}
