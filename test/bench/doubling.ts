import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import { realDisk } from "../../src/base/realDisk";
import type { Engine } from "../../src/engine/api";
import { openEngine } from "../../src/engine/openEngine";
import { toRow, type Row } from "./measures";
import { ShadowGit, timed } from "./shadowGit";
import { overwrite } from "./workspace";

const assetsDir = path.resolve(__dirname, "../../../dist");
const RULED_FILES = 10_000;

/**
 * What once grew with the square of something, measured at doubled sizes: a row should
 * take about twice as much processor time as the row before, and never four times.
 */
export async function doubling(
  dir: string,
  log: (text: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [title, sizes, measure] of TABLES)
    for (const size of sizes) {
      log(`doubling: ${title}, ${size}`);
      const place = path.join(dir, "doubling");
      fs.rmSync(place, { recursive: true, force: true });
      fs.mkdirSync(path.join(place, "ws"), { recursive: true });
      for (const [what, ours, git] of await measure(place, size))
        rows.push(
          toRow(short(size), `${title}: ${what}`, "ms", {
            ...{ ours, git, target: null, targetOf: null },
          }),
        );
      fs.rmSync(place, { recursive: true, force: true });
    }
  // The sizes of one step below each other.
  return rows.sort((a, b) => titles(a.step) - titles(b.step));
  function titles(step: string): number {
    return rows.findIndex((row) => row.step === step);
  }
}

type Figure = [what: string, ours: number, git: number | null];
type Measure = (place: string, size: number) => Promise<Figure[]>;

const TABLES: readonly [string, readonly number[], Measure][] = [
  ["ignore rules", [500, 1_000, 2_000, 4_000], ignoreRules],
  ["checkpoints of one file", [1_000, 2_000, 4_000, 8_000], hotFile],
  ["files of a renamed folder", [1_250, 2_500, 5_000], renamedFolder],
  ["changed lines", [100_000, 200_000, 400_000, 800_000], changedLines],
];

/** Every file is compared with every rule: by us after the rules changed, and by git as new. */
async function ignoreRules(place: string, count: number): Promise<Figure[]> {
  const root = ruledFiles(path.dirname(place));
  const ruleFile = path.join(root, ".gitignore");
  fs.rmSync(ruleFile, { force: true });
  const rules = Array.from({ length: count }, (_, i) => RULES[i % 6]!(i));
  const git = new ShadowGit(path.join(place, "git"), root);
  git.init();
  const engine = await opened(place, root);
  engine.checkpoint({ kind: "manual" });
  fs.writeFileSync(ruleFile, rules.join("\n") + "\n");
  const ours = spent(() => void engine.capture());
  const gits = timed(
    () => void git.git("status", "--porcelain", "--untracked-files=all"),
  );
  engine.close();
  return [[`rescan of ${RULED_FILES} files (git status, elapsed)`, ours, gits]];
}

/** A folder with the files, which stays for the next size and run: creating them takes longest. */
function ruledFiles(dir: string): string {
  const root = path.join(dir, "doubling-ruled");
  const stamp = root + ".made";
  if (fs.existsSync(stamp)) return root;
  fs.rmSync(root, { recursive: true, force: true });
  const files = Array.from({ length: RULED_FILES }, (_, i) => {
    return `src/part${i % 100}/sub${i % 7}/name${i}.ts`;
  });
  write(root, new Map(files.map((file) => [file, `// ${file}\n`])));
  fs.writeFileSync(stamp, "");
  return root;
}

const RULES: readonly ((i: number) => string)[] = [
  (i) => `*.ending${i}`,
  (i) => `built${i}/`,
  (i) => `/src/part${i}/out*`,
  (i) => `cache-${i}-*`,
  (i) => `part*/**/gone${i}.[jt]s`,
  (i) => `!kept${i}.ts`,
];

async function hotFile(place: string, count: number): Promise<Figure[]> {
  const hot = path.join(place, "ws/hot.txt");
  fs.writeFileSync(hot, "");
  const filling = await opened(place);
  for (let i = 0; i < count; i++) {
    overwrite(hot, Buffer.from(`${i} of ${count}\n`));
    filling.checkpoint({ kind: "manual", paths: ["hot.txt"] });
  }
  filling.close();
  fs.rmSync(path.join(place, "store/index"), { recursive: true });
  const before = process.cpuUsage();
  const engine = await opened(place);
  const open = msOf(process.cpuUsage(before));
  const usage = spent(() => void engine.usage());
  engine.close();
  return [
    ["open without an index", open, null],
    ["usage", usage, null],
  ];
}

async function renamedFolder(place: string, count: number): Promise<Figure[]> {
  const names = Array.from({ length: count }, (_, i) => `${i % 50}/${i}.ts`);
  const root = path.join(place, "ws");
  write(root, new Map(names.map((name) => [`old/${name}`, `// ${name}\n`])));
  const engine = await opened(place);
  engine.checkpoint({ kind: "manual" });
  fs.renameSync(path.join(root, "old"), path.join(root, "new"));
  const { number } = engine.checkpoint({ kind: "manual" });
  const ms = spent(() => void engine.planRevert({ ref: `#${number}` }));
  engine.close();
  return [["plan its revert", ms, null]];
}

async function changedLines(place: string, count: number): Promise<Figure[]> {
  const text = (version: string) =>
    Array.from({ length: count }, (_, i) => `${version} ${i}\n`).join("");
  const large = path.join(place, "ws/large.txt");
  fs.writeFileSync(large, text("old"));
  const engine = await opened(place);
  const from = engine.checkpoint({ kind: "manual" }).number;
  fs.writeFileSync(large, text("new"));
  const to = engine.checkpoint({ kind: "manual" }).number;
  const ms = spent(() => void engine.diff(`#${from}`, `#${to}`));
  engine.close();
  return [["diff without a patch", ms, null]];
}

/** Processor time, so that a busy machine does not look like growth. */
function spent(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return msOf(process.cpuUsage(before));
}

export function msOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

/** Not synced, because filling a store is not what is measured. */
export function opened(
  place: string,
  root = path.join(place, "ws"),
): Promise<Engine> {
  const disk = { ...realDisk, sync: () => {}, syncFolder: () => {} };
  return openEngine({
    ...{ home: homeDir(), root, disk, assetsDir },
    storeDir: path.join(place, "store"),
  });
}

function write(root: string, texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) {
    const absolute = path.join(root, file);
    fs.mkdirSync(path.dirname(absolute), { recursive: true });
    fs.writeFileSync(absolute, text);
  }
}

function short(count: number): string {
  return `${count / 1000}k`;
}
