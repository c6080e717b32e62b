import fs from "node:fs";
import path from "node:path";
import { placeLink } from "./copyTree";
import { endOfLinks, linkText, MAX_HOPS } from "./endOfLinks";

/**
 * Keeps the links in a copy of a folder from leading to the original. A link into the
 * original is redirected to the same place in the copy; a link to a folder above the
 * original is removed. A dangling link is judged by where a file written through it
 * would be created. Returns the links that were removed.
 */
export function keepLinksOff(
  original: string,
  copy: string,
  links: Iterable<string>,
): string[] {
  const above = idsUpwards(original);
  const removed: string[] = [];
  // Redirecting one link can change where another one leads.
  for (let round = 0, isSettled = false; !isSettled; round++) {
    isSettled = true;
    const texts = new Map<string, string | undefined>();
    for (const link of links) {
      if (linkText(link, texts) === undefined) continue;
      const end = endOfLinks(link, texts);
      const inside = pathInside(end, above[0]!);
      if (inside === undefined && !above.includes(idOf(end) ?? "")) continue;
      isSettled = false;
      fs.rmSync(link);
      texts.delete(link);
      if (inside === undefined || round >= MAX_HOPS) removed.push(link);
      else redirect(path.join(copy, inside), link);
    }
  }
  return removed;
}

function redirect(target: string, link: string): void {
  const isFolder = fs
    .statSync(target, { throwIfNoEntry: false })
    ?.isDirectory();
  const from = fs.realpathSync.native(path.dirname(link));
  const text =
    process.platform === "win32" ? target : path.relative(from, target) || ".";
  placeLink(text, link, isFolder === true);
}

/**
 * Returns a path relative to the folder with this identity, however that folder is spelled;
 * undefined if it is outside.
 */
function pathInside(full: string, id: string): string | undefined {
  for (let at = full; ; at = path.dirname(at)) {
    if (idOf(at) === id) return path.relative(at, full);
    if (at === path.dirname(at)) return undefined;
  }
}

/** Returns the identities of a folder and of all folders above it. */
function idsUpwards(folder: string): string[] {
  const ids: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    const id = idOf(at);
    if (id) ids.push(id);
    if (at === path.dirname(at)) return ids;
  }
}

function idOf(full: string): string | undefined {
  try {
    const stat = fs.statSync(full, { bigint: true, throwIfNoEntry: false });
    return stat && `${stat.dev} ${stat.ino}`;
  } catch {
    return undefined;
  }
}
