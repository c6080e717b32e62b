/**
 * Returns text as markdown that shows exactly this text. Names and messages
 * come from agents and from files: none of them may draw a link, an image or an
 * icon into a tooltip.
 */
export function plain(text: string): string {
  return (
    text
      .replace(/[\u0000-\u001f\u007f]+/g, " ")
      // Icons are drawn after markdown was, so this backslash must survive it.
      .replace(/\$\((?=[A-Za-z0-9-]+(?:~[a-z]+)?\))/g, "\\$(")
      .replace(/[\\`*_{}[\]()#+\-.!|<>~&:@/]/g, "\\$&")
      .trim()
  );
}

/** Cuts a text for a row or a tooltip, at whole characters. */
export function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= max
    ? line
    : characters.slice(0, max - 1).join("") + "…";
}
