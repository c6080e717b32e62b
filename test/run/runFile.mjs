// Runs test files in a separate process and reports the result.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectDir, reportDir } from "./paths.mjs";

const mocha = path.join(import.meta.dirname, "mocha.mjs");
export const reporter = path.join(import.meta.dirname, "reporter.cjs");

/**
 * How long a process may stay after its last test; a longer stay means that it left
 * something open.
 */
const LINGER_MS = 15_000;

/**
 * Runs mocha on files. Returns `{ name, passed, failed, skipped, failures,
 * output, ms }`; a crash, a hang and a file without tests count as a failure.
 */
export function runMocha(name, files, { env = {}, limitMs }) {
  const program = [process.execPath, ["--enable-source-maps", mocha, ...files]];
  return runReported(name, program, { env, limitMs, files });
}

/** Runs any program whose tests use the reporter. */
export async function runReported(
  name,
  [program, args],
  { env, limitMs, files = [] },
) {
  fs.mkdirSync(reportDir, { recursive: true });
  const report = path.join(reportDir, name.replaceAll(/[^\w.-]+/g, "-"));
  fs.rmSync(report, { force: true });
  const temp = ownTempDir(env.TMPDIR);
  const start = performance.now();
  const child = spawn(program, args, {
    cwd: projectDir,
    env: {
      ...process.env,
      ...env,
      ...{ TMPDIR: temp, TEMP: temp, TMP: temp },
      CHECKPOINT_TEST_REPORT: report,
      CHECKPOINT_TEST_REPORTER: reporter,
    },
    stdio: ["ignore", "pipe", "pipe"],
    // In its own process group, so that nothing it started outlives it.
    detached: process.platform !== "win32",
  });
  const ended = await watch(child, report, limitMs);
  const ms = performance.now() - start;
  ended.problem ??= remove(temp);
  const told = readReport(report, ended, files);
  return { name, ...told, output: ended.output, ms };
}

/** A suite may check what is left there, and others run at the same time. */
function ownTempDir(parent = os.tmpdir()) {
  const dir = fs.mkdtempSync(path.join(parent, "ct-"));
  // Open like the system's temporary folder: some tests run as another account.
  fs.chmodSync(dir, 0o755);
  return dir;
}

/** Returns what is wrong if something of the suite is still writing there. */
function remove(temp) {
  try {
    fs.rmSync(temp, { recursive: true, force: true, maxRetries: 5 });
    return null;
  } catch (error) {
    return `left a process that still writes: ${error.message}`;
  }
}

function watch(child, report, limitMs) {
  const output = [];
  let problem = null;
  const stop = (why) => {
    problem ??= why;
    endGroup(child);
  };
  const limit = setTimeout(
    () => stop(`took longer than ${limitMs / 1000} s and was stopped`),
    limitMs,
  );
  let lingering;
  const look = setInterval(() => {
    if (!lingering && hasEnded(report))
      lingering = setTimeout(
        () => stop("did not exit after its last test: something is left open"),
        LINGER_MS,
      );
  }, 1000);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    const end = (code, signal) => {
      clearTimeout(limit);
      clearTimeout(lingering);
      clearInterval(look);
      endGroup(child);
      const text = Buffer.concat(output).toString("utf8");
      resolve({ code, signal, problem, output: text });
    };
    child.once("error", (error) => {
      problem = `could not be started: ${error.message}`;
      end(null, null);
    });
    child.once("exit", (code, signal) => {
      // Its output may still be arriving; a grandchild may have the pipe open.
      const late = setTimeout(() => end(code, signal), 1000);
      child.once("close", () => {
        clearTimeout(late);
        end(code, signal);
      });
    });
  });
}

function endGroup(child) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill();
    else process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // All gone, as they should be.
  }
}

function hasEnded(report) {
  return rowsOf(report).at(-1)?.state === "end";
}

/** The results in a report; `written` is how a file is named in it. */
export function readReport(
  report,
  { code, signal, problem, output },
  files,
  written = (file) => file,
) {
  const rows = rowsOf(report);
  const isSilent = (file) => rows.every((row) => row.file !== written(file));
  const silent = files.filter(isSilent);
  const failures = rows.filter((row) => row.state === "failed");
  const count = (state) => rows.filter((row) => row.state === state).length;
  const fail = (why) => failures.push({ title: "the suite as a whole", why });
  if (problem) fail(problem);
  else if (rows.at(-1)?.state !== "end")
    fail(`ended early (${signal ?? `exit code ${code}`})\n${tail(output)}`);
  else if (count("passed") + failures.length === 0) fail("ran no test");
  else if (silent.length > 0)
    fail(`no test of ${silent.map((file) => path.basename(file)).join(", ")}`);
  else if (code !== 0 && failures.length === 0)
    fail(`all tests passed, yet the exit code is ${code}\n${tail(output)}`);
  return {
    passed: count("passed"),
    failed: failures.length,
    skipped: rows.filter((row) => row.state === "skipped"),
    slowest: rows.reduce((most, row) => Math.max(most, row.ms ?? 0), 0),
    failures,
  };
}

export function rowsOf(report) {
  if (!fs.existsSync(report)) return [];
  return fs
    .readFileSync(report, "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line));
}

function tail(output) {
  return output.trimEnd().split("\n").slice(-40).join("\n");
}
