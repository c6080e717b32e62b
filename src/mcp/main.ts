import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { parseArgs } from "node:util";
import { RootsListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { locate } from "../host/locate";
import { clientRoot } from "./clientRoot";
import { folderAt } from "./folder";
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
  const ended = clientGone();
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
  await folder.reset();
}

/** The transport does not watch for the end of its input; without this nobody would stop us. */
function clientGone(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once("end", () => resolve());
    process.stdin.once("close", () => resolve());
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
