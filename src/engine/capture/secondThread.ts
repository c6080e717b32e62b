import path from "node:path";
import type { MessagePort } from "node:worker_threads";
import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import type { Log } from "../../base/log";
import { giveBack } from "../../base/memory";
import type { ReadOutcome } from "./readFiles";
import type { SharedPaths } from "./sharedPaths";
import type { PackedRows } from "./threadRows";
import { unpackBlobs, unpackRead } from "./threadRows";

/** Shared with the thread: the next batch, its state, whether to stop. */
export const NEXT = 0;
export const STATE = 1;
export const CANCEL = 2;

/** States, in their order: it waits for work, has some, works, has ended. */
export const WAITING = 0;
export const ORDERED = 1;
export const STARTED = 2;
export const DONE = 3;

/** A last batch of the largest files takes less than this. */
const GIVE_UP_MS = 120_000;
/** It looks up between batches; a batch of the largest files is left behind. */
const STOP_MS = 2_000;
/** It keeps no contents, so a small heap does. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

export interface Order {
  root: string;
  storeDir: string;
  pack: number;
  count: number;
  paths: SharedPaths;
  maxBytes: number;
}

/** What was read so far, or how it ended. */
export type ThreadAnswer =
  | { kind: "part"; read: PackedRows; blobs: PackedRows }
  | { kind: "end"; skipped: ReadOutcome["skipped"]; gone: string[] }
  | { kind: "failed"; message: string };

/**
 * A thread that shares the reading of a first capture. Started while the folder
 * is still being scanned, so that it is ready when there is something to read.
 */
export class SecondThread {
  private running:
    { worker: Worker; port: MessagePort; flags: Int32Array } | undefined;

  constructor(
    private readonly dir: string,
    private readonly log: Log,
  ) {}

  start(): void {
    if (this.running) return;
    const shared = new SharedArrayBuffer(12);
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(path.join(this.dir, "captureThread.js"), {
      workerData: { shared, port: port2 },
      transferList: [port2],
      resourceLimits: LIMITS,
    });
    worker.unref();
    worker.on("error", (error) => {
      // A thread that cannot start leaves its share to this one.
      this.log.warn("capture thread failed", { error: String(error) });
    });
    this.running = { worker, port: port1, flags: new Int32Array(shared) };
  }

  /** Hands the work over; returns what both count by. */
  order(order: Order): Int32Array {
    this.start();
    const { port, flags } = this.running!;
    port.postMessage(order);
    Atomics.store(flags, STATE, ORDERED);
    Atomics.notify(flags, STATE);
    return flags;
  }

  /** Adds what it read; nothing when it never got to start. */
  answer(
    paths: readonly string[],
    outcome: ReadOutcome,
    onWait: () => void,
  ): void {
    const { port, flags } = this.running!;
    if (Atomics.compareExchange(flags, STATE, ORDERED, DONE) === ORDERED)
      return;
    for (let waitedMs = 0; Atomics.load(flags, STATE) !== DONE;) {
      onWait();
      if (waitedMs > GIVE_UP_MS) throw new Error("the capture thread stopped");
      Atomics.wait(flags, STATE, STARTED, 50);
      waitedMs += 50;
    }
    for (;;) {
      const answer = receiveMessageOnPort(port)?.message as
        ThreadAnswer | undefined;
      if (!answer) throw new Error("the capture thread did not answer");
      if (answer.kind === "failed") throw new Error(answer.message);
      if (answer.kind === "end") {
        for (const skipped of answer.skipped) outcome.skipped.push(skipped);
        for (const path of answer.gone) outcome.gone.push(path);
        return;
      }
      unpackRead(answer.read, paths, (row) => void outcome.read.push(row));
      unpackBlobs(answer.blobs, (row) => void outcome.blobs.push(row));
      for (const rows of [answer.read, answer.blobs])
        Object.values(rows).forEach(giveBack);
    }
  }

  stop(): void {
    if (!this.running) return;
    const { worker, port, flags } = this.running;
    this.running = undefined;
    Atomics.store(flags, CANCEL, 1);
    Atomics.notify(flags, STATE);
    // In the midst of its work it takes back what it has written.
    Atomics.wait(flags, STATE, STARTED, STOP_MS);
    port.close();
    void worker.terminate();
  }
}
