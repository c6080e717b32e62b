import path from "node:path";
import {
  MessageChannel,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import type { Run } from "../api";
import type { Context } from "../context";
import { checkCancelled } from "../context";
import { readFiles } from "./readFiles";
import type { ReadOutcome } from "./readFiles";

/** Below this, starting a thread costs more than it saves. */
export const PARALLEL_FILES = 3_000;
const BATCH = 64;

/** Shared with the thread: next batch, state of the thread, cancelled. */
export const NEXT = 0;
export const STATE = 1;
export const CANCEL = 2;
export const STARTED = 1;
export const DONE = 2;
/** A last batch of the largest files takes less than this. */
const GIVE_UP_MS = 120_000;

export interface ThreadData {
  root: string;
  storeDir: string;
  pack: number;
  paths: string[];
  maxBytes: number;
  shared: SharedArrayBuffer;
}

export type ThreadAnswer =
  { ok: true; outcome: ReadOutcome } | { ok: false; message: string };

/**
 * Reads a first capture on two threads, each packing into packs of its own, so
 * that no content crosses between them. Compression is most of the work.
 */
export function readParallel(
  context: Context,
  paths: string[],
  run: Run | undefined,
): ReadOutcome {
  const { store, settings } = context;
  const shared = new SharedArrayBuffer(12);
  const flags = new Int32Array(shared);
  const { port1, port2 } = new MessageChannel();
  const data: ThreadData = {
    root: context.root,
    storeDir: store.layout.dir,
    pack: store.reservePack(),
    paths,
    maxBytes: settings.maxFileSizeBytes,
    shared,
  };
  const thread = new Worker(path.join(context.threadDir!, "captureThread.js"), {
    workerData: { ...data, port: port2 },
    transferList: [port2],
  });
  thread.unref();
  thread.on("error", (error) => {
    // A thread that cannot start leaves its share to this one.
    context.log.warn("capture thread failed", { error: String(error) });
  });
  try {
    const pack = store.reservePack();
    const writer = store.packWriter(pack);
    const mine = readFiles(
      context,
      claimBatches(flags, paths, (done) => {
        checkCancelled(run);
        run?.progress?.({ phase: "read", done, total: paths.length });
      }),
      settings.maxFileSizeBytes,
      writer,
      () => false,
    );
    const stored = writer.finish();
    const theirs = waitForAnswer(flags, port1, run);
    return {
      read: mine.read.concat(theirs.read),
      skipped: mine.skipped.concat(theirs.skipped),
      gone: mine.gone.concat(theirs.gone),
      stored: stored.concat(theirs.stored),
    };
  } finally {
    Atomics.store(flags, CANCEL, 1);
    port1.close();
    void thread.terminate();
  }
}

/** Takes the next batches until none is left or the other side gave up. */
export function* claimBatches(
  flags: Int32Array,
  paths: string[],
  onBatch: (done: number) => void,
): Iterable<string> {
  for (;;) {
    const from = Atomics.add(flags, NEXT, BATCH);
    if (from >= paths.length || Atomics.load(flags, CANCEL) === 1) return;
    onBatch(from);
    yield* paths.slice(from, from + BATCH);
  }
}

function waitForAnswer(
  flags: Int32Array,
  port: Parameters<typeof receiveMessageOnPort>[0],
  run: Run | undefined,
): ReadOutcome {
  // It never started, so every batch was taken on this thread.
  if (Atomics.compareExchange(flags, STATE, 0, DONE) === 0)
    return { read: [], skipped: [], gone: [], stored: [] };
  for (let waitedMs = 0; Atomics.load(flags, STATE) !== DONE; waitedMs += 50) {
    checkCancelled(run);
    if (waitedMs > GIVE_UP_MS) throw new Error("the capture thread stopped");
    Atomics.wait(flags, STATE, STARTED, 50);
  }
  const answer = receiveMessageOnPort(port)?.message as
    ThreadAnswer | undefined;
  if (!answer) throw new Error("the capture thread did not answer");
  if (!answer.ok) throw new Error(answer.message);
  return answer.outcome;
}
