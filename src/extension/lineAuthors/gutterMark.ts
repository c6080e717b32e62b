import type { Source } from "../../engine/model/checkpoint";
import { FORMATTER, isAgent, PERSON } from "../../engine/model/sources";

/** How the mark beside a line is drawn, so that colour is not the only sign of who wrote it. */
export type MarkShape =
  | "bar" // an agent
  | "line" // the person
  | "frame" // the person, unsaved
  | "dots"; // nobody who is known, or a formatter

export function shapeOf(source: Source, isUnsaved: boolean): MarkShape {
  if (isUnsaved) return "frame";
  if (source === FORMATTER) return "dots";
  if (isAgent(source)) return "bar";
  return PERSON.has(source) && source !== "git" ? "line" : "dots";
}

const SHAPES: Readonly<Record<MarkShape, string>> = {
  bar: '<rect x="2" width="5" height="16"/>',
  line: '<rect x="3.5" width="2" height="16"/>',
  frame:
    '<rect x="3.5" width="2" height="3"/><rect x="3.5" y="5" width="2" height="6"/><rect x="3.5" y="13" width="2" height="3"/>',
  dots: '<circle cx="4.5" cy="4" r="1.6"/><circle cx="4.5" cy="12" r="1.6"/>',
};

/** The character that stands for the same mark in a text. */
export const MARK_TEXT: Readonly<Record<MarkShape, string>> = {
  bar: "▌",
  line: "▏",
  frame: "▏",
  dots: "┊",
};

/** Returns the mark as the address of an image, as high as the line. */
export function markImage(shape: MarkShape, color: string): string {
  // A mark must touch those above and below it; dots must stay round.
  const fit = shape === "dots" ? "xMinYMid meet" : "none";
  return image(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" preserveAspectRatio="${fit}" fill="${color}">${SHAPES[shape]}</svg>`,
  );
}

/** Returns a share of a whole as the address of an image: a sector of a disc. */
export function shareImage(percent: number, color: string): string {
  const angle = (2 * Math.PI * Math.min(percent, 99.9)) / 100;
  const [x, y] = [8 + 6 * Math.sin(angle), 8 - 6 * Math.cos(angle)];
  const isLarge = percent > 50 ? 1 : 0;
  const at = (n: number) => n.toFixed(2);
  return image(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="${color}"><circle cx="8" cy="8" r="6.5" fill="none" stroke="${color}"/><path d="M8 8V2A6 6 0 ${isLarge} 1 ${at(x)} ${at(y)}Z"/></svg>`,
  );
}

function image(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** What the manifest says of one colour. */
export interface ColorDefaults {
  dark: string;
  light: string;
  highContrast: string;
  highContrastLight: string;
}

/** An image cannot name a colour of the theme, so it gets the value: the person's own, or the manifest's. */
export function colorValue(
  id: string,
  kind: keyof ColorDefaults,
  contributed: readonly { id: string; defaults: ColorDefaults }[],
  own: Readonly<Record<string, unknown>>,
): string {
  const chosen = own[id];
  if (typeof chosen === "string" && /^#[\da-f]{3,8}$/i.test(chosen))
    return chosen;
  return (
    contributed.find((color) => color.id === id)?.defaults[kind] ?? "#808080"
  );
}
