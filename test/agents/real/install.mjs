// Installs the real agents, pinned in versions.json, each into a folder of its own that
// git ignores. No script of a package is run: agents whose script only chooses a binary
// are started by that binary.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { projectDir } from "../../run/paths.mjs";

const wanted = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, "versions.json"), "utf8"),
);
const OPTIONS = [
  "--ignore-scripts",
  "--no-save",
  "--no-fund",
  "--no-audit",
  "--loglevel=error",
];

/**
 * Installs an agent if that version is not there yet. Returns the folder of its program,
 * the version that the program prints and the folder of the packages that it expects in its
 * home, or why it cannot be had.
 */
export function installAgent(name) {
  const {
    package: id,
    version,
    program,
    binary,
    overrides,
    home,
  } = wanted[name];
  const folder = path.join(projectDir, "out", "agents", "npm", name);
  const installed = path.join(folder, "node_modules", id, "package.json");
  if (versionIn(installed) !== version) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    const own = JSON.stringify({ private: true, overrides });
    fs.writeFileSync(path.join(folder, "package.json"), own);
    console.log(`Installing ${id} ${version} (npm)...`);
    const { status, stderr } = npm([...OPTIONS, `${id}@${version}`], folder);
    if (status !== 0) {
      fs.rmSync(folder, { recursive: true, force: true });
      return { why: whyNot(status, stderr) };
    }
    if (home) {
      const { status, stderr } = installHome(path.join(folder, "home"), home);
      if (status !== 0) {
        fs.rmSync(folder, { recursive: true, force: true });
        return { why: whyNot(status, stderr) };
      }
    }
  }
  const programs = binary
    ? linked(folder, binary, program)
    : path.join(folder, "node_modules", ".bin");
  const { stdout } = spawnSync(path.join(programs, program), ["--version"], {
    env: { PATH: process.env.PATH, HOME: folder },
    encoding: "utf8",
    timeout: 60_000,
  });
  return stdout?.includes(version)
    ? { programs, version, home: home && path.join(folder, "home") }
    : { why: `${program} --version does not print ${version}` };
}

/** Installs what an agent would install itself at its first start, for which it has no network. */
function installHome(folder, dependencies) {
  fs.mkdirSync(folder);
  const own = JSON.stringify({ dependencies }, null, 2);
  fs.writeFileSync(path.join(folder, "package.json"), own);
  // With a lock file, the agent sees that nothing is missing.
  const options = OPTIONS.filter((option) => option !== "--no-save");
  return npm(options, folder);
}

/** Says why npm failed; its other lines name hosts and files of this machine. */
function whyNot(status, stderr) {
  const why = /^npm error (?:notarget )?(No matching .*)$/m.exec(stderr);
  return why?.[1] ?? `npm install ended with ${status}`;
}

function versionIn(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8")).version;
  } catch {
    return undefined; // not installed
  }
}

/** Links a package's binary for this platform under the name of the program. */
function linked(folder, binary, program) {
  const platform = `${process.platform}-${process.arch}`;
  const file = binary.replace("{platform}", platform);
  const programs = path.join(folder, "programs");
  fs.mkdirSync(programs, { recursive: true });
  const link = path.join(programs, program);
  fs.rmSync(link, { force: true });
  fs.symlinkSync(path.join(folder, "node_modules", file), link);
  return programs;
}

function npm(args, cwd) {
  const options = { cwd, encoding: "utf8", timeout: 240_000 };
  const script = process.env.npm_execpath;
  return script?.endsWith("js")
    ? spawnSync(process.execPath, [script, "install", ...args], options)
    : spawnSync("npm", ["install", ...args], options);
}
