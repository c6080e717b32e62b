// `npm test`: installs, builds, checks, runs every suite, and closes with one
// line `N passed, N failed`. `npm test -- --only engine,cli` runs the suites
// whose names have one of the words (`checks` means types, lint and format).
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { build, checks, editor, pack, runCheck } from "./checks.mjs";
import { install } from "./install.mjs";
import { projectDir, vsix } from "./paths.mjs";
import { runMocha, runReported } from "./runFile.mjs";
import { findSuites, inParallel, longestFirst, wantedBy } from "./suites.mjs";
import { Tally } from "./tally.mjs";

const AT_ONCE = 3;
const LIMIT_MS = 15 * 60_000;

const { values } = parseArgs({ options: { only: { type: "string" } } });
const isWanted = wantedBy(values.only);
const tally = new Tally();

install();
// Meanwhile. What cannot be had is told by the suites that need it.
const isEditorThere = Promise.all(
  isWanted("ui") || isWanted("host") ? editor.map(runCheck) : [],
);
// Packaging builds what is shipped; the suites use the build that comes after.
const steps = isWanted("ui") ? [pack, build] : [build];
for (const step of steps)
  if (tally.failed === 0) tally.add(await runCheck(step));
if (tally.failed === 0) {
  const others = [...editorJobs(), ...checkJobs()];
  const wanted = longestFirst([
    ...others.filter(({ name }) => isWanted(name)),
    ...suiteJobs(),
  ]);
  const run = async ({ run }) => tally.add(await run());
  const isWindow = ({ name }) => name === "ui";
  const waiting = wanted.filter((job) => !isWindow(job));
  await Promise.all([
    // Most of them wait a lot: for a window, a killed process, the disk.
    inParallel(wanted.filter(isWindow), 1, run).then(() =>
      inParallel(waiting, 1, run),
    ),
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
  return findSuites(isWanted).map(({ name, files, env }) => ({
    name,
    run: () => runMocha(name, files, { env, limitMs: LIMIT_MS }),
  }));
}

/** Driving the window of a real VS Code, and inside of one. */
function editorJobs() {
  const inProject = (file) => path.join(projectDir, file);
  const limit = { limitMs: LIMIT_MS };
  const entry = inProject("out/test/extension/host/index.entry.js");
  const host = [process.execPath, [inProject("test/run/host.mjs"), entry]];
  const window = { env: { CHECKPOINT_VSIX: vsix }, ...limit };
  const job = (name, run) => ({
    name,
    run: () => isEditorThere.then(run),
  });
  return [
    job("ui", () => runMocha("ui", [inProject("test/ui/ui.test.mjs")], window)),
    job("host", () => runReported("host", host, { env: {}, ...limit })),
  ];
}
