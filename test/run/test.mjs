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
import { LIMIT_MS, runWindow } from "./runWindow.mjs";
import { Tally } from "./tally.mjs";

/** In the window of a real VS Code; scenes that open many: ui.mjs. */
const WINDOW = "ui/oneWindow";
/** Beside the window. */
const AT_ONCE = 3;

const { values } = parseArgs({
  options: { only: { type: "string" }, unit: { type: "boolean" } },
});
const isWanted = wantedBy(values.only, [
  ...["checks", "extensionHost", WINDOW],
  ...suiteNames(),
]);
const tally = new Tally();

install();
// In the background. What is unavailable is reported by the suites that need it.
const isEditorThere = Promise.all(
  !values.unit && [WINDOW, "extensionHost"].some(isWanted)
    ? editor.map(runCheck)
    : [],
);
// Packaging builds what is shipped; the suites use the build after it.
const steps = values.unit
  ? [buildUnit]
  : isWanted(WINDOW)
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
  const window = wanted.find(({ name }) => name === WINDOW);
  const waiting = wanted.filter((job) => job !== window);
  // Most of them mainly wait: for a window, a killed process, the disk.
  await Promise.all([
    ...(window ? [run(window).then(() => inParallel(waiting, 1, run))] : []),
    inParallel(waiting, window ? AT_ONCE : AT_ONCE + 1, run),
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

/** In the window of a real VS Code, and inside its extension host. */
function editorJobs() {
  const inProject = (file) => path.join(projectDir, file);
  const entry = inProject("out/test/extension/host/index.entry.js");
  const host = [
    process.execPath,
    [inProject("test/run/extensionHost.mjs"), entry],
  ];
  const hostOptions = { env: {}, limitMs: LIMIT_MS };
  const job = (name, run) => ({
    name,
    run: () => isEditorThere.then(run),
  });
  return [
    job(WINDOW, () => runWindow(WINDOW)),
    job("extensionHost", () => runReported("extensionHost", host, hostOptions)),
  ];
}
