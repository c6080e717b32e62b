import fs from "node:fs";
import path from "node:path";

/**
 * A generated project: source-like files with the sizes and depths of a real
 * project, and ignored folders; the same for the same number of files.
 */
export class Workspace {
  readonly files: readonly string[];
  private readonly touched = new Map<number, number>();
  private version = 0;

  constructor(
    readonly dir: string,
    readonly count: number,
  ) {
    this.files = namesOf(count);
  }

  /** Writes the files, unless an earlier run left them unchanged. */
  make(): void {
    if (fs.existsSync(this.stamp)) return fs.rmSync(this.stamp);
    fs.rmSync(this.dir, { recursive: true, force: true });
    this.files.forEach((file, i) => this.put(file, textOf(i, 0)));
    this.put(".gitignore", "node_modules/\n*.log\n");
    for (let i = 0; i < ignoredCount(this.count); i++)
      this.put(
        `node_modules/${WORDS[(i / 40) | 0]}/dist/${WORDS[i % 40]}-${i}.js`,
        textOf(10_000_000 + i, 0).slice(0, 3000),
      );
  }

  /** Marks the files as unchanged, for the next run. */
  leave(): void {
    this.reset();
    fs.writeFileSync(this.stamp, "");
  }

  /** Gives some files a new text; returns their paths. */
  change(numbers: readonly number[]): string[] {
    const version = ++this.version;
    for (const i of numbers) {
      this.touched.set(i, version);
      this.put(this.files[i]!, textOf(i, version));
    }
    return numbers.map((i) => this.files[i]!);
  }

  remove(numbers: readonly number[]): string[] {
    for (const i of numbers) fs.rmSync(this.path(this.files[i]!));
    return numbers.map((i) => this.files[i]!);
  }

  /** The expected content of a file after the last `change`. */
  expected(i: number): string {
    return textOf(i, this.touched.get(i) ?? 0);
  }

  /** Sets the expected content, after a tool restored an earlier text. */
  expect(i: number, version: number): void {
    this.touched.set(i, version);
  }

  versionOf(i: number): number {
    return this.touched.get(i) ?? 0;
  }

  /** Restores the original files. */
  reset(): void {
    for (const i of this.touched.keys()) this.put(this.files[i]!, textOf(i, 0));
    this.touched.clear();
  }

  /** A selection of files, the same for the same salt. */
  pick(howMany: number, salt: number): number[] {
    const random = randomFrom(salt * 7919 + this.count);
    const picked = new Set<number>();
    while (picked.size < Math.min(howMany, this.count))
      picked.add((random() * this.count) | 0);
    return [...picked];
  }

  private get stamp(): string {
    return this.dir + ".made";
  }

  path(file: string): string {
    return path.join(this.dir, file);
  }

  /** Loads every file into the system's cache. */
  readAll(): void {
    for (const file of this.files) fs.readFileSync(this.path(file));
  }

  put(file: string, text: string): void {
    const absolute = this.path(file);
    fs.mkdirSync(path.dirname(absolute), { recursive: true });
    fs.writeFileSync(absolute, text);
  }
}

/**
 * Not truncated first, because file systems flush a truncated file when it is
 * closed.
 */
export function overwrite(file: string, bytes: Buffer): void {
  const fd = fs.openSync(file, "r+");
  fs.writeSync(fd, bytes);
  fs.ftruncateSync(fd, bytes.length);
  fs.closeSync(fd);
}

/** The text of a file: about 4 KB of code, most of it the same in every version. */
export function textOf(i: number, version: number): string {
  const random = randomFrom(i * 2654435761 + 17);
  const length = sizeOf(random);
  const word = () => WORDS[(random() * random() * WORDS.length) | 0]!;
  const lines = [`// ${word()} ${word()} ${i}`];
  for (let size = 0; size < length;) {
    const line = LINES[(random() * LINES.length) | 0]!(word, random);
    lines.push(line);
    size += line.length + 1;
  }
  if (version > 0)
    lines.splice(
      (lines.length / 2) | 0,
      0,
      `  const ${WORDS[(version * 7) % WORDS.length]} = "version ${version} of ${i}";`,
    );
  return lines.join("\n") + "\n";
}

/** Mulberry32: small, and good enough to generate files. */
export function randomFrom(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const SYLLABLES =
  "con ser tra ver mo del re qui ta ble in for ma tion ex pre sta tus han dle ren der que ry sto ra ge buf fer to ken par se lex no de vi ew up da te cli ent map ke y li st tre e gra ph pa th na me si ze cou nt fl ag ro ot le af".split(
    " ",
  );

const WORDS: readonly string[] = (() => {
  const random = randomFrom(7);
  const words = new Set<string>();
  while (words.size < 3000) {
    const parts = 2 + ((random() * 3) | 0);
    let word = "";
    for (let i = 0; i < parts; i++)
      word += SYLLABLES[(random() * SYLLABLES.length) | 0]!;
    words.add(word);
  }
  return [...words];
})();

type Line = (word: () => string, random: () => number) => string;

const LINES: readonly Line[] = [
  (w) => `  const ${w()} = await ${w()}.${w()}(${w()}, ${w()});`,
  (w) => `  if (${w()}.${w()} !== undefined) return ${w()}(${w()});`,
  (w, r) => `  ${w()}.push({ ${w()}: ${(r() * 1e6) | 0}, ${w()}: "${w()}" });`,
  (w) => `export function ${w()}(${w()}: ${w()}): ${w()} {`,
  (w) => `  // ${w()} ${w()} the ${w()} before ${w()} is ${w()}`,
  (w) => `  for (const ${w()} of ${w()}.${w()}) ${w()}(${w()}, "${w()}");`,
  () => "}",
  () => "",
];

/** Median 4 KB, a long tail, and occasionally a large one. */
function sizeOf(random: () => number): number {
  if (random() < 0.004) return 100_000 + random() * 60_000;
  const normal =
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.min(60_000, 4000 * Math.exp(normal * 0.9));
}

function namesOf(count: number): string[] {
  const random = randomFrom(count * 31 + 5);
  const folders = ["src"];
  const made = new Set(folders);
  while (folders.length < Math.max(4, count / 12)) {
    const above =
      random() < 0.05
        ? ["lib", "test", "docs", "packages"][(random() * 4) | 0]!
        : folders[(random() * folders.length) | 0]!;
    const folder = `${above}/${WORDS[(random() * WORDS.length) | 0]}`;
    if (made.has(folder) || folder.split("/").length > 9) continue;
    made.add(folder);
    folders.push(folder);
  }
  const endings = ["ts", "ts", "ts", "tsx", "js", "js", "json", "md", "css"];
  return Array.from({ length: count }, (_, i) => {
    const folder = folders[(random() * folders.length) | 0]!;
    const word = WORDS[(random() * WORDS.length) | 0]!;
    return `${folder}/${word}-${i}.${endings[(random() * endings.length) | 0]}`;
  });
}

function ignoredCount(count: number): number {
  return count <= 1000 ? 2000 : count <= 10_000 ? 10_000 : 20_000;
}
