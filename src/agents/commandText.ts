/** Returns a command as one would type it. */
export function commandText(words: readonly string[]): string {
  return words
    .map((word) =>
      /^[\w@%+=:,./\\-]+$/.test(word)
        ? word
        : `'${word.replaceAll("'", `'\\''`)}'`,
    )
    .join(" ");
}
