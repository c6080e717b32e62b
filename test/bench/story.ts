import { randomFrom, textOf } from "./workspace";

/**
 * A generated history for search and bisect, the same for the engine and for git: a
 * thousand checkpoints of files of about 4 KB. A line appears at one of them and
 * disappears later; the project breaks at another.
 */
export interface Story {
  /** Total number of file versions. */
  versions: number;
  files: number;
  /** Files changed by each checkpoint. */
  each: number;
}

export const CHECKPOINTS = 1000;
export const NEEDLE = "a needle in the haystack";
const APPEARS_AT = 613;
const VANISHES_AT = 800;
export const BREAKS_AT = 427;
/** The label of the verdicts about it. */
export const LABEL = "check";

export function storyOf(versions: number): Story {
  const each = Math.max(1, versions / CHECKPOINTS);
  return { versions, files: each * 10, each };
}

/** The files a checkpoint writes, by path; checkpoint 0 writes all. */
export function chapter(story: Story, n: number): Map<string, string> {
  const texts = new Map<string, string>();
  const numbers =
    n === 0
      ? Array.from({ length: story.files }, (_, i) => i)
      : Array.from({ length: story.each }, (_, i) => (n * 7 + i) % story.files);
  for (const i of numbers) texts.set(`src/file-${i}.ts`, fourKilobytes(i, n));
  const isFound = n >= APPEARS_AT && n < VANISHES_AT;
  if (n === 0 || n === APPEARS_AT || n === VANISHES_AT)
    texts.set("src/stack.ts", isFound ? `// ${NEEDLE}\n` : "// hay\n");
  if (n === 0 || n === BREAKS_AT)
    texts.set("state.txt", n >= BREAKS_AT ? "broken\n" : "fine\n");
  return texts;
}

function fourKilobytes(i: number, n: number): string {
  const random = randomFrom(i * 31 + 7);
  const base = textOf(1_000_000 + i, 0) + textOf(2_000_000 + i, 0);
  const at = (random() * 3000) | 0;
  return `${base.slice(0, at)}\nconst edit = "${n} of ${i}";\n${base.slice(at, 4000)}\n`;
}

/** The whole story in the form that `git fast-import` reads. */
export function* asFastImport(story: Story, branch: string): Iterable<string> {
  for (let n = 0; n < CHECKPOINTS; n++) {
    const message = `checkpoint ${n}`;
    let text = `commit ${branch}\ncommitter bench <bench@localhost> ${1_700_000_000 + n * 60} +0000\ndata ${message.length}\n${message}\n`;
    for (const [file, content] of chapter(story, n))
      text += `M 100644 inline ${file}\ndata ${Buffer.byteLength(content)}\n${content}\n`;
    yield text;
  }
}
