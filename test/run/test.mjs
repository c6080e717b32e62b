// `npm test`: installs, builds, checks, runs every suite, and closes with one
// line `N passed, N failed`. `npm test -- --only engine,cli` runs the suites
// whose names have one of the words (`checks` means types, lint and format).
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, checks, runCheck } from "./checks.mjs";
import { install } from "./install.mjs";
import { projectDir } from "./paths.mjs";
import { runMocha, runReported } from "./runFile.mjs";
import { findSuites, inParallel, NOT_YET, wantedBy } from "./suites.mjs";
import { Tally } from "./tally.mjs";

const AT_ONCE = 2;
const LIMIT_MS = 15 * 60_000;

const { values } = parseArgs({
  options: { only: { type: "string" }, all: { type: "boolean" } },
});
const isNamed = wantedBy(values.only);
const left = new Set();
const isWanted = (name) => {
  if (!isNamed(name)) return false;
  if (values.all || values.only || !NOT_YET.test(name)) return true;
  left.add(name);
  return false;
};
const tally = new Tally();

install();
const built = await runCheck(build);
tally.add(built);
if (built.failed === 0) {
  await inParallel(
    checks.filter(() => isWanted("checks")),
    AT_ONCE,
    async (check) => tally.add(await runCheck(check)),
  );
  await runNodeSuites();
  await runEditorSuites();
}
if (left.size > 0)
  console.log(`Not run without --all: ${[...left].join(", ")}`);
tally.close();
process.exitCode = tally.failed > 0 ? 1 : 0;

async function runNodeSuites() {
  const suites = findSuites().filter(({ name }) => isWanted(name));
  const run = async ({ name, file }) =>
    tally.add(await runMocha(name, file, { limitMs: LIMIT_MS }));
  const shared = suites.filter((suite) => !suite.isAlone);
  shared.sort((a, b) => Number(b.isLong) - Number(a.isLong));
  await inParallel(shared, AT_ONCE, run);
  await inParallel(
    suites.filter((suite) => suite.isAlone),
    1,
    run,
  );
}

/** Inside a real VS Code, then driving its window; alone, for both use all cores. */
async function runEditorSuites() {
  const inProject = (file) => path.join(projectDir, file);
  const entry = inProject("out/test/extension/host/index.entry.js");
  if (fs.existsSync(entry) && isWanted("host"))
    tally.add(
      await runReported(
        "host",
        [process.execPath, [inProject("test/run/host.mjs"), entry]],
        { env: {}, limitMs: LIMIT_MS },
      ),
    );
  const ui = inProject("test/ui/ui.test.mjs");
  if (fs.existsSync(ui) && isWanted("ui"))
    tally.add(await runMocha("ui", ui, { limitMs: LIMIT_MS }));
}
