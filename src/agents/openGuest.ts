import path from "node:path";
import { silentLog, type Log } from "../base/log";
import type { Location } from "../host/locate";
import type { EngineClient } from "../worker/client";
import { startWorker } from "../worker/startWorker";

export interface Guest {
  engine: EngineClient;
  close(): Promise<void>;
}

/**
 * Opens a folder's history on a thread of its own, by the settings that its
 * main recorder goes by. The engine is synchronous: on a thread, long work can
 * report and be cancelled while this process still listens.
 */
export async function openGuest(
  location: Location,
  assetsDir: string,
  log: Log = silentLog,
): Promise<Guest> {
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
