// `npm start`: opens a real VS Code with the extension on a sample workspace
// which already has a few checkpoints. A desktop `code` is used where there is
// one; otherwise the embedded server, whose address is printed.
//
//   --embedded   does not look for a desktop VS Code
//   --port N     for the embedded one, otherwise any free port
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { findOnPath } from "./getBrowser.mjs";
import { onExit } from "./onExit.mjs";
import { packageExtension } from "./package.mjs";
import { projectDir } from "./paths.mjs";
import { hasDisplay } from "./runOnDesktop.mjs";
import { prepareSample } from "./sample.mjs";
import { startServer } from "./server.mjs";
import { writeSettings } from "./settings.mjs";

const { values: options } = parseArgs({
  options: {
    embedded: { type: "boolean", default: false },
    port: { type: "string", default: "0" },
  },
});

// Not below the project, whose .gitignore would apply to the sample too. Everything
// is created again each time, so that it matches the build and an open window keeps
// its own.
const dir = fs.mkdtempSync(
  path.join(fs.realpathSync(os.tmpdir()), "checkpoint-start-"),
);
const sampleDir = path.join(dir, "steep");
const userDataDir = path.join(dir, "user");
await prepareSample(
  sampleDir,
  path.join(userDataDir, "User/globalStorage/checkpoint-dev.checkpoint"),
  path.join(dir, "home"),
);

const code = options.embedded ? undefined : findDesktop();
if (code) await openDesktop(code);
else await openEmbedded();

function findDesktop() {
  const name = process.platform === "win32" ? "code.cmd" : "code";
  const found = findOnPath([name]);
  // In the terminal of a remote window, `code` only controls that window.
  if (!found || process.env.VSCODE_IPC_HOOK_CLI || !hasDisplay())
    return undefined;
  return process.platform === "win32"
    ? path.resolve(found, "../../Code.exe")
    : found;
}

async function openDesktop(executable) {
  writeSettings(userDataDir);
  const child = spawn(
    executable,
    [
      `--extensionDevelopmentPath=${projectDir}`,
      `--user-data-dir=${userDataDir}`,
      `--extensions-dir=${path.join(dir, "extensions")}`,
      "--disable-workspace-trust",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      sampleDir,
    ],
    { stdio: "inherit" },
  );
  const [exitCode] = await once(child, "exit");
  console.log(`Opened ${sampleDir} in VS Code.`);
  process.exitCode = exitCode ?? 1;
}

async function openEmbedded() {
  onExit(() => fs.rmSync(dir, { recursive: true, force: true }));
  const server = await startServer({
    extensionVsix: await packageExtension(),
    folder: sampleDir,
    port: Number(options.port),
    dataDir: dir,
  });
  console.log(
    `\nCheckpoint is running in VS Code. Open:\n\n  ${server.url()}\n`,
  );
  console.log("Ctrl-C ends it.");
}
