import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { repository } from "../helpers/repository";

const { nodes, packages } = JSON.parse(
  fs.readFileSync(
    path.join(repository, "test", "installed", "versions.json"),
    "utf8",
  ),
) as { nodes: string[]; packages: string[] };

/** Downloads are kept here, so that the next run needs none. */
const cache = path.join(repository, "out", "installed");

/** Packs the project as `npm pack` does; returns the path of the tarball. */
export function packInto(dir: string): string {
  const names = npm(["pack", "--silent", "--pack-destination", dir], repository)
    .trim()
    .split("\n");
  return path.join(dir, names.at(-1)!);
}

/** Makes an empty folder and installs the tarball there, with what the example needs. */
export function installIn(dir: string, tarball: string): void {
  fs.mkdirSync(dir);
  fs.writeFileSync(path.join(dir, "package.json"), '{ "private": true }');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  npm(["install", ...quiet, tarball, ...packages], dir);
}

/** Returns the programs of every supported version of Node, by version. */
export function allNodes(): Map<string, string> {
  return new Map(nodes.map((version) => [version, nodeOf(version)]));
}

/** Node itself comes as a package for each platform, without scripts. */
function nodeOf(version: string): string {
  if (process.versions.node === version) return process.execPath;
  const dir = path.join(cache, `node-${version}`);
  const file = path.join(
    dir,
    process.platform === "win32" ? "node.exe" : "node",
  );
  if (fs.existsSync(file)) return file;
  const system = process.platform === "win32" ? "win" : process.platform;
  const name = `node-${system}-${process.arch}@${version}`;
  fs.mkdirSync(dir, { recursive: true });
  const packed = npm(["pack", "--silent", name], dir)
    .trim()
    .split("\n")
    .at(-1)!;
  const inside = `package/bin/${path.basename(file)}`;
  execFileSync("tar", ["xzf", packed, "--strip-components=2", inside], {
    cwd: dir,
  });
  fs.rmSync(path.join(dir, packed));
  return file;
}

function npm(args: readonly string[], cwd: string): string {
  // Under npm, the same npm: on Windows `npm` is a script that needs a shell.
  const script = process.env["npm_execpath"];
  const [program, first] = script?.endsWith("js")
    ? [process.execPath, [script]]
    : ["npm", []];
  return execFileSync(program, [...first, ...args], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Runs a program to its end; rejects with its output if it fails. */
export function run(
  program: string,
  args: readonly string[],
  options: { cwd: string; env: Record<string, string | undefined> },
): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: "pipe" });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (out += text));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0
        ? resolve(out)
        : reject(new Error(`${program} ${args.join(" ")}: ${code}\n${out}`)),
    );
  });
}
