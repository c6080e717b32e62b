// What the suites for other platforms need besides Node: installed if possible,
// otherwise a reason says what is missing.
import { spawnSync } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { projectDir } from "../run/paths.mjs";

const SBIN = ["/usr/sbin", "/sbin", "/usr/lib/wine", "/usr/lib/openssh"];
const wanted = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, "windowsNode.json"), "utf8"),
);

/** The path of a program, or undefined. */
export function find(program) {
  const dirs = [...(process.env.PATH ?? "").split(":"), ...SBIN];
  return dirs
    .map((dir) => path.join(dir, program))
    .find((file) => fs.existsSync(file));
}

/**
 * True for the account that can mount disks, install packages and create
 * namespaces.
 */
export const isRoot = process.platform === "linux" && process.getuid() === 0;

/**
 * Installs the packages of these programs, given as `{ program: package }`, if they
 * are missing. Returns why they are unavailable, or null.
 */
export function getPrograms(programs) {
  const missing = () => Object.keys(programs).filter((name) => !find(name));
  if (missing().length === 0) return null;
  if (isRoot && find("apt-get")) {
    const packages = [...new Set(missing().map((name) => programs[name]))];
    console.log(`Installing ${packages.join(", ")} (apt-get)...`);
    const options = ["-o", "DPkg::Lock::Timeout=300", "-qq", "-y"];
    apt([...options, "update"]);
    apt([...options, "install", "--no-install-recommends", ...packages]);
  }
  return missing().length === 0
    ? null
    : `${missing().join(", ")} cannot be found or installed`;
}

/**
 * Its output names hosts, so it is not shown; only whether the programs exist
 * afterwards counts.
 */
function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", args, { env, stdio: "ignore", timeout: 300_000 });
}

/**
 * Returns the file of Node for Windows: a pinned package in a git-ignored folder,
 * so that nobody else's `npm ci` downloads it. Throws if it is unavailable.
 */
export function getWindowsNode() {
  const { package: name, version, integrity } = wanted;
  const folder = path.join(projectDir, "out", "platforms");
  const archive = path.join(folder, `${name}-${version}.tgz`);
  const unpacked = path.join(folder, `${name}-${version}`);
  const program = path.join(unpacked, "package", "bin", "node.exe");
  if (fs.existsSync(program)) return program;
  fs.mkdirSync(unpacked, { recursive: true });
  const pack = ["pack", `${name}@${version}`, "--silent"];
  run("npm", [...pack, "--pack-destination", folder]);
  const hash = crypto.createHash("sha512").update(fs.readFileSync(archive));
  if (`sha512-${hash.digest("base64")}` !== integrity)
    throw new Error(`${name} ${version} is not what was pinned`);
  run("tar", ["xzf", archive, "-C", unpacked]);
  fs.rmSync(archive);
  return program;
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    stdio: "ignore",
    timeout: 300_000,
  });
  if (status !== 0)
    throw new Error(`${program} ${args[0]} ended with ${status ?? error}`);
}
