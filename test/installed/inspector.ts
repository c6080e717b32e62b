import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { repository } from "../helpers/repository";

const VERSION = "2.12.0";
const folder = path.join(repository, ".vscode-test", "inspector", VERSION);
const run = promisify(execFile);

/**
 * Returns the MCP Inspector's command-line program, fetching it the first time:
 * it is far too large for a dependency. Its version is pinned, since its interface changes.
 */
export async function getInspector(): Promise<string> {
  const bin = path.join(
    folder,
    "node_modules",
    "@modelcontextprotocol",
    "inspector",
  );
  const manifest = path.join(bin, "package.json");
  if (!fs.existsSync(path.join(folder, "whole"))) await install();
  const { bin: bins } = JSON.parse(fs.readFileSync(manifest, "utf8")) as {
    bin: Record<string, string>;
  };
  return path.join(bin, bins["mcp-inspector"] ?? "");
}

async function install(): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ name: "inspector", private: true }),
  );
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  try {
    await run(
      npm,
      [
        ...["install", "--no-audit", "--no-fund", "--no-save"],
        // It declares a newer Node than ours, but does not need it here.
        ...["--ignore-scripts", "--engine-strict=false"],
        `@modelcontextprotocol/inspector@${VERSION}`,
      ],
      { cwd: folder, shell: process.platform === "win32" },
    );
  } catch (error) {
    throw new Error(
      `The MCP Inspector ${VERSION} could not be fetched with npm. It is needed once, then kept in ${folder}.`,
      { cause: error },
    );
  }
  fs.writeFileSync(path.join(folder, "whole"), "");
}
