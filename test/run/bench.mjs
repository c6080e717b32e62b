// `npm run bench`: builds, then measures; see test/bench/main.entry.ts.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { build, runCheck } from "./checks.mjs";
import { install } from "./install.mjs";
import { projectDir, testDir } from "./paths.mjs";

install();
const { failures } = await runCheck(build);
for (const { why } of failures) console.error(why);
if (failures.length > 0) process.exit(1);
const args = process.argv.slice(2);
const inEditor = path.join(testDir, "extension/host/stall.entry.js");
// `--only editor`: no more than what is measured inside of VS Code.
const isEditorOnly = args[args.indexOf("--only") + 1] === "editor";
if (!isEditorOnly) run(path.join(testDir, "bench/main.entry.js"), ...args);
if (isEditorOnly || !args.includes("--only"))
  run(path.join(projectDir, "test/run/host.mjs"), inEditor);

function run(...program) {
  const { status } = spawnSync(process.execPath, program, {
    cwd: projectDir,
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
