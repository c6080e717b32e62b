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
const { status } = spawnSync(
  process.execPath,
  [path.join(testDir, "bench/main.entry.js"), ...process.argv.slice(2)],
  { cwd: projectDir, stdio: "inherit" },
);
process.exitCode = status ?? 1;
