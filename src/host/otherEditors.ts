import fs from "node:fs";
import path from "node:path";

/** What Vim, Kate, Emacs and LibreOffice keep beside a file that they have open. */
const MARK = /^\.(?:(.+)\.(?:sw[a-p]|kate-swp)|#(.+)|~lock\.(.+)#)$/;

/**
 * Returns a predicate for files that another editor has open, or that it keeps for this. Lists
 * each folder once, so ask a new one for every capture.
 */
export function openInOtherEditors(root: string): (path: string) => boolean {
  const folders = new Map<string, ReadonlySet<string>>();
  return (file) => {
    const name = path.posix.basename(file);
    if (MARK.test(name)) return true;
    const folder = path.posix.dirname(file);
    const open = folders.get(folder) ?? openIn(path.join(root, folder));
    folders.set(folder, open);
    return open.has(name);
  };
}

function openIn(folder: string): ReadonlySet<string> {
  try {
    const marks = fs.readdirSync(folder).map((name) => MARK.exec(name));
    return new Set(
      marks.flatMap((mark) => mark?.slice(1).find((name) => name) ?? []),
    );
  } catch {
    return new Set(); // the folder was deleted
  }
}
