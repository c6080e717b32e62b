import fs from "node:fs";
import path from "node:path";

/** How many links operating systems follow before they give up. */
export const MAX_HOPS = 40;

/** Resolves symlinks name by name, as the system does, even if the final target does not exist. */
export function endOfLinks(
  start: string,
  texts = new Map<string, string | undefined>(),
): string {
  let at = path.parse(start).root;
  const todo = namesOf(start);
  for (let hops = 0; todo.length > 0;) {
    const name = todo.shift()!;
    if (name === "..") at = path.dirname(at);
    if (name === "" || name === "." || name === "..") continue;
    const next = path.join(at, name);
    const text = linkText(next, texts);
    if (text === undefined) at = next;
    else {
      if (++hops > MAX_HOPS) return next; // a loop, so nothing can be written through it
      if (path.isAbsolute(text)) at = path.parse(text).root;
      todo.unshift(...namesOf(text));
    }
  }
  return at;
}

function namesOf(text: string): string[] {
  const separator = path.sep === "/" ? "/" : /[\\/]/;
  return text.slice(path.parse(text).root.length).split(separator);
}

/** Returns a symlink's text, or undefined if this is not a symlink. `texts` caches the answers. */
export function linkText(
  full: string,
  texts: Map<string, string | undefined>,
): string | undefined {
  if (texts.has(full)) return texts.get(full);
  let text: string | undefined;
  try {
    if (fs.lstatSync(full, { throwIfNoEntry: false })?.isSymbolicLink())
      text = fs.readlinkSync(full);
  } catch {
    // A folder above it cannot be entered, or the name is too long.
  }
  texts.set(full, text);
  return text;
}
