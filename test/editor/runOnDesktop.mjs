import {
  downloadAndUnzipVSCode,
  runTests,
  SilentReporter,
  TestRunFailedError,
} from "@vscode/test-electron";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { cacheDir } from "./paths.mjs";
import { writeSettings } from "./settings.mjs";

/** Returns the executable of a desktop VS Code, downloaded the first time. */
export function downloadDesktop() {
  return downloadAndUnzipVSCode({
    cachePath: cacheDir,
    reporter: new SilentReporter(),
  });
}

/** Returns whether a desktop window can be shown; on Linux see xvfb-run. */
export function hasDisplay() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== "linux" || !!DISPLAY || !!WAYLAND_DISPLAY;
}

/** See `runInHost`. */
export async function runOnDesktop(run, executable) {
  // Short, because VS Code creates a socket below it, and socket paths have a low
  // length limit.
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "cp-"));
  try {
    writeSettings(dataDir, run.settings);
    const running = runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: run.extensionPath,
      extensionTestsPath: run.entry,
      extensionTestsEnv: run.env,
      launchArgs: [
        ...(run.folder ? [run.folder] : []),
        `--user-data-dir=${dataDir}`,
        `--extensions-dir=${path.join(dataDir, "extensions")}`,
      ],
    });
    return await running;
  } catch (error) {
    if (error instanceof TestRunFailedError) return error.code ?? 1;
    throw error;
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
