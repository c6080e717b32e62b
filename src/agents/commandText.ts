import { quoted } from "./shellQuote";

/** Returns a command as one would type it, on Windows too. */
export function commandText(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : quoted(word)))
    .join(" ");
}
