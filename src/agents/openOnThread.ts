import path from "node:path";
import { silentLog, type Log } from "../base/log";
import type { Location } from "../host/locate";
import type { EngineClient } from "../worker/client";
import { startWorker } from "../worker/startWorker";

export interface OnThread {
  engine: EngineClient;
  close(): Promise<void>;
}

/**
 * Opens a folder's history on a separate thread, with the settings of its main recorder.
 * The engine is synchronous; on its own thread, a long call can report progress and be
 * cancelled while this process stays responsive.
 */
export async function openOnThread(
  location: Location,
  assetsDir: string,
  log: Log = silentLog,
): Promise<OnThread> {
  const worker = startWorker({
    script: path.join(assetsDir, "worker.js"),
    log,
  });
  try {
    const engine = await worker.open({
      root: location.root,
      home: location.home,
      isHomeChosen: location.isExplicit,
      location,
      assetsDir,
      settings: {},
    });
    return { engine, close: () => worker.close() };
  } catch (error) {
    await worker.close();
    throw error;
  }
}
