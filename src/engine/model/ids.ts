const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Returns a sortable unique id: 9 characters for the time (milliseconds, base 32),
 * then 9 random ones.
 */
export function newId(atMs: number, random: Uint8Array): string {
  let time = "";
  for (let rest = Math.floor(atMs), i = 0; i < 9; i++) {
    time = ALPHABET[rest % 32]! + time;
    rest = Math.floor(rest / 32);
  }
  let tail = "";
  for (let i = 0; i < 9; i++) tail += ALPHABET[random[i]! % 32]!;
  return time + tail;
}

export function isId(text: unknown): text is string {
  return typeof text === "string" && /^[0-9a-hjkmnp-tv-z]{18}$/.test(text);
}
