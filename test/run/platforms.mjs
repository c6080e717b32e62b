// `npm run test:platforms [-- --only windows,disks/xfs]`: what one Linux machine
// can test of other platforms. Ends with one line `N passed, N failed`; what cannot
// be run here is listed with the reason.
import { parseArgs } from "node:util";
import { staleExclusions, suitesForWindows } from "../platforms/exclusions.mjs";
import { getPrograms, isRoot } from "../platforms/programs.mjs";
import { openWindows } from "../platforms/wine.mjs";
import { build, runCheck } from "./checks.mjs";
import { install } from "./install.mjs";
import { runMocha } from "./runFile.mjs";
import {
  findPlatformSuites,
  findSuites,
  findWindowsSuites,
  inParallel,
} from "./suites.mjs";
import { wantedBy } from "./only.mjs";
import { Tally } from "./tally.mjs";

const AT_ONCE = Number(process.env.CHECKPOINT_AT_ONCE ?? 3);
const LIMIT_MS = 8 * 60_000;
const PROGRAMS = {
  "mkfs.ext4": "e2fsprogs",
  "mkfs.xfs": "xfsprogs",
  "mkfs.btrfs": "btrfs-progs",
  mkntfs: "ntfs-3g",
  "lowntfs-3g": "ntfs-3g",
  "mkfs.exfat": "exfatprogs",
  "mount.exfat-fuse": "exfat-fuse",
  sshfs: "sshfs",
  "sftp-server": "openssh-sftp-server",
  faketime: "faketime",
  losetup: "mount",
  unshare: "util-linux",
};

/**
 * Processes and files cost many times as much under Wine: fewer kills, and a lock
 * holder is suspended at every seventh call instead of each.
 */
const FEWER = { CHECKPOINT_KILLS: "15", CHECKPOINT_EVERY: "7" };

const { values } = parseArgs({ options: { only: { type: "string" } } });
const onWindows = suitesForWindows([
  ...findWindowsSuites(),
  ...findSuites(() => true),
]);
const isWanted = wantedBy(values.only, [
  ...findPlatformSuites(() => true).map(({ name }) => name),
  ...onWindows.run.map(({ name }) => `windows/${name}`),
]);
const tally = new Tally();
const notRun = [];

install();
tally.add(await runCheck(build));
if (tally.failed === 0) {
  await linux();
  await windows();
}
for (const line of notRun) console.log(`not run: ${line}`);
tally.close();
process.exitCode = tally.failed > 0 ? 1 : 0;

/** Disks on loop and FUSE mounts, and namespaces of processes. */
async function linux() {
  const suites = findPlatformSuites(isWanted);
  if (suites.length === 0) return;
  const why = isRoot ? getPrograms(PROGRAMS) : "only root can mount disks";
  if (why) return void notRun.push(`disks and namespaces: ${why}`);
  const start = performance.now();
  const results = [];
  await inParallel(suites, AT_ONCE, async ({ name, files }) => {
    const result = await runMocha(name, files, { limitMs: LIMIT_MS });
    tally.add(result);
    results.push(result);
  });
  summary("disks and namespaces", results, start);
}

/** The suites of the engine, the store and the command on Windows. */
async function windows() {
  const { run, excluded } = onWindows;
  const wanted = run.filter(({ name }) => isWanted(`windows/${name}`));
  if (wanted.length === 0) return;
  const start = performance.now();
  const machine = openWindows();
  if (machine.why) return void notRun.push(`Windows: ${machine.why}`);
  const results = [];
  try {
    await inParallel([...wanted], AT_ONCE, async ({ name, files, env }) => {
      const options = { env: { ...env, ...FEWER }, limitMs: LIMIT_MS };
      const result = await machine.run(name, files, options);
      tally.add(result);
      results.push(result);
    });
  } finally {
    machine.dispose();
  }
  if (values.only === undefined) checkExclusions(results);
  summary("Windows", results, start);
  const tests = results.flatMap(({ excluded: rows }) => rows);
  console.log(
    `  excluded: ${tests.length} tests and ${excluded.length} suites; see test/platforms/exclusions.mjs`,
  );
  for (const [reason, count] of countBy(tests, ({ reason }) => reason))
    console.log(`  ${String(count).padStart(5)} tests: ${reason}`);
  for (const { name, reason } of excluded)
    console.log(`        ${name}: ${reason}`);
}

/** An exclusion that matches no test is outdated. */
function checkExclusions(results) {
  const failures = staleExclusions(results.flatMap((one) => one.excluded)).map(
    (title) => ({ title: `no test matches the exclusion ${title}`, why: "" }),
  );
  const counts = { passed: failures.length === 0 ? 1 : 0, skipped: [] };
  tally.add({
    ...{ name: "windows: the list of exclusions", ...counts, output: "" },
    ...{ failed: failures.length, failures, ms: 0 },
  });
}

function summary(part, results, start) {
  const sum = (key) => results.reduce((total, one) => total + one[key], 0);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(
    `\n${part}: ${results.length} suites, ${sum("passed")} passed, ${sum("failed")} failed, ${seconds} s`,
  );
}

function countBy(items, keyOf) {
  const counts = new Map();
  for (const item of items)
    counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}
