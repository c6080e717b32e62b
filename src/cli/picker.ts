import { emitKeypressEvents } from "node:readline";
import { cutToWidth } from "./text/width";
import { problem } from "../engine/model/errors";

/** The state of a list to pick from with the arrow keys. */
export interface Picker {
  items: readonly string[];
  at: number;
  /** Index of the first visible item. */
  top: number;
  rows: number;
}

export type Key = { name?: string | undefined; ctrl?: boolean | undefined };
export type Step =
  | { picker: Picker }
  | { picked: number }
  | { cancelled: true }
  /** Ctrl-C: end the whole command, as it does everywhere else. */
  | { interrupted: true };

export function openPicker(
  items: readonly string[],
  rows: number,
  at = items.length - 1,
): Picker {
  return scrolled({
    items,
    at: Math.max(0, at),
    top: 0,
    rows: Math.max(1, rows),
  });
}

/** Applies a key: moves the cursor, picks an item or cancels. */
export function pressKey(picker: Picker, key: Key): Step {
  const last = picker.items.length - 1;
  const to = (at: number): Step => ({
    picker: scrolled({ ...picker, at: Math.min(last, Math.max(0, at)) }),
  });
  if (key.ctrl && key.name === "c") return { interrupted: true };
  if (key.ctrl && key.name === "d") return { cancelled: true };
  switch (key.name) {
    case "up":
    case "k":
      return to(picker.at - 1);
    case "down":
    case "j":
      return to(picker.at + 1);
    case "pageup":
      return to(picker.at - picker.rows);
    case "pagedown":
      return to(picker.at + picker.rows);
    case "home":
      return to(0);
    case "end":
      return to(last);
    case "return":
    case "enter":
      return { picked: picker.at };
    case "escape":
    case "q":
      return { cancelled: true };
    default:
      return { picker };
  }
}

/** Returns the visible lines, none wider than the screen. */
export function pickerLines(picker: Picker, columns: number): string[] {
  return picker.items
    .slice(picker.top, picker.top + picker.rows)
    .map((item, i) => {
      const isHere = picker.top + i === picker.at;
      const line = `${isHere ? ">" : " "} ${item}`;
      // Erasing the list assumes one screen row per line, so no line may wrap.
      return cutToWidth(line, Math.max(2, columns - 1));
    });
}

function scrolled(picker: Picker): Picker {
  const { at, rows, items } = picker;
  const top = Math.max(at - rows + 1, Math.min(picker.top, at));
  return { ...picker, top: Math.max(0, Math.min(top, items.length - rows)) };
}

/** Lets the user pick an item on the terminal; returns null if they cancel. Throws `cancelled` on Ctrl-C. */
export async function pick(
  title: string,
  items: readonly string[],
  { stdin, stderr }: Pick<NodeJS.Process, "stdin" | "stderr"> = process,
): Promise<number | null> {
  let picker = openPicker(
    items,
    Math.min(items.length, (stderr.rows || 24) - 3),
  );
  let shown = 0;
  const draw = (lines: readonly string[]) => {
    const up = shown > 0 ? `\x1b[${shown}A` : "";
    stderr.write(`${up}\r\x1b[J${lines.map((line) => line + "\n").join("")}`);
    shown = lines.length;
  };
  const render = () =>
    draw([title, ...pickerLines(picker, stderr.columns || 80)]);
  emitKeypressEvents(stdin);
  stdin.setRawMode(true);
  stdin.resume();
  try {
    render();
    return await new Promise<number | null>((resolve, reject) => {
      stdin.on("keypress", (_text, key: Key) => {
        const step = pressKey(picker, key);
        if ("picked" in step) return resolve(step.picked);
        if ("cancelled" in step) return resolve(null);
        if ("interrupted" in step) return reject(problem("cancelled"));
        picker = step.picker;
        render();
      });
    });
  } finally {
    stdin.removeAllListeners("keypress");
    stdin.setRawMode(false);
    stdin.pause();
    draw([]);
  }
}
