import { table } from "./text";
import { widthOf } from "./width";

/** The usual width of a terminal, for output that is not one. */
export const WIDTH = 80;

/** Wraps words to lines. */
export function wrap(words: readonly string[], width = WIDTH): string[] {
  const lines: string[] = [""];
  for (const word of words) {
    const last = lines.at(-1)!;
    if (widthOf(last) + widthOf(word) + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines;
}

/** Wraps items of several words, which stay together. */
export function wrapItems(items: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last === undefined || widthOf(last) + widthOf(item) + 2 > width)
      lines.push(item);
    else lines[lines.length - 1] = `${last}  ${item}`;
  }
  return lines;
}

export function wrapText(text: string, width = WIDTH): string[] {
  return wrap(text.split(" "), width);
}

/** Returns rows with aligned columns. The last column wraps within itself. */
export function wrappedTable(rows: readonly (readonly string[])[]): string[] {
  const heads = table(rows.map((row) => [...row.slice(0, -1), "|"]));
  return rows.flatMap((row, i) => {
    const head = heads[i]!.slice(0, -1);
    const indent = widthOf(head);
    const [first, ...more] = wrapText(row.at(-1)!, WIDTH - indent);
    return [
      (head + first).trimEnd(),
      ...more.map((line) => " ".repeat(indent) + line),
    ];
  });
}
