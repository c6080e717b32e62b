import type { MessagePort } from "node:worker_threads";
import { workerData } from "node:worker_threads";
import { realDisk } from "../base/disk";
import { readFiles } from "./capture/readFiles";
import type { ThreadAnswer, ThreadData } from "./capture/readParallel";
import {
  CANCEL,
  claimBatches,
  DONE,
  STARTED,
  STATE,
} from "./capture/readParallel";
import { layoutOf } from "./store/layout";
import { packNumbers, PackWriter } from "./store/packs";

/** The second thread of a first capture: see capture/readParallel.ts. */
const { root, storeDir, pack, paths, maxBytes, shared, port } =
  workerData as ThreadData & { port: MessagePort };
const flags = new Int32Array(shared);

function work(): ThreadAnswer {
  const layout = layoutOf(storeDir);
  const nextPack = () => {
    let n = packNumbers(realDisk, layout).at(-1) ?? pack;
    for (;;) {
      try {
        realDisk.close(realDisk.open(layout.pack(++n), "wx", 0o600));
        return n;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  };
  const writer = new PackWriter(realDisk, layout, pack, nextPack);
  const outcome = readFiles(
    { disk: realDisk, root },
    claimBatches(flags, paths, () => {}),
    maxBytes,
    writer,
    () => false,
  );
  if (Atomics.load(flags, CANCEL) === 1)
    return { ok: false, message: "cancelled" };
  return { ok: true, outcome: { ...outcome, stored: writer.finish() } };
}

function answer(): ThreadAnswer {
  try {
    return work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, message };
  }
}

// When the other side finished alone it has set DONE, and nobody listens.
if (Atomics.compareExchange(flags, STATE, 0, STARTED) === 0) {
  port.postMessage(answer());
  Atomics.store(flags, STATE, DONE);
  Atomics.notify(flags, STATE);
}
