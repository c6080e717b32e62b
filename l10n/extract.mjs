// Gathers every text given to `l10n.t` into bundle.l10n.json, which is what
// translators start from. Run it after a text changed; a test says when.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const CALL = /\bl10n\s*\.t\(\s*("(?:[^"\\]|\\.)*"|`[^`$]*`)/g;
const DESTRUCTURED = /(?<![\w.])t\(\s*("(?:[^"\\]|\\.)*")/g;

/** Returns the texts of all sources below a folder, in order of the alphabet. */
export function extract(folder) {
  const texts = new Set();
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    if (!name.endsWith(".ts")) continue;
    const source = fs.readFileSync(path.join(folder, name), "utf8");
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const here = import.meta.dirname;
  const texts = extract(path.join(here, "..", "src", "extension"));
  const bundle = Object.fromEntries(texts.map((text) => [text, text]));
  fs.writeFileSync(
    path.join(here, "bundle.l10n.json"),
    JSON.stringify(bundle, null, 2) + "\n",
  );
}
