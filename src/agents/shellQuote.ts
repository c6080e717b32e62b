/** Returns a text as one word for sh, in quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The same, in quotes only where it needs them. */
export function shWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text);
}

/** Returns a text as cmd reads it inside of quotes in a file. */
export function forCmd(text: string): string {
  return text.replaceAll("%", "%%");
}

/** True for what every code page of a console reads alike. */
export function isAscii(text: string): boolean {
  return [...text].every((char) => char.charCodeAt(0) < 128);
}
