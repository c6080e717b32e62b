import path from "node:path";
import { silentLog, type Log } from "../base/log";
import type { Location } from "../host/locate";
import type { EngineClient } from "../worker/client";
import { startWorker, type EngineWorker } from "../worker/startWorker";

export interface OnThread {
  engine: EngineClient;
  close(): Promise<void>;
}

/** Returns a thread that will host a folder's history. */
export function threadOf(assetsDir: string, log: Log): EngineWorker {
  return startWorker({ script: path.join(assetsDir, "worker.js"), log });
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
  worker = threadOf(assetsDir, log),
): Promise<OnThread> {
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
