// One running embedded VS Code, with its own data folder.
import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { getVscode } from "./getVscode.mjs";
import { onExit } from "./onExit.mjs";
import { descendants, isAlive, kill } from "./processes.mjs";
import { writeSettings } from "./settings.mjs";
import { until } from "./until.mjs";

/**
 * Starts a server and resolves when it answers.
 *
 * - `extensionVsix`: installed first (one path, or several).
 * - `settings`: user settings on top of the quiet defaults.
 * - `folder`: what `url()` opens by default.
 * - `smoke`: the automation hooks that in-host tests need. They also hide
 *   notification toasts, so UI tests leave them off.
 * - `env`: on top of this process's environment.
 * - `port`: otherwise any free one. Workspace storage depends on it.
 * - `dataDir`: kept by `stop()`; otherwise a fresh one, removed by `stop()`.
 */
export async function startServer({
  extensionVsix = [],
  settings = {},
  folder,
  smoke = false,
  env = {},
  port = 0,
  dataDir: givenDataDir,
} = {}) {
  const { node, serverMain } = await getVscode();
  const dataDir =
    givenDataDir ??
    fs.mkdtempSync(path.join(os.tmpdir(), "checkpoint-vscode-"));
  const removeDataDir = () => {
    if (!givenDataDir) fs.rmSync(dataDir, { recursive: true, force: true });
  };
  const forget = onExit(removeDataDir);
  const userDataDir = path.join(dataDir, "user");
  const homeDir = path.join(dataDir, "home");
  fs.mkdirSync(homeDir, { recursive: true });
  // Terminals: a prompt without the machine's name, so that screenshots are stable.
  fs.writeFileSync(path.join(homeDir, ".bashrc"), "PS1='\\W \\$ '\n");
  writeSettings(userDataDir, settings);

  const dirs = [
    ...["--server-data-dir", path.join(dataDir, "server")],
    ...["--user-data-dir", userDataDir],
    ...["--extensions-dir", path.join(dataDir, "extensions")],
  ];
  const options = { env: serverEnv(homeDir, env), cwd: dataDir };
  try {
    for (const vsix of [extensionVsix].flat())
      await promisify(execFile)(
        node,
        [serverMain, "--install-extension", path.resolve(vsix), ...dirs],
        options,
      );
    const args = [
      ...["--require", path.join(import.meta.dirname, leaveWithParent)],
      ...[serverMain, ...dirs, "--host", "127.0.0.1", "--port", String(port)],
      ...["--without-connection-token", "--accept-server-license-terms"],
      ...["--telemetry-level", "off"],
      // A closed window does not come back, so its extension host may end.
      ...["--reconnection-grace-time", "1"],
      ...(smoke ? ["--enable-smoke-test-driver"] : []),
    ];
    const server = await launch(node, args, options);
    const { pid } = server;

    return {
      pid,
      port: server.port,
      dataDir,
      userDataDir,
      homeDir,
      globalStorageDir: path.join(
        userDataDir,
        "User/globalStorage/checkpoint-dev.checkpoint",
      ),
      /** The address of a folder, a .code-workspace file or, with null, nothing. */
      url: (target = folder) => address(server.port, target),
      /** The extension hosts now running: one per open window. */
      hostPids: () =>
        descendants(pid)
          .filter(({ args }) => args.includes("--type=extensionHost"))
          .map((each) => each.pid),
      /** Changes user settings for windows opened or reloaded from now on. */
      updateSettings: (changes) => writeSettings(userDataDir, changes),
      async stop() {
        await server.end();
        removeDataDir();
        forget();
      },
    };
  } catch (error) {
    removeDataDir();
    forget();
    throw error;
  }
}

const leaveWithParent = "stubs/leaveWithParent.cjs";

// A separate home: what the extension, git or a shell keep per user must neither
// affect a test nor be left behind by one.
function serverEnv(homeDir, extra) {
  const inherited = Object.entries(process.env).filter(
    // Set when the tests themselves run in a VS Code terminal or in npm.
    ([name]) => !/^(VSCODE_|ELECTRON_|XDG_|npm_|NODE_OPTIONS$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    HOME: homeDir,
    SHELL: process.env.SHELL ?? "/bin/bash",
    ...extra,
  };
}

async function launch(node, args, options) {
  const child = spawn(node, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const forget = onExit(() => endTree(child.pid, "SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-20_000);
    });
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const end = async () => {
    await endTreeGently(child.pid);
    forget();
  };
  try {
    const port = await until("the server listens", () => {
      const said = /Extension host agent listening on (\d+)/.exec(output);
      return ended() || (said && Number(said[1]));
    });
    if (ended()) throw new Error("The server ended at once");
    await until("the server answers", async () => {
      const response = await fetch(`http://127.0.0.1:${port}/version`);
      return response.status === 200;
    });
    return { pid: child.pid, port, end };
  } catch (error) {
    await end();
    throw new Error(`VS Code's server did not start:\n${output}`, {
      cause: error,
    });
  }
}

// Its children write to the data folder until they exit, so wait for all of them.
// Terminals are children too, and may ignore SIGTERM.
async function endTreeGently(pid) {
  const tree = [pid, ...descendants(pid).map((each) => each.pid)];
  kill(pid, "SIGTERM");
  try {
    await until("the server's processes end", () => !tree.some(isAlive), 5000);
  } catch {
    for (const each of tree) kill(each, "SIGKILL");
    await until("the server's processes end", () => !tree.some(isAlive), 5000);
  }
}

function endTree(pid, signal) {
  for (const { pid: child } of descendants(pid)) kill(child, signal);
  kill(pid, signal);
}

function address(port, target) {
  const url = new URL(`http://127.0.0.1:${port}/`);
  if (!target) url.searchParams.set("ew", "true");
  else if (target.endsWith(".code-workspace"))
    url.searchParams.set("workspace", path.resolve(target));
  else url.searchParams.set("folder", path.resolve(target));
  return url.href;
}
