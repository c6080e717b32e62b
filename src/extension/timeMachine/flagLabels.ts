/** A character takes about this much, a flag this much with the gap after its text. */
const CHARACTER = 6;
const FLAG = 16;
const SHORTEST = 5;
const LONGEST = 28;

/**
 * Returns what is written beside each flag: its text, cut to the room up to the next flag; nothing
 * where there is too little room to read anything.
 */
export function flagLabels(
  flags: readonly { x: number; text: string }[],
  width: number,
): string[] {
  return flags.map(({ x, text }) => {
    const next = flags.reduce(
      (least, other) => (other.x > x && other.x < least ? other.x : least),
      width,
    );
    const room = Math.floor((next - x - FLAG) / CHARACTER);
    const length = Math.min(room, LONGEST);
    if ([...text].length <= length) return text;
    if (length < SHORTEST) return "";
    return (
      [...text]
        .slice(0, length - 1)
        .join("")
        .trimEnd() + "…"
    );
  });
}
