/** Quotes a text as one word for sh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a text as one word for sh, quoted only if necessary. */
export function shWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text);
}

/** Escapes a text for use inside quotes in a cmd script. */
export function forCmd(text: string): string {
  return text.replaceAll("%", "%%");
}

/** True if every console code page reads the text the same way. */
export function isAscii(text: string): boolean {
  return [...text].every((char) => char.charCodeAt(0) < 128);
}
