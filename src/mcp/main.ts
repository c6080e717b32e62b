import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { parseArgs } from "node:util";
import { RootsListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { locate } from "../host/locate";
import { folderAt } from "./folder";
import { pendingOn } from "./pending";
import { makeServer } from "./server";
import { errorText } from "../agents/errorText";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

export interface ServeOptions {
  workspace?: string | undefined;
  store?: string | undefined;
  /** Offer prompts and resources only, for a client that already gets the tools another way. */
  withoutTools?: boolean | undefined;
  /** Nobody can answer questions, so agents restore without asking. */
  unattended?: boolean | undefined;
}

/**
 * Serves one workspace folder over stdin and stdout until the client disconnects.
 * Stdout is reserved for the protocol; nothing else may write to it.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { env } = process;
  const workspace = options.workspace || env["CHECKPOINT_WORKSPACE"];
  const { store } = options;
  const find = async () => {
    if (workspace) return locate({ workspace, store, env, cwd: process.cwd() });
    // Some clients start servers in the home folder and report the workspace
    // only when asked for their roots.
    const cwd = (await clientRoot(server.server)) ?? process.cwd();
    return locate({ store, env, cwd });
  };
  const changes = afterQuiet(LIST_QUIET_MS, () =>
    server.sendResourceListChanged(),
  );
  const folder = folderAt(find, __dirname, () => changes.note());
  const server = makeServer(folder, {
    withoutTools: options.withoutTools ?? false,
    unattended: options.unattended ?? false,
  });
  server.server.setNotificationHandler(RootsListChangedNotificationSchema, () =>
    workspace ? undefined : folder.reset(),
  );
  const stopped = stopRequested();
  const ended = inputEnds().then(() => changes.stop());
  const transport = new StdioServerTransport();
  const pending = pendingOn(transport);
  await server.connect(transport);
  // A client may send all its requests, close its end and only then read the answers.
  await Promise.race([ended.then(() => pending.answered(DRAIN_MS)), stopped]);
  changes.stop();
  await server.close();
  await folder.close();
}

/**
 * Hooks record at every step of an agent, and last when it exits. A client that is told of
 * the new list at that moment asks for it while it disconnects, and reports an error.
 */
const LIST_QUIET_MS = 2000;

/** How long requests may still run after the input ended. */
const DRAIN_MS = 30_000;

/**
 * Resolves when stdin ends. The SDK's transport does not watch for that, so the server
 * would never exit.
 */
function inputEnds(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", () => resolve());
    process.stdin.once("close", () => resolve());
  });
}

/** Resolves when stdout fails because the client is gone, or when a signal asks us to stop. */
function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once("error", () => resolve());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(signal, () => resolve());
  });
}

/** Calls `work` once after `note` has not been called for `quietMs`. */
interface AfterQuiet {
  note(): void;
  /** Ends it; a call that is still waiting is dropped. */
  stop(): void;
}

function afterQuiet(quietMs: number, work: () => void): AfterQuiet {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  return {
    note() {
      if (isStopped) return;
      clearTimeout(timer);
      timer = setTimeout(work, quietMs);
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** How long the client may take to report its roots. */
const ROOTS_WITHIN_MS = 3000;

/** Returns the folder the client works in, or null if the client does not report one. */
async function clientRoot(server: Server): Promise<string | null> {
  if (!server.getClientCapabilities()?.roots) return null;
  try {
    const { roots } = await server.listRoots(undefined, {
      timeout: ROOTS_WITHIN_MS,
    });
    for (const { uri } of roots) {
      if (!uri.startsWith("file:")) continue;
      const folder = fileURLToPath(uri);
      if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        return folder;
    }
  } catch {
    // If the client does not answer, the caller falls back to the current directory.
  }
  return null;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      workspace: { type: "string" },
      store: { type: "string" },
      "without-tools": { type: "boolean" },
      unattended: { type: "boolean" },
    },
  });
  const { workspace, store, unattended } = values;
  const withoutTools = values["without-tools"];
  await serve({ workspace, store, withoutTools, unattended });
}

if (require.main === module)
  void main()
    .catch((error: unknown) => {
      process.stderr.write(`checkpoint: ${errorText(error)}\n`);
      process.exitCode = 1;
    })
    .finally(() => process.exit());
