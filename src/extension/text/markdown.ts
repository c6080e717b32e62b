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
  const line = escapeDirections(text).replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= max
    ? line
    : characters.slice(0, max - 1).join("") + "…";
}
