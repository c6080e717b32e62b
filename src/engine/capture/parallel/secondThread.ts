import path from "node:path";
import type { MessagePort } from "node:worker_threads";
import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import type { Log } from "../../../base/log";
import { giveBack } from "../../../base/memory";
import type { ErrorJson } from "../../model/errors";
import { CheckpointError } from "../../model/errors";
import type { WorkspacePath } from "../../model/workspacePath";
import type { ReadOutcome } from "../readOutcome";
import type { SharedPaths } from "./sharedPaths";
import type { PackedRows } from "./threadRows";
import { unpackBlobs, unpackRead } from "./threadRows";

/** Indexes into the memory shared with the thread: next batch, state, stop request. */
export const NEXT = 0;
export const STATE = 1;
export const CANCEL = 2;

/** The thread's states, in order: waiting for work, ordered, started, done. */
export const WAITING = 0;
export const ORDERED = 1;
export const STARTED = 2;
export const DONE = 3;

/** Longer than a last batch of the largest files takes. */
const GIVE_UP_MS = 120_000;
/**
 * How long to wait for the thread to stop. It checks between batches; one that is
 * reading a batch of very large files is abandoned.
 */
const STOP_MS = 2_000;
/** The thread keeps no contents, so a small heap is enough. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

export interface Order {
  root: string;
  storeDir: string;
  pack: number;
  count: number;
  paths: SharedPaths;
  maxBytes: number;
  isOurClock: boolean;
  isUrgent: boolean;
}

/** What has been read so far, or how the thread ended. */
export type ThreadAnswer =
  | { kind: "part"; read: PackedRows; blobs: PackedRows }
  | { kind: "end"; skipped: ReadOutcome["skipped"]; gone: ReadOutcome["gone"] }
  | { kind: "failed"; error: ErrorJson };

/**
 * A thread that takes over part of reading a first capture. It is started while the
 * folder is still being scanned, so that it is ready when reading begins.
 */
export class SecondThread {
  private running:
    | { worker: Worker; port: MessagePort; flags: Int32Array }
    | undefined;

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
      // If the thread cannot start, this thread reads its share.
      this.log.warn("capture thread failed", { error: String(error) });
    });
    this.running = { worker, port: port1, flags: new Int32Array(shared) };
  }

  /** Hands over the work; returns the counters that both threads share. */
  order(order: Order): Int32Array {
    this.start();
    const { port, flags } = this.running!;
    port.postMessage(order);
    Atomics.store(flags, STATE, ORDERED);
    Atomics.notify(flags, STATE);
    return flags;
  }

  /** Collects what the thread read; nothing if it never started. */
  answer(
    paths: readonly WorkspacePath[],
    outcome: ReadOutcome,
    onWait: () => void,
  ): void {
    const { port, flags } = this.running!;
    if (Atomics.compareExchange(flags, STATE, ORDERED, DONE) === ORDERED)
      return;
    for (let waitedMs = 0; Atomics.load(flags, STATE) !== DONE;) {
      onWait();
      if (waitedMs > GIVE_UP_MS) throw new Error("capture-thread-stopped");
      Atomics.wait(flags, STATE, STARTED, 50);
      waitedMs += 50;
    }
    for (;;) {
      const answer = receiveMessageOnPort(port)?.message as
        | ThreadAnswer
        | undefined;
      if (!answer) throw new Error("capture-thread-silent");
      if (answer.kind === "failed")
        throw CheckpointError.fromJson(answer.error);
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
    // A thread that is stopped while working removes what it has written.
    Atomics.wait(flags, STATE, STARTED, STOP_MS);
    port.close();
    void worker.terminate();
  }
}
