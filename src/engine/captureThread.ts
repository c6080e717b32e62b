import type { MessagePort } from "node:worker_threads";
import { receiveMessageOnPort, workerData } from "node:worker_threads";
import { realDisk } from "../base/realDisk";
import { FileReader } from "./capture/readFiles";
import { takeBatches } from "./capture/parallel/readParallel";
import type { Order, ThreadAnswer } from "./capture/parallel/secondThread";
import {
  CANCEL,
  DONE,
  ORDERED,
  STARTED,
  STATE,
  WAITING,
} from "./capture/parallel/secondThread";
import { CheckpointError, problem } from "./model/errors";
import { pathAt } from "./capture/parallel/sharedPaths";
import { packBlobs, packRead } from "./capture/parallel/threadRows";
import { ownedDisk } from "./store/lock/ownedDisk";
import { layoutOf } from "./store/layout";
import { packNumbers } from "./store/packs/packs";
import { PackWriter } from "./store/packs/packWriter";

/** The second thread of a first capture: see capture/parallel/secondThread.ts. */
const { shared, port } = workerData as {
  shared: SharedArrayBuffer;
  port: MessagePort;
};
const flags = new Int32Array(shared);
const isCancelled = () => Atomics.load(flags, CANCEL) === 1;

/** Rows per message. Sending in parts avoids keeping all rows in both threads. */
const PART = 4096;

function send(answer: ThreadAnswer): void {
  const blocks =
    answer.kind === "part"
      ? [answer.read, answer.blobs].flatMap(({ numbers, hashes }) => [
          numbers.buffer as ArrayBuffer,
          hashes.buffer as ArrayBuffer,
        ])
      : [];
  port.postMessage(answer, blocks);
}

function work(order: Order): void {
  const layout = layoutOf(order.storeDir);
  const disk = ownedDisk(realDisk, order.storeDir);
  const nextPack = () => {
    let n = packNumbers(disk, layout).at(-1) ?? order.pack;
    for (;;) {
      try {
        disk.close(disk.open(layout.pack(++n), "wx", 0o600));
        return n;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  };
  const writer = new PackWriter(disk, layout, order.pack, nextPack, true);
  if (order.isUrgent) writer.effort = "none";
  const reader = new FileReader(
    { disk: realDisk, root: order.root },
    order.maxBytes,
    writer,
    () => false,
    order.isOurClock,
  );
  const numbers: number[] = [];
  const sendPart = () => {
    send({
      kind: "part",
      read: packRead(reader.read, numbers),
      blobs: packBlobs(writer.stored.splice(0)),
    });
    reader.read.length = numbers.length = 0;
  };
  try {
    for (const i of takeBatches(flags, order.count, () => {})) {
      reader.take(pathAt(order.paths, i));
      if (reader.read.length > numbers.length) numbers.push(i);
      if (numbers.length >= PART) sendPart();
    }
    if (isCancelled()) throw problem("cancelled");
    writer.finish();
  } finally {
    writer.abandon();
  }
  sendPart();
  send({ kind: "end", skipped: reader.skipped, gone: reader.gone });
}

function answer(): void {
  try {
    work(receiveMessageOnPort(port)!.message as Order);
  } catch (error) {
    send({ kind: "failed", error: CheckpointError.from(error).toJSON() });
  }
}

while (Atomics.load(flags, STATE) === WAITING && !isCancelled())
  Atomics.wait(flags, STATE, WAITING, 1000);
// If the main thread has finished alone it has set DONE and no longer listens.
if (
  !isCancelled() &&
  Atomics.compareExchange(flags, STATE, ORDERED, STARTED) === ORDERED
) {
  answer();
  Atomics.store(flags, STATE, DONE);
  Atomics.notify(flags, STATE);
}
