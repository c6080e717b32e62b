// Collects every text passed to `l10n.t` or to a voice into bundle.l10n.json,
// which translators start from. Run it after changing a text; a test checks it.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const CALL = /\b(?:l10n|voice)\s*\.t\(\s*("(?:[^"\\]|\\.)*"|`[^`$]*`)/g;
const DESTRUCTURED = /(?<![\w.])t\(\s*("(?:[^"\\]|\\.)*")/g;

const FOLDERS = ["src/extension", "src/wording"];

/** Returns the texts that the editor may show, sorted. */
export function extract(repository) {
  const texts = new Set();
  for (const file of FOLDERS.flatMap((folder) => filesIn(repository, folder))) {
    const source = fs.readFileSync(file, "utf8");
    const calls = [...source.matchAll(CALL)];
    if (/const \{ t \} = vscode\.l10n/.test(source))
      calls.push(...source.matchAll(DESTRUCTURED));
    for (const [, literal] of calls)
      texts.add(
        literal.startsWith("`") ? literal.slice(1, -1) : JSON.parse(literal),
      );
  }
  return [...texts].sort();
}

function filesIn(repository, folder) {
  const root = path.join(repository, folder);
  return fs
    .readdirSync(root, { recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.join(root, name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const here = import.meta.dirname;
  const texts = extract(path.join(here, ".."));
  const bundle = Object.fromEntries(texts.map((text) => [text, text]));
  fs.writeFileSync(
    path.join(here, "bundle.l10n.json"),
    JSON.stringify(bundle, null, 2) + "\n",
  );
}
