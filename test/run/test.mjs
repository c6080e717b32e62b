// `npm test`: installs, builds, checks, runs every suite, and ends with one line `N
// passed, N failed`. `npm test -- --only engine,cli` runs the suites whose names
// contain one of the words (`checks` means types, lint and format); `--unit` runs
// only unit tests: no editor, no package, no checks.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, buildUnit, checks, editor, pack, runCheck } from "./checks.mjs";
import { install } from "./install.mjs";
import { projectDir, vsix } from "./paths.mjs";
import { runMocha, runReported } from "./runFile.mjs";
import { wantedBy } from "./only.mjs";
import { findSuites, inParallel, longestFirst, suiteNames } from "./suites.mjs";
import { Tally } from "./tally.mjs";

/** The suites in the window of a real VS Code, each in a VS Code of its own. */
const WINDOWS = ["ui/manyWindows", "ui/oneWindow"];
/** Beside the windows. */
const AT_ONCE = 2;
/** After this long a suite hangs; the window takes a third of it on a slow machine. */
const LIMIT_MS = 40 * 60_000;

const { values } = parseArgs({
  options: { only: { type: "string" }, unit: { type: "boolean" } },
});
const isWanted = wantedBy(values.only, [
  ...["checks", "extensionHost", ...WINDOWS],
  ...suiteNames(),
]);
const tally = new Tally();

install();
// In the background. What is unavailable is reported by the suites that need it.
const isEditorThere = Promise.all(
  !values.unit && [...WINDOWS, "extensionHost"].some(isWanted)
    ? editor.map(runCheck)
    : [],
);
// Packaging builds what is shipped; the suites use the build after it.
const steps = values.unit
  ? [buildUnit]
  : WINDOWS.some(isWanted)
    ? [pack, build]
    : [build];
for (const step of steps)
  if (tally.failed === 0) tally.add(await runCheck(step));
if (tally.failed === 0) {
  const others = values.unit ? [] : [...editorJobs(), ...checkJobs()];
  const wanted = longestFirst([
    ...others.filter(({ name }) => isWanted(name)),
    ...suiteJobs(),
  ]);
  const run = async ({ run }) => tally.add(await run());
  const isWindow = ({ name }) => WINDOWS.includes(name);
  const waiting = wanted.filter((job) => !isWindow(job));
  // Most of them mainly wait: for a window, a killed process, the disk.
  await Promise.all([
    ...wanted
      .filter(isWindow)
      .map((job) => run(job).then(() => inParallel(waiting, 1, run))),
    inParallel(waiting, AT_ONCE, run),
  ]);
}
fs.rmSync(vsix, { force: true });
tally.close();
process.exitCode = tally.failed > 0 ? 1 : 0;

function checkJobs() {
  return checks.map((check) => ({
    name: "checks",
    run: () => runCheck(check),
  }));
}

function suiteJobs() {
  return findSuites(isWanted)
    .filter(({ isUnit }) => isUnit || !values.unit)
    .map(({ name, files, env }) => ({
      name,
      run: () => runMocha(name, files, { env, limitMs: LIMIT_MS }),
    }));
}

/** In windows of a real VS Code, and inside its extension host. */
function editorJobs() {
  const inProject = (file) => path.join(projectDir, file);
  const limit = { limitMs: LIMIT_MS };
  const entry = inProject("out/test/extension/host/index.entry.js");
  const host = [
    process.execPath,
    [inProject("test/run/extensionHost.mjs"), entry],
  ];
  const window = { env: { CHECKPOINT_VSIX: vsix }, ...limit };
  const job = (name, run) => ({
    name,
    run: () => isEditorThere.then(run),
  });
  return [
    ...WINDOWS.map((name) =>
      job(name, () =>
        runMocha(name, [inProject(`test/${name}.test.mjs`)], window),
      ),
    ),
    job("extensionHost", () =>
      runReported("extensionHost", host, { env: {}, ...limit }),
    ),
  ];
}
