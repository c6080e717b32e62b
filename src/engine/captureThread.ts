import type { MessagePort } from "node:worker_threads";
import { receiveMessageOnPort, workerData } from "node:worker_threads";
import { realDisk } from "../base/disk";
import { readFiles } from "./capture/readFiles";
import { claimBatches } from "./capture/readParallel";
import type { Order, ThreadAnswer } from "./capture/secondThread";
import {
  CANCEL,
  DONE,
  ORDERED,
  STARTED,
  STATE,
  WAITING,
} from "./capture/secondThread";
import { layoutOf } from "./store/layout";
import { packNumbers, PackWriter } from "./store/packs";

/** The second thread of a first capture: see capture/secondThread.ts. */
const { shared, port } = workerData as {
  shared: SharedArrayBuffer;
  port: MessagePort;
};
const flags = new Int32Array(shared);
const isCancelled = () => Atomics.load(flags, CANCEL) === 1;

function work(order: Order): ThreadAnswer {
  const layout = layoutOf(order.storeDir);
  const nextPack = () => {
    let n = packNumbers(realDisk, layout).at(-1) ?? order.pack;
    for (;;) {
      try {
        realDisk.close(realDisk.open(layout.pack(++n), "wx", 0o600));
        return n;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  };
  const writer = new PackWriter(realDisk, layout, order.pack, nextPack);
  const outcome = readFiles(
    { disk: realDisk, root: order.root },
    claimBatches(flags, order.paths, () => {}),
    order.maxBytes,
    writer,
    () => false,
  );
  if (isCancelled()) return { ok: false, message: "cancelled" };
  return { ok: true, outcome: { ...outcome, stored: writer.finish() } };
}

function answer(): ThreadAnswer {
  try {
    return work(receiveMessageOnPort(port)!.message as Order);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, message };
  }
}

while (Atomics.load(flags, STATE) === WAITING && !isCancelled())
  Atomics.wait(flags, STATE, WAITING, 1000);
// When the other side finished alone it has set DONE, and nobody listens.
if (
  !isCancelled() &&
  Atomics.compareExchange(flags, STATE, ORDERED, STARTED) === ORDERED
) {
  port.postMessage(answer());
  Atomics.store(flags, STATE, DONE);
  Atomics.notify(flags, STATE);
}
