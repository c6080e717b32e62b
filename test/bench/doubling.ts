import fs from "node:fs";
import path from "node:path";
import { homeDir } from "../../src/base/homeDir";
import { realDisk } from "../../src/base/realDisk";
import type { Engine } from "../../src/engine/api";
import { openEngine } from "../../src/engine/openEngine";
import { toRow, type Row } from "./measures";
import { ShadowGit, timed } from "./shadowGit";

const assetsDir = path.resolve(__dirname, "../../../dist");
const RULED_FILES = 10_000;

/**
 * What once grew with the square of something, measured at doubled sizes: the time of
 * a row should be about twice that of the row before, and never four times.
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
  ["files of a renamed folder", [2_500, 5_000, 10_000], renamedFolder],
  ["changed lines", [100_000, 200_000, 400_000, 800_000], changedLines],
];

/** Every file is compared with every rule: by us after the rules changed, and by git as new. */
async function ignoreRules(place: string, count: number): Promise<Figure[]> {
  const files = Array.from({ length: RULED_FILES }, (_, i) => {
    return `src/part${i % 100}/sub${i % 7}/name${i}.ts`;
  });
  write(place, new Map(files.map((file) => [file, `// ${file}\n`])));
  const rules = Array.from({ length: count }, (_, i) => RULES[i % 6]!(i));
  const git = new ShadowGit(path.join(place, "git"), path.join(place, "ws"));
  git.init();
  const engine = await opened(place);
  engine.checkpoint({ kind: "manual" });
  write(place, new Map([[".gitignore", rules.join("\n") + "\n"]]));
  const ours = timed(() => void engine.capture());
  const gits = timed(
    () => void git.git("status", "--porcelain", "--untracked-files=all"),
  );
  engine.close();
  return [[`rescan of ${RULED_FILES} files (git status)`, ours, gits]];
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
  write(place, new Map([["hot.txt", "0\n"]]));
  const filling = await opened(place);
  for (let i = 0; i < count; i++) {
    write(place, new Map([["hot.txt", `${i} of ${count}\n`]]));
    filling.checkpoint({ kind: "manual", paths: ["hot.txt"] });
  }
  filling.close();
  fs.rmSync(path.join(place, "store/index"), { recursive: true });
  const start = performance.now();
  const engine = await opened(place);
  const open = performance.now() - start;
  const usage = timed(() => void engine.usage());
  engine.close();
  return [
    ["open without an index", open, null],
    ["usage", usage, null],
  ];
}

async function renamedFolder(place: string, count: number): Promise<Figure[]> {
  const names = Array.from({ length: count }, (_, i) => `${i % 50}/${i}.ts`);
  write(place, new Map(names.map((name) => [`old/${name}`, `// ${name}\n`])));
  const engine = await opened(place);
  engine.checkpoint({ kind: "manual" });
  const root = path.join(place, "ws");
  fs.renameSync(path.join(root, "old"), path.join(root, "new"));
  const { number } = engine.checkpoint({ kind: "manual" });
  const ms = timed(() => void engine.planRevert({ ref: `#${number}` }));
  engine.close();
  return [["plan its revert", ms, null]];
}

async function changedLines(place: string, count: number): Promise<Figure[]> {
  const text = (version: string) =>
    Array.from({ length: count }, (_, i) => `${version} ${i}\n`).join("");
  write(place, new Map([["large.txt", text("old")]]));
  const engine = await opened(place);
  const from = engine.checkpoint({ kind: "manual" }).number;
  write(place, new Map([["large.txt", text("new")]]));
  const to = engine.checkpoint({ kind: "manual" }).number;
  const ms = timed(() => void engine.diff(`#${from}`, `#${to}`));
  engine.close();
  return [["diff without a patch", ms, null]];
}

/** Not synced, because filling a store is not what is measured. */
function opened(place: string): Promise<Engine> {
  const disk = { ...realDisk, sync: () => {}, syncFolder: () => {} };
  return openEngine({
    ...{ home: homeDir(), root: path.join(place, "ws"), disk, assetsDir },
    storeDir: path.join(place, "store"),
  });
}

function write(place: string, texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) {
    const absolute = path.join(place, "ws", file);
    fs.mkdirSync(path.dirname(absolute), { recursive: true });
    fs.writeFileSync(absolute, text);
  }
}

function short(count: number): string {
  return `${count / 1000}k`;
}
