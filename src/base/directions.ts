/**
 * Characters that change the direction of the text after them, and the two Unicode
 * line separators. In a name from outside they could mirror a whole row, so that it
 * reads as a different name.
 */
export const DIRECTION_CLASS =
  "\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";

/**
 * The same, plus the control characters from DEL on, which a terminal interprets,
 * and lone surrogates, which no encoding can represent. Needs the `u` flag.
 */
export const OBEYED_CLASS = `\\u007f-\\u009f\\p{Surrogate}${DIRECTION_CLASS}`;

const DIRECTION = new RegExp(`[${DIRECTION_CLASS}]`, "g");

/** Returns the text with such characters escaped, for example as `\u202e`. */
export function escapeDirections(text: string): string {
  return text.replace(DIRECTION, escaped);
}

/** Returns a character as `\u` and its code point. */
export function escaped(char: string): string {
  return `\\u${char.codePointAt(0)!.toString(16).padStart(4, "0")}`;
}
