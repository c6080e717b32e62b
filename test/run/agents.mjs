// `npm run test:agents [-- --only claude-code,codex]`: the real agents, driven by a
// scripted model on 127.0.0.1, each with an empty environment and its own home.
// Prints a row per agent and ends with `N passed, N failed`; an agent that cannot
// be installed is listed with the reason.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { agents } from "../agents/real/agents.mjs";
import { COLUMNS, drive } from "../agents/real/drive.mjs";
import { installAgent } from "../agents/real/install.mjs";
import * as knownGood from "../agents/real/knownGood.mjs";
import * as lineAuthors from "../agents/real/lineAuthors.mjs";
import * as projectScope from "../agents/real/projectScope.mjs";
import { startModel } from "../agents/real/model.mjs";
import { find, isRoot } from "../platforms/programs.mjs";
import { build, runCheck } from "./checks.mjs";
import { install } from "./install.mjs";
import { projectDir } from "./paths.mjs";
import { inParallel } from "./suites.mjs";

const AT_ONCE = Number(process.env.CHECKPOINT_AT_ONCE ?? 2);
const INSIDE = "CHECKPOINT_AGENTS_ALONE";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const words = values.only?.split(",").filter(Boolean) ?? [];
const isNamed = (name) => words.some((word) => name.includes(word));
const wanted = Object.keys(agents).filter(
  (name) => words.length === 0 || isNamed(name),
);
if (wanted.length === 0) throw new Error("There is no such agent.");

if (process.env[INSIDE]) await play();
else await prepare();

/**
 * Installs and builds; everything after that has no network except the loopback, if
 * possible.
 */
async function prepare() {
  install();
  const built = await runCheck(build);
  if (built.failed > 0) {
    console.log(built.output);
    console.log("0 passed, 1 failed");
    process.exitCode = 1;
    return;
  }
  const programs = {};
  for (const name of wanted) {
    const found = installAgent(name);
    if (found.why) console.log(`not run: ${name}: ${found.why}`);
    else programs[name] = found;
  }
  const command = [process.execPath, ...process.argv.slice(1)];
  const isAlone = isRoot && find("unshare") && find("ip");
  if (!isAlone)
    console.log("The network is not cut off: only root on Linux can do that.");
  const line = 'ip link set lo up && exec "$@"';
  const [program, ...args] = isAlone
    ? ["unshare", "--net", "sh", "-c", line, "sh", ...command]
    : command;
  const { status } = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, [INSIDE]: JSON.stringify(programs) },
  });
  process.exitCode = status ?? 1;
}

async function play() {
  const start = performance.now();
  const programs = JSON.parse(process.env[INSIDE]);
  const base = path.join(projectDir, "out", "agents", "run");
  fs.rmSync(base, { recursive: true, force: true });
  fs.mkdirSync(base, { recursive: true });
  const model = await startModel(base, path.join(base, "model.log"));
  const rows = [];
  const names = wanted.filter((name) => programs[name]);
  await inParallel(names, AT_ONCE, async (name) => {
    const began = performance.now();
    const { programs: folder, version, home } = programs[name];
    const where = { base, programs: folder, packages: home, url: model.url };
    const { checks, calls } = await drive(name, agents[name], where);
    rows.push({ name, version, checks, calls });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`played ${name} ${version} in ${seconds} s`);
  });
  const together = [
    [knownGood, knownGood.driveKnownGood],
    [lineAuthors, lineAuthors.driveLineAuthors],
    [projectScope, projectScope.driveProjectScope],
  ].filter(([{ AGENTS }]) => AGENTS.every((name) => programs[name]));
  await inParallel(together, AT_ONCE, async ([{ NAME, AGENTS }, driveAll]) => {
    const where = { base, programs, url: model.url };
    const { checks } = await driveAll(agents, where);
    rows.push({ name: NAME, version: AGENTS.join(", "), checks, calls: [] });
  });
  model.stop();
  close(rows, start);
}

function close(rows, start) {
  const header = ["agent", ...COLUMNS, "hooks", "median", "99th"];
  const lines = rows
    .sort((a, b) => wanted.indexOf(a.name) - wanted.indexOf(b.name))
    .map(({ name, version, checks, calls }) => [
      `${name} ${version}`,
      ...COLUMNS.map((column) => {
        const own = checks.filter((one) => one.column === column);
        const good = own.filter(({ isTrue }) => isTrue).length;
        return good === own.length ? `${good} ok` : `${own.length - good} FAIL`;
      }),
      ...waited(calls),
    ]);
  const widths = header.map((_, i) =>
    Math.max(...[header, ...lines].map((line) => line[i].length)),
  );
  console.log();
  for (const line of [header, ...lines])
    console.log(line.map((text, i) => text.padEnd(widths[i])).join("  "));
  const all = rows.flatMap(({ name, checks }) =>
    checks.map((one) => ({ ...one, name })),
  );
  const failed = all.filter(({ isTrue }) => !isTrue);
  for (const { name, column, title, detail } of failed) {
    console.log(`\n  FAIL ${name}, ${column}: ${title}`);
    const text = detail.trim().slice(-2000);
    if (text !== "") console.log(text.replaceAll(/^/gm, "     "));
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`\n${rows.length} agents in ${seconds} s`);
  console.log(`${all.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** How many hooks an agent ran, and how many milliseconds it waited for them. */
function waited(calls) {
  const times = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part) =>
    times.length === 0
      ? "-"
      : `${times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(0)} ms`;
  return [`${times.length}`, at(0.5), at(0.99)];
}
