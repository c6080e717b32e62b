import { escapeDirections } from "../../base/directions";

/**
 * Returns markdown that shows exactly this text. Names and messages come from agents and files, and
 * must not add links, images or icons to a tooltip.
 */
export function plain(text: string): string {
  return (
    escapeDirections(text)
      .replace(/[\u0000-\u001f\u007f]+/g, " ")
      // Icons are substituted after markdown is rendered, so this backslash must survive rendering.
      .replace(/\$\((?=[A-Za-z0-9-]+(?:~[a-z]+)?\))/g, "\\$(")
      .replace(/[\\`*_{}[\]()#+\-.!|<>~&:@/]/g, "\\$&")
      .trim()
  );
}

/** Truncates text for a row or a tooltip, at character boundaries. */
export function shorten(text: string, max: number): string {
  const line = oneLine(text);
  const characters = [...line];
  return characters.length <= max
    ? line
    : characters.slice(0, max - 1).join("") + "…";
}

/** Truncates a title after a word; a word is only cut where too little would be left without it. */
export function shortenAtWord(text: string, max: number): string {
  const cut = shorten(text, max);
  const line = oneLine(text);
  if (cut === line) return line;
  const start = [...line].slice(0, max).join("");
  const words = start
    .slice(0, start.lastIndexOf(" "))
    .replace(/[^\p{L}\p{N}]+$/u, "");
  return words.length > 0.7 * max ? words + "…" : cut;
}

/** Truncates a file's name in its middle: its end tells what kind of file it is. */
export function shortenName(name: string, max: number): string {
  const characters = [...oneLine(name)];
  if (characters.length <= max) return characters.join("");
  const end = Math.floor((max - 1) / 2);
  const start = characters.slice(0, max - 1 - end);
  return `${start.join("")}…${characters.slice(-end).join("")}`;
}

function oneLine(text: string): string {
  return escapeDirections(text).replace(/\s+/g, " ").trim();
}
