// `npm run bench`: builds, then measures; see test/bench/main.entry.ts.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, runCheck } from "./checks.mjs";
import { install } from "./install.mjs";
import { wantedBy } from "./only.mjs";
import { projectDir, testDir } from "./paths.mjs";

const args = process.argv.slice(2);
const { only, against } = parseArgs({
  args,
  options: { only: { type: "string" }, against: { type: "string" } },
  strict: false,
}).values;
// `--only editor`: only what is measured inside VS Code.
const parts = ["steps", "history", "hooks", "waiting", "doubling", "blame"];
const isWanted = wantedBy(only, [...parts, "editor"]);

install();
const { failures } = await runCheck(build);
for (const { why } of failures) console.error(why);
if (failures.length > 0) process.exit(1);
const inEditor = path.join(testDir, "extension/host/stall.entry.js");
if (parts.some(isWanted))
  run(path.join(testDir, "bench/main.entry.js"), ...args);
if (isWanted("editor") && against === undefined)
  run(path.join(projectDir, "test/run/extensionHost.mjs"), inEditor);

function run(...program) {
  const { status } = spawnSync(process.execPath, program, {
    cwd: projectDir,
    stdio: "inherit",
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
