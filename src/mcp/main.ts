import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { parseArgs } from "node:util";
import { RootsListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { locate } from "../host/locate";
import { clientRoot } from "./clientRoot";
import { folderAt } from "./folder";
import { pendingOn } from "./pending";
import { makeServer } from "./server";

export interface ServeOptions {
  workspace?: string | undefined;
  store?: string | undefined;
  /** For a client that has the tools from elsewhere: prompts and resources alone. */
  withoutTools?: boolean | undefined;
}

/**
 * Serves one workspace folder over stdin and stdout until the client goes.
 * Stdout belongs to the protocol: nothing else is ever written there.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { env } = process;
  const workspace = options.workspace || env["CHECKPOINT_WORKSPACE"];
  const { store } = options;
  const find = async () => {
    if (workspace) return locate({ workspace, store, env, cwd: process.cwd() });
    // Some clients start servers in the home folder and tell where they are
    // only when asked.
    const cwd = (await clientRoot(server.server)) ?? process.cwd();
    return locate({ store, env, cwd });
  };
  const folder = folderAt(find, __dirname, () =>
    server.sendResourceListChanged(),
  );
  const server = makeServer(folder, {
    withoutTools: options.withoutTools ?? false,
  });
  server.server.setNotificationHandler(
    RootsListChangedNotificationSchema,
    () => (workspace ? undefined : folder.reset()),
  );
  const stopped = toldToStop();
  const ended = inputEnds();
  const transport = new StdioServerTransport();
  const pending = pendingOn(transport);
  await server.connect(transport);
  // A client may say all it wants at once and then only listen.
  await Promise.race([ended.then(() => pending.answered(LAST_MS)), stopped]);
  await server.close();
  await folder.close();
}

/** So long may last what was asked before the input ended. */
const LAST_MS = 30_000;

/** The transport does not watch for the end of its input; without this nobody would stop us. */
function inputEnds(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", () => resolve());
    process.stdin.once("close", () => resolve());
  });
}

/** Nobody listens any more, or somebody wants us to stop. */
function toldToStop(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once("error", () => resolve());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(signal, () => resolve());
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      workspace: { type: "string" },
      store: { type: "string" },
      "without-tools": { type: "boolean" },
    },
  });
  const { workspace, store } = values;
  await serve({ workspace, store, withoutTools: values["without-tools"] });
}

if (require.main === module)
  void main()
    .catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      process.stderr.write(`checkpoint: ${message}\n`);
      process.exitCode = 1;
    })
    .finally(() => process.exit());
