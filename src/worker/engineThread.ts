import { Worker } from "node:worker_threads";
import type { Log } from "../base/log";
import { CheckpointError, problem } from "../engine/model/errors";
import type { EngineSettings } from "../engine/model/settings";
import type { Call } from "./client";
import type { Method } from "./methods";
import { PendingCalls } from "./pendingCalls";
import type {
  FromWorker,
  OpenFolder,
  Opened,
  PackedEvent,
  ToWorker,
} from "./protocol";

/**
 * Most objects of a capture are short-lived. With a larger young generation, V8 would
 * grow by tens of megabytes before collecting them.
 */
export const YOUNG_GENERATION_MB = 8;

/** A thread that stops more often than this within STOPS_WITHIN_MS is not started again. */
const MOST_STOPS = 3;
const STOPS_WITHIN_MS = 5 * 60_000;

export interface ThreadOptions {
  /** The bundle to run: dist/worker.js. */
  script: string;
  name: string;
  log: Log;
  now: () => number;
  onEvent?: (folder: number, event: PackedEvent) => void;
  /** Called after the thread stopped unexpectedly and its calls were rejected. */
  onStop?: () => void;
}

/**
 * A thread that hosts engines, started by the first message to it. If it stops unexpectedly,
 * the calls in progress are rejected, since it is unknown how far they got, and the next
 * message starts another thread.
 */
export class EngineThread {
  private readonly pending = new PendingCalls();
  private readonly stops: number[] = [];
  private worker: Worker | undefined;

  constructor(private readonly options: ThreadOptions) {}

  /** Starts the thread before the first message to it. */
  warmUp(): void {
    this.worker ??= this.start();
  }

  async open(folder: number, options: OpenFolder): Promise<Opened> {
    const { number, result } = this.pending.add(undefined);
    this.post({ type: "open", call: number, folder, options });
    return (await result) as Opened;
  }

  /** Posts the call before it returns, so that calls are answered in order. */
  call(
    folder: number,
    method: Method,
    args: unknown[],
    call?: Call,
  ): Promise<unknown> {
    const { number, result, cancel } = this.pending.add(call);
    const progress = call?.onProgress !== undefined;
    this.post({
      type: "call",
      call: number,
      folder,
      method,
      args,
      cancel,
      progress,
    });
    return result;
  }

  /** Cancels the calls in progress. */
  cancelAll(): void {
    this.pending.cancelAll();
  }

  /** Ends the thread, and rejects what it has not answered. */
  async end(why: CheckpointError): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    this.pending.rejectAll(why);
    await worker?.terminate();
  }

  private post(message: ToWorker): void {
    try {
      this.worker ??= this.start();
      this.worker.postMessage(message);
    } catch (error) {
      this.pending.settle(message.call, (call) => call.reject(error));
    }
  }

  private start(): Worker {
    const { script, name, log, now } = this.options;
    const recent = this.stops.filter((at) => now() - at < STOPS_WITHIN_MS);
    if (recent.length > MOST_STOPS) throw problem("worker-keeps-stopping");
    const worker = new Worker(script, {
      name,
      workerData: { endedThreads: [...endedThreads] },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    const { threadId } = worker;
    worker.on("message", (message: FromWorker) => this.receive(message));
    worker.on("error", (error) => log.error(`The ${name} stopped`, error));
    worker.on("exit", (code) => {
      endedThreads.add(threadId);
      if (this.worker === worker) this.didStop(code);
    });
    return worker;
  }

  private didStop(code: number): void {
    const { name, log, now, onStop } = this.options;
    this.worker = undefined;
    this.stops.push(now());
    log.warn(`The ${name} stopped with code ${code}`);
    this.pending.rejectAll(problem("worker-stopped"));
    onStop?.();
  }

  private receive(message: FromWorker): void {
    switch (message.type) {
      case "result":
        return this.pending.settle(message.call, (call) =>
          call.resolve(message.value),
        );
      case "error":
        return this.pending.settle(message.call, (call) => {
          const error = CheckpointError.fromJson(message.error);
          if (message.stack !== null) error.stack = message.stack;
          call.reject(error);
        });
      case "progress":
        return this.pending.progress(message.call, message.progress);
      case "event":
        return this.options.onEvent?.(message.folder, message.event);
      case "log":
        return this.options.log[message.level](message.message);
    }
  }
}

/**
 * Threads of this process that have ended: the next one may break locks they left behind.
 * Stored on globalThis, because the extension may be loaded into the same process again.
 */
const endedThreads = ((globalThis as Record<symbol, unknown>)[
  Symbol.for("checkpoint.endedThreads")
] ??= new Set<number>()) as Set<number>;

/** The options of a folder whose settings have changed since it was opened. */
export function withSettings(
  options: OpenFolder,
  changed: Partial<EngineSettings>,
): OpenFolder {
  return { ...options, settings: { ...options.settings, ...changed } };
}
