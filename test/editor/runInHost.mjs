// Runs tests inside VS Code's extension host, against the real API: in a
// desktop VS Code where one can be downloaded and shown, otherwise in the
// embedded one. The entry is the same for both: a CommonJS file that exports
// `run(): Promise<void>`, which rejects when a test failed.
import path from "node:path";
import { projectDir } from "./paths.mjs";
import { downloadDesktop, hasDisplay, runOnDesktop } from "./runOnDesktop.mjs";
import { runOnEmbedded } from "./runOnEmbedded.mjs";

/**
 * Runs the entry, prints what it prints, and returns its exit code.
 *
 * - `entry`: the compiled file.
 * - `folder`: what the window has open: a folder, a .code-workspace file, or
 *   null for nothing.
 * - `extensionPath`: the extension under development; the project's own.
 * - `settings`, `env`: user settings and environment of the host.
 * - `host`: "desktop" or "embedded"; otherwise `CHECKPOINT_TEST_HOST`, otherwise
 *   the desktop with the embedded one in reserve.
 * - `timeoutMs`: after that long the run counts as failed.
 */
export async function runInHost({
  entry,
  folder = null,
  extensionPath = projectDir,
  settings = {},
  env = {},
  host = process.env.CHECKPOINT_TEST_HOST,
  timeoutMs = 10 * 60_000,
}) {
  const run = {
    entry: path.resolve(entry),
    folder: folder && path.resolve(folder),
    extensionPath: path.resolve(extensionPath),
    settings,
    env,
    timeoutMs,
  };
  switch (host || "any") {
    case "embedded":
      return runOnEmbedded(run);
    case "desktop":
      return runOnDesktop(run, await downloadDesktop());
    case "any": {
      const executable = await desktopIfPossible();
      return executable ? runOnDesktop(run, executable) : runOnEmbedded(run);
    }
    default:
      throw new Error(`No test host "${host}": say desktop or embedded`);
  }
}

let asking;

// Determined once per process: a machine without a network does not get one.
function desktopIfPossible() {
  return (asking ??= (async () => {
    if (!hasDisplay()) {
      console.log("No display for a desktop VS Code: using the embedded one.");
      return undefined;
    }
    try {
      return await downloadDesktop();
    } catch (error) {
      // ENOTFOUND, ECONNREFUSED, a timeout, a proxy's refusal: in any case the
      // embedded one is used.
      console.log(`No desktop VS Code (${error}): using the embedded one.`);
      return undefined;
    }
  })());
}
