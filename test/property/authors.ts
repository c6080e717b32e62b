import type { Random } from "../helpers/random";

/** Who works on the folder: a person, and agents in conversations. */
export interface Author {
  name: string;
  source: string;
  thread: string | undefined;
}

export const AUTHORS: readonly Author[] = [
  { name: "me", source: "editor", thread: undefined },
  { name: "one", source: "claude-code", thread: "one" },
  { name: "two", source: "claude-code", thread: "two" },
  { name: "three", source: "codex", thread: "three" },
];

const SHARED = 3;

/**
 * A folder in which nobody changes what another wrote: every shared file has a line
 * for each author, far from the others', and each author has their own files. So it
 * is clear what reverting somebody's work must leave.
 */
export class Folder {
  /** What each author created: lines of shared files, own files, names. */
  private readonly parts: Map<string, Map<string, string>>;

  constructor(parts: Iterable<[string, Map<string, string>]> = []) {
    this.parts = new Map(parts);
    for (const { name } of AUTHORS)
      if (!this.parts.has(name)) this.parts.set(name, new Map());
  }

  copy(): Folder {
    const parts = [...this.parts];
    return new Folder(parts.map(([name, part]) => [name, new Map(part)]));
  }

  /** This folder with the parts of some authors taken from another. */
  with(authors: readonly Author[], other: Folder): Folder {
    const copy = this.copy();
    for (const { name } of authors)
      copy.parts.set(name, new Map(other.parts.get(name)));
    return copy;
  }

  /** This folder with some of an author's part taken from another. */
  withKeys(author: Author, keys: readonly string[], other: Folder): Folder {
    const copy = this.copy();
    const part = copy.parts.get(author.name)!;
    for (const key of keys) {
      const value = other.parts.get(author.name)!.get(key);
      if (value === undefined) part.delete(key);
      else part.set(key, value);
    }
    return copy;
  }

  /** What differs of an author's part. */
  keysThatDiffer({ name }: Author, other: Folder): string[] {
    const [a, b] = [this.parts.get(name)!, other.parts.get(name)!];
    return [...new Set([...a.keys(), ...b.keys()])].filter(
      (key) => a.get(key) !== b.get(key),
    );
  }

  /** Lets an author do something to their part. */
  work(author: Author, random: Random): void {
    const part = this.parts.get(author.name)!;
    for (let i = random.between(1, 3); i > 0; i--) {
      const own = `own:${author.name}-${random.below(4)}.txt`;
      if (random.chance(0.5))
        part.set(`line:${random.below(SHARED)}`, words(random, 3));
      else if (part.has(own) && random.chance(0.4)) part.delete(own);
      else if (author.thread === undefined && random.chance(0.3))
        part.set(`name:${random.below(SHARED)}`, words(random, 1));
      else part.set(own, words(random, random.between(1, 40)));
    }
  }

  files(): Map<string, string> {
    const files = new Map<string, string>();
    for (let n = 0; n < SHARED; n++) files.set(this.nameOf(n), this.shared(n));
    for (const part of this.parts.values())
      for (const [key, text] of part)
        if (key.startsWith("own:")) files.set(key.slice(4), text);
    return files;
  }

  private nameOf(n: number): string {
    return `shared/${this.parts.get("me")!.get(`name:${n}`) ?? n}.txt`;
  }

  private shared(n: number): string {
    const lines: string[] = [];
    for (const { name } of AUTHORS) {
      for (let i = 0; i < 5; i++) lines.push(`${n} before ${name} ${i}`);
      lines.push(this.parts.get(name)!.get(`line:${n}`) ?? `${name} ${n}`);
    }
    for (let i = 0; i < 5; i++) lines.push(`${n} at the end ${i}`);
    return lines.join("\n") + "\n";
  }
}

/** Different from any other text, so that nothing looks like a rename. */
function words(random: Random, count: number): string {
  const one = () => random.below(2 ** 31).toString(36);
  return Array.from({ length: count }, one).join(count > 5 ? "\n" : " ");
}
