import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import fs from "node:fs";
import { fileURLToPath } from "node:url";

const PATIENCE_MS = 3000;

/** Returns the folder that the client works in, when it tells; else null. */
export async function clientRoot(server: Server): Promise<string | null> {
  if (!server.getClientCapabilities()?.roots) return null;
  try {
    const { roots } = await server.listRoots(undefined, {
      timeout: PATIENCE_MS,
    });
    for (const { uri } of roots) {
      if (!uri.startsWith("file:")) continue;
      const folder = fileURLToPath(uri);
      if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        return folder;
    }
  } catch {
    // A client that does not answer leaves us where it started us.
  }
  return null;
}
