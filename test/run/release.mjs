// `npm run release`: the package of this version, its checksum and its notes, in `release/`.
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { packageExtension } from "../editor/package.mjs";
import { projectDir } from "./paths.mjs";

const { version } = JSON.parse(read("package.json"));
const notes = notesOf(read("CHANGELOG.md"), version);
if (!notes)
  throw new Error(
    `CHANGELOG.md has no section for ${version}. Write it before releasing.`,
  );

const dir = path.join(projectDir, "release");
fs.rmSync(dir, { recursive: true, force: true });
fs.mkdirSync(dir);
const name = `checkpoint-${version}.vsix`;
const file = await packageExtension({ file: path.join(dir, name) });
const hash = crypto
  .createHash("sha256")
  .update(fs.readFileSync(file))
  .digest("hex");
// The form that `sha256sum --check` reads.
fs.writeFileSync(`${file}.sha256`, `${hash}  ${name}\n`);
fs.writeFileSync(path.join(dir, "NOTES.md"), notes);
console.log(`release/${name}\n${hash}`);

function read(relative) {
  return fs.readFileSync(path.join(projectDir, relative), "utf8");
}

/** Returns the text below a version's heading; empty when there is no such heading. */
function notesOf(changelog, version) {
  const [, ...sections] = `\n${changelog}`.split("\n## ");
  const own = sections.find((text) => text.split(/\s/)[0] === version);
  return own?.slice(own.indexOf("\n")).trim() ?? "";
}
