import type { MessagePort } from "node:worker_threads";
import { receiveMessageOnPort, workerData } from "node:worker_threads";
import { realDisk } from "../base/disk";
import { FileReader } from "./capture/readFiles";
import { claim } from "./capture/readParallel";
import type { Order, ThreadAnswer } from "./capture/secondThread";
import {
  CANCEL,
  DONE,
  ORDERED,
  STARTED,
  STATE,
  WAITING,
} from "./capture/secondThread";
import { pathAt } from "./capture/sharedPaths";
import { packBlobs, packRead } from "./capture/threadRows";
import { layoutOf } from "./store/layout";
import { packNumbers } from "./store/packs";
import { PackWriter } from "./store/packWriter";

/** The second thread of a first capture: see capture/secondThread.ts. */
const { shared, port } = workerData as {
  shared: SharedArrayBuffer;
  port: MessagePort;
};
const flags = new Int32Array(shared);
const isCancelled = () => Atomics.load(flags, CANCEL) === 1;

/** Handed over in parts, so that neither side holds it all twice. */
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
  const writer = new PackWriter(realDisk, layout, order.pack, nextPack, true);
  const reader = new FileReader(
    { disk: realDisk, root: order.root },
    order.maxBytes,
    writer,
    () => false,
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
    for (const i of claim(flags, order.count, () => {})) {
      reader.take(pathAt(order.paths, i));
      if (reader.read.length > numbers.length) numbers.push(i);
      if (numbers.length >= PART) sendPart();
    }
    if (isCancelled()) throw new Error("cancelled");
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
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: "failed", message });
  }
}

while (Atomics.load(flags, STATE) === WAITING && !isCancelled())
  Atomics.wait(flags, STATE, WAITING, 1000);
// When the other side finished alone it has set DONE, and nobody listens.
if (
  !isCancelled() &&
  Atomics.compareExchange(flags, STATE, ORDERED, STARTED) === ORDERED
) {
  answer();
  Atomics.store(flags, STATE, DONE);
  Atomics.notify(flags, STATE);
}
