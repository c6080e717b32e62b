// The page of the installed extension, made from the README.
import fs from "node:fs";
import path from "node:path";

/** The part that only concerns the repository: how to run and test it. */
const REPOSITORY_ONLY = /<!-- repository -->[\s\S]*?<!-- \/repository -->\n*/g;

/**
 * Returns the README as the extension's page, without the parts that only concern
 * the repository. The editor's page loads pictures only from the web: it drops
 * `data:` addresses and files in the extension's folder. As long as the manifest
 * names no repository to load them from, pictures are left out, and links to files
 * become plain text.
 */
export function pageOf(folder, name) {
  const page = read(folder, name).replace(REPOSITORY_ONLY, "");
  if (JSON.parse(read(folder, "package.json")).repository) return page;
  return page
    .replace(/!\[[^\]]*\]\([^)]*\)\n*/g, "")
    .replace(/\[([^\]]*)\]\((?!https?:)[^)]*\)/g, "$1");
}

function read(folder, name) {
  return fs.readFileSync(path.join(folder, name), "utf8");
}
