// Creates checkpoint.vsix and inspects it: the package must be small and contain
// only what runs.
import { createVSIX } from "@vscode/vsce";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { pageOf } from "./extensionPage.mjs";
import { projectDir } from "./paths.mjs";
import { zipEntries } from "./zipEntries.mjs";

const MAX_BYTES = 2 * 1024 * 1024;

// Besides the manifest's own files: the bundles, pictures, translations.
const unwanted = [
  /\.map$/,
  /(^|\/)(test|tests|out|node_modules|\.vscode-test|\.ci)\//,
  /\.(test|entry)\.[cm]?[jt]s$/,
  /(?<!\.d)\.[cm]?ts$/,
];

/** Packages the extension, checks the result and returns its path. */
export async function packageExtension({
  extensionPath = projectDir,
  file = path.join(extensionPath, "checkpoint.vsix"),
} = {}) {
  const readmePath = "dist/README.md"; // Not in git, but it has to be below the project.
  fs.mkdirSync(path.join(extensionPath, "dist"), { recursive: true });
  fs.writeFileSync(
    path.join(extensionPath, readmePath),
    pageOf(extensionPath, "README.md"),
  );
  const manifest = JSON.parse(
    fs.readFileSync(path.join(extensionPath, "package.json"), "utf8"),
  );
  // Also runs the script `vscode:prepublish`, which builds.
  await createVSIX({
    cwd: extensionPath,
    packagePath: file,
    readmePath,
    dependencies: false, // Everything is bundled.
    allowMissingRepository: true,
    rewriteRelativeLinks: Boolean(manifest.repository),
  });
  const problems = findProblems(file, manifest);
  if (problems.length === 0) return file;
  fs.rmSync(file);
  throw new Error(`The package is not fit:\n  ${problems.join("\n  ")}`);
}

function findProblems(file, manifest) {
  const bytes = fs.readFileSync(file);
  const names = zipEntries(bytes)
    .filter((name) => name.startsWith("extension/"))
    .map((name) => name.slice("extension/".length));
  const problems = names
    .filter((name) => unwanted.some((pattern) => pattern.test(name)))
    .map((name) => `${name} does not belong into it`);
  if (bytes.length > MAX_BYTES)
    problems.push(`${bytes.length} bytes are more than ${MAX_BYTES}`);
  const main = path.posix.normalize(manifest.main ?? "");
  if (!names.some((name) => name === main || name === `${main}.js`))
    problems.push(`${main}, its main file, is missing`);
  return problems;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await packageExtension(process.argv[2] ? { file: process.argv[2] } : {});
