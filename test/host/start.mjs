// `npm start`: opens a real VS Code with the extension on a sample workspace
// which already has a few checkpoints. A desktop `code` is used where there is
// one; otherwise the embedded server, whose address is printed.
//
//   --fresh      makes the sample anew
//   --embedded   does not look for a desktop VS Code
//   --port N     for the embedded one, otherwise any free port
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { findOnPath } from "./getBrowser.mjs";
import { packageExtension } from "./package.mjs";
import { cacheDir, projectDir } from "./paths.mjs";
import { hasDisplay } from "./runOnDesktop.mjs";
import { prepareSample } from "./sample.mjs";
import { startServer } from "./server.mjs";
import { writeSettings } from "./settings.mjs";

const { values: options } = parseArgs({
  options: {
    fresh: { type: "boolean", default: false },
    embedded: { type: "boolean", default: false },
    port: { type: "string", default: "0" },
  },
});

const sampleDir = path.join(cacheDir, "sample");
const dataDir = path.join(cacheDir, "start");
const userDataDir = path.join(dataDir, "user");
const storeDir = path.join(
  userDataDir,
  "User/globalStorage/checkpoint-dev.checkpoint",
);

if (options.fresh)
  for (const dir of [sampleDir, dataDir])
    fs.rmSync(dir, { recursive: true, force: true });
if (!fs.existsSync(sampleDir)) await prepareSample(sampleDir, storeDir);

const code = options.embedded ? undefined : findDesktop();
if (code) await openDesktop(code);
else await openEmbedded();

function findDesktop() {
  const name = process.platform === "win32" ? "code.cmd" : "code";
  const found = findOnPath([name]);
  // In the terminal of a remote window `code` only talks to that window.
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
      `--extensions-dir=${path.join(dataDir, "extensions")}`,
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
  const server = await startServer({
    extensionVsix: await packageExtension(),
    folder: sampleDir,
    port: Number(options.port),
    dataDir,
  });
  console.log(
    `\nCheckpoint is running in VS Code. Open:\n\n  ${server.url()}\n`,
  );
  console.log("Ctrl-C ends it.");
}
