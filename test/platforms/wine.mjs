// Windows through Wine: a separate prefix with Node for Windows in it, and the
// project as `C:\project`. See exclusions.mjs for what is not run there.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectDir, reportDir } from "../run/paths.mjs";
import { readReport, rowsOf } from "../run/runFile.mjs";
import { find, getPrograms, getWindowsNode } from "./programs.mjs";

const PROJECT = "C:\\project";

/** Returns `{ run, dispose }`, or `{ why }` if there is no Wine. */
export function openWindows() {
  const why = getPrograms({ wine64: "wine64", wine: "wine" });
  if (why) return { why };
  try {
    return new Windows(getWindowsNode());
  } catch (error) {
    return { why: error.message };
  }
}

class Windows {
  #prefix = fs.mkdtempSync(path.join(roomyDir(), "checkpoint-wine-"));
  #env;
  #disk = path.join(this.#prefix, "drive_c");

  constructor(node) {
    this.#env = {
      ...process.env,
      WINEPREFIX: this.#prefix,
      WINEDEBUG: "-all",
      WINEARCH: "win64",
      WINEDLLOVERRIDES: "mscoree,mshtml=",
    };
    for (const name of ["TMPDIR", "TEMP", "TMP", "HOME", "DISPLAY"])
      delete this.#env[name];
    this.#env.HOME = this.#prefix;
    this.#wine("wineboot", "-i");
    this.#wine("winecfg", "-v", "win10");
    fs.copyFileSync(node, path.join(this.#disk, "node.exe"));
    fs.symlinkSync(projectDir, path.join(this.#disk, "project"));
  }

  #wine(...args) {
    const { status, error } = spawnSync(find("wine64"), args, {
      env: this.#env,
      stdio: "ignore",
      timeout: 300_000,
    });
    if (status !== 0)
      throw new Error(`wine64 ${args[0]} ended with ${status ?? error}`);
  }

  /** Runs files of tests; the result also has the rows of excluded tests. */
  async run(name, files, { env = {}, limitMs }) {
    fs.mkdirSync(reportDir, { recursive: true });
    const report = path.join(reportDir, "windows-" + name.replaceAll("/", "-"));
    fs.rmSync(report, { force: true });
    const printed = report + ".out";
    // Wine cannot write to Linux pipes, so it prints to a file.
    const out = fs.openSync(printed, "w");
    const start = performance.now();
    const mocha = path.join(import.meta.dirname, "windowsMocha.mjs");
    const args = ["--enable-source-maps", onWindows(mocha)];
    const startNode = () =>
      spawn(
        find("wine64"),
        ["C:\\node.exe", ...args, ...files.map(onWindows)],
        {
          cwd: path.join(this.#disk, "project"),
          stdio: ["ignore", out, out],
          env: {
            ...this.#env,
            ...env,
            CHECKPOINT_TEST_REPORT: "Z:" + report.replaceAll("/", "\\"),
          },
        },
      );
    let ended = await whenEnded(startNode(), limitMs);
    // Now and then Wine itself gives up before Node has begun.
    const hasBegun = () =>
      fs.existsSync(report) || fs.statSync(printed).size > 0;
    if (ended.code === 1 && !hasBegun()) {
      console.log(`windows: ${name}: Wine did not start Node, trying again`);
      ended = await whenEnded(startNode(), limitMs);
    }
    fs.closeSync(out);
    const output = fs.readFileSync(printed, "utf8");
    const result = readReport(report, { ...ended, output }, files, onWindows);
    const excluded = rowsOf(report).filter(({ state }) => state === "excluded");
    const ms = performance.now() - start;
    return {
      ...{ name: `windows: ${name}`, ...result, excluded, ms },
      output: result.failed > 0 ? output : "",
    };
  }

  dispose() {
    const wineserver = find("wineserver64") ?? find("wineserver");
    spawnSync(wineserver, ["-k", "-w"], {
      env: this.#env,
      stdio: "ignore",
      timeout: 30_000,
    });
    fs.rmSync(this.#prefix, { recursive: true, force: true, maxRetries: 5 });
  }
}

function onWindows(file) {
  return PROJECT + file.slice(projectDir.length).replaceAll("/", "\\");
}

function whenEnded(child, limitMs) {
  let problem = null;
  const limit = setTimeout(() => {
    problem = `took longer than ${limitMs / 1000} s and was stopped`;
    child.kill("SIGKILL");
  }, limitMs);
  return new Promise((resolve) => {
    const end = (code, signal) => {
      clearTimeout(limit);
      resolve({ code, signal, problem });
    };
    child.once("error", (error) => {
      problem = `could not be started: ${error.message}`;
      end(null, null);
    });
    child.once("exit", end);
  });
}

/**
 * A prefix has 800 MB, most of it never read: memory is faster, if there is enough.
 */
function roomyDir() {
  try {
    const { bavail, bsize } = fs.statfsSync("/dev/shm");
    return bavail * bsize > 4 * 1024 ** 3 ? "/dev/shm" : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}
