import path from "node:path";
import { FolderSessions } from "../../../src/extension/session/folderSessions";
import { startWorker } from "../../../src/worker/startWorker";
import { extensionDir, until } from "../host/support";

/**
 * Records the window's folders a second time, with the same code: the extension
 * does not expose its own.
 */
export async function recordFolders(): Promise<FolderSessions> {
  const assetsDir = path.join(extensionDir(), "dist");
  const values = new Map<string, unknown>();
  const folders = new FolderSessions({
    worker: startWorker({ script: path.join(assetsDir, "worker.js") }),
    assetsDir,
    // Not used: the registry knows where the extension's stores are.
    home: path.join(extensionDir(), ".vscode-test", "unused"),
    memory: {
      keys: () => [...values.keys()],
      get: <T>(key: string, otherwise?: T) =>
        (values.get(key) as T | undefined) ?? otherwise,
      update: async (key: string, value: unknown) =>
        void values.set(key, value),
    },
  });
  folders.start();
  await until("the folders are recorded", () =>
    folders.all.every(({ state }) => state === "ready"),
  );
  return folders;
}
