// The checks before any test runs: build, types and style. Each check is a separate
// command, so that a failure shows its own output.
import { spawn } from "node:child_process";
import path from "node:path";
import { projectDir, vsix } from "./paths.mjs";

const bin = (file) => path.join(projectDir, "node_modules", file);
const places = ["src", "test", "esbuild.config.mjs", "!test/fixtures/**"];

export const pack = ["package", ["test/editor/package.mjs", vsix]];
export const build = ["build", ["esbuild.config.mjs", "--tests"]];
export const buildUnit = ["build", ["esbuild.config.mjs", "--unit"]];

/**
 * A browser and a VS Code: several suites need them, and only one process may
 * install them.
 */
export const editor = [
  ["browser", ["test/editor/getBrowser.mjs"]],
  ["vscode", ["test/editor/getVscode.mjs"]],
];

export const checks = [
  // With the types: see .oxlintrc.json.
  ["lint", [bin("oxlint/bin/oxlint"), "--deny-warnings", "src", "test"]],
  ["format", [bin("oxfmt/bin/oxfmt"), "--check", ...places]],
];

/** Runs a check; returns `{ name, failed, failures, ms }` like a suite. */
export function runCheck([name, args]) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd: projectDir });
  const output = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      const why = Buffer.concat(output).toString("utf8").trim();
      const failures = code === 0 ? [] : [{ title: `${name} failed`, why }];
      resolve({
        ...{ name, passed: 0, failed: failures.length, failures },
        ...{ skipped: [], output: "", ms: performance.now() - start },
      });
    });
  });
}
