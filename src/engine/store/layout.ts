import path from "node:path";

/** The names of a store's files: FORMAT.md, "Layout". */
export interface Layout {
  dir: string;
  format: string;
  packs: string;
  journals: string;
  indexes: string;
  lock: string;
  restoreLog: string;
  pack(n: number): string;
  journal(n: number): string;
  index(n: number): string;
}

export function layoutOf(dir: string): Layout {
  const packs = path.join(dir, "packs");
  const journals = path.join(dir, "journal");
  const indexes = path.join(dir, "index");
  return {
    dir,
    format: path.join(dir, "format.json"),
    packs,
    journals,
    indexes,
    lock: path.join(dir, "lock"),
    restoreLog: path.join(dir, "restore.log"),
    pack: (n) => path.join(packs, `${n}.pack`),
    journal: (n) => path.join(journals, `${n}.log`),
    index: (n) => path.join(indexes, `${n}.sqlite`),
  };
}

/** Returns the numbers of the files named `N.<ending>`, ascending. */
export function numbersOf(names: readonly string[], ending: string): number[] {
  const numbers: number[] = [];
  for (const name of names) {
    const match = /^(\d{1,9})\.([a-z]+)$/.exec(name);
    if (match && match[2] === ending) numbers.push(Number(match[1]));
  }
  return numbers.sort((a, b) => a - b);
}
