import { quoted } from "./shellQuote";

/** Returns a command as the user would type it, also on Windows. */
export function commandText(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : quoted(word)))
    .join(" ");
}
