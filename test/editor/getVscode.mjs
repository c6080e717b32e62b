// A real VS Code from npm alone: VS Code's web server as packaged by code-server,
// and the Node it needs (the project's own may be older). Nothing is compiled: what
// would need a compiler is dropped or replaced by a stub.
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { cacheDir } from "./paths.mjs";
import { isAlive } from "./processes.mjs";

const CODE_SERVER = "4.139.1";
const NODE = "24.21.0";
const RECIPE = 2; // Increase this when the steps below change what is on disk.
const platform = `${process.platform}-${process.arch}`;
const stampText = JSON.stringify({ CODE_SERVER, NODE, RECIPE, platform });

const serverDir = path.join(cacheDir, "server");
const versionDir = path.join(
  serverDir,
  `${CODE_SERVER}-node${NODE}-r${RECIPE}-${platform}`,
);

let installing;

/** Returns the paths of the embedded VS Code, installing it the first time. */
export async function getVscode() {
  if (!isInstalled(versionDir)) await (installing ??= install());
  return {
    node: path.join(versionDir, "node"),
    serverMain: path.join(versionDir, "vscode", "out", "server-main.js"),
  };
}

// The folder's name contains the versions, so that an upgrade never replaces files
// that a running server still reads; the stamp marks it as complete.
function isInstalled(dir) {
  try {
    return fs.readFileSync(path.join(dir, "stamp.json"), "utf8") === stampText;
  } catch {
    return false; // Missing or unreadable both mean: install.
  }
}

async function install() {
  if (process.platform === "win32")
    throw new Error(
      "The embedded VS Code needs Linux or macOS. Set CHECKPOINT_TEST_HOST=desktop.",
    );
  fs.mkdirSync(serverDir, { recursive: true });
  removeLeftovers();
  const temp = fs.mkdtempSync(path.join(serverDir, `temp-${process.pid}-`));
  try {
    await download(temp);
    await installDependencies(path.join(temp, "vscode"));
    writeStubs(path.join(temp, "vscode", "node_modules"));
    removeUnused(path.join(temp, "vscode"));
    fs.writeFileSync(path.join(temp, "stamp.json"), stampText);
    publish(temp);
  } finally {
    installing = undefined;
    fs.rmSync(temp, { recursive: true, force: true });
  }
}

// Two processes may install at once: the first rename wins, and the other finds a
// complete folder, which is as good as its own.
function publish(temp) {
  if (!isInstalled(versionDir))
    fs.rmSync(versionDir, { recursive: true, force: true });
  try {
    fs.renameSync(temp, versionDir);
  } catch (error) {
    if (!isInstalled(versionDir)) throw error;
  }
}

function removeLeftovers() {
  for (const name of fs.readdirSync(serverDir)) {
    const pid = /^temp-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid)))
      fs.rmSync(path.join(serverDir, name), { recursive: true, force: true });
  }
}

async function download(dir) {
  await run("npm", [
    ...["pack", "--silent", "--pack-destination", dir],
    `code-server@${CODE_SERVER}`,
    `node-${platform}@${NODE}`,
  ]);
  await unpack(dir, `code-server-${CODE_SERVER}.tgz`, "package/lib/vscode");
  await unpack(dir, `node-${platform}-${NODE}.tgz`, "package/bin/node");
}

async function unpack(dir, archive, member) {
  await run("tar", ["xzf", archive, "--strip-components=2", member], dir);
  fs.rmSync(path.join(dir, archive));
}

// Native modules without a prebuilt binary, and packages that only Copilot uses.
const droppedPackages = [
  "@devcontainers/cli",
  "@github/copilot-sdk",
  "@microsoft/mxc-sdk",
  "@vscode/copilot-api",
  "@vscode/deviceid",
  "@vscode/native-watchdog",
  "@vscode/sandbox-runtime",
  "@vscode/spdlog",
  "@vscode/sqlite3",
  "@vscode/windows-process-tree",
  "@vscode/windows-registry",
  "kerberos",
  "ssh2",
];

async function installDependencies(vscodeDir) {
  const file = path.join(vscodeDir, "package.json");
  const manifest = JSON.parse(fs.readFileSync(file, "utf8"));
  for (const name of droppedPackages) delete manifest.dependencies[name];
  delete manifest.allowScripts;
  delete manifest.overrides;
  fs.writeFileSync(file, JSON.stringify(manifest, null, 1));
  // Not `npm ci`, because the shrinkwrap lacks a package.
  await run(
    "npm",
    [
      ...["install", "--omit=dev", "--ignore-scripts"],
      ...["--no-audit", "--no-fund", "--loglevel=error"],
    ],
    vscodeDir,
  );
}

function writeStubs(modulesDir) {
  for (const name of ["spdlog", "native-watchdog"]) {
    const dir = path.join(modulesDir, "@vscode", name);
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(
      path.join(dir, "package.json"),
      JSON.stringify({ name: `@vscode/${name}`, version: "0.0.0" }),
    );
    fs.copyFileSync(
      path.join(import.meta.dirname, "stubs", `${name}.cjs`),
      path.join(dir, "index.js"),
    );
  }
}

// Built-in extensions that need an account, a network or a missing package.
const removedExtensions = [
  "copilot",
  "github",
  "mermaid-markdown-features",
  "microsoft-authentication",
  "ms-vscode.js-debug",
  "ms-vscode.js-debug-companion",
  "ms-vscode.vscode-js-profile-table",
  "terminal-suggest",
  "tunnel-forwarding",
  "typescript-language-features",
];

function removeUnused(vscodeDir) {
  for (const name of removedExtensions)
    fs.rmSync(path.join(vscodeDir, "extensions", name), {
      recursive: true,
      force: true,
    });
  const ripgrep = path.join(
    vscodeDir,
    "node_modules/@vscode/ripgrep-universal/bin",
  );
  for (const name of fs.readdirSync(ripgrep))
    if (name !== platform)
      fs.rmSync(path.join(ripgrep, name), { recursive: true });
}

async function run(command, args, cwd = cacheDir) {
  try {
    await promisify(execFile)(command, args, { cwd, maxBuffer: 1 << 26 });
  } catch (error) {
    throw new Error(
      `Getting VS Code failed at: ${command} ${args.join(" ")}\n${error.stderr ?? ""}`,
      { cause: error },
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  console.log(await getVscode());
