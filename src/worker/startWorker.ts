import { Worker } from "node:worker_threads";
import { Emitter, type Event } from "../base/event";
import { silentLog, type Log } from "../base/log";
import { KeptEvents } from "../engine/keptEvents";
import { CheckpointError, problem } from "../engine/model/errors";
import { makeClient, type Call, type EngineClient } from "./client";
import type { Method } from "./methods";
import { PendingCalls } from "./pendingCalls";
import { CrossedPlans, type PackedReport } from "./crossedPlans";
import type {
  FromWorker,
  OpenFolder,
  Opened,
  PackedEvent,
  ToWorker,
} from "./protocol";

/** The worker thread and the folders open on it. */
export interface EngineWorker {
  /** Opens a folder's history. The client stays valid if the thread restarts. */
  open(options: OpenFolder): Promise<EngineClient>;
  /**
   * Fires after the thread stopped unexpectedly and was restarted. Calls in progress were
   * rejected.
   */
  readonly onDidRestart: Event<void>;
  /** Cancels running calls, closes every folder and ends the thread. */
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** The bundle to run: dist/worker.js. */
  script: string;
  log?: Log;
  now?: () => number;
}

/** A thread that stops more often than this within RESTARTS_WITHIN_MS is not restarted. */
const RESTARTS = 3;
const RESTARTS_WITHIN_MS = 5 * 60_000;
const CLOSE_WITHIN_MS = 3000;
/** Pause before retrying to open a folder that failed to reopen after a restart. */
const REOPEN_AFTER_MS = 2000;
/**
 * Most objects of a capture are short-lived. With a larger young generation, V8 would
 * grow by tens of megabytes before collecting them.
 */
export const YOUNG_GENERATION_MB = 8;

interface OpenedFolder {
  options: OpenFolder;
  opened: Opened;
  events: KeptEvents;
  plans: CrossedPlans;
  /** Why it could not be opened again after a restart, and when that was tried. */
  failure: CheckpointError | null;
  /** When reopening was last attempted. */
  triedAt: number;
  reopening?: Promise<void> | undefined;
}

/**
 * Starts the thread that hosts the engines (at the first `open`) and restarts it if it
 * stops unexpectedly. Folders are then reopened; calls in progress are rejected, since
 * it is unknown how far they got.
 */
export function startWorker(options: WorkerOptions): EngineWorker {
  return new RestartingWorker(options);
}

class RestartingWorker implements EngineWorker {
  private readonly log: Log;
  private readonly now: () => number;
  private readonly folders = new Map<number, OpenedFolder>();
  private readonly pending = new PendingCalls();
  private readonly didRestart = new Emitter<void>((e) =>
    this.logListenerError(e),
  );
  private readonly stops: number[] = [];
  private worker: Worker | undefined;
  private lastId = 0;
  private isClosed = false;

  readonly onDidRestart = this.didRestart.event;

  constructor(private readonly options: WorkerOptions) {
    this.log = options.log ?? silentLog;
    this.now = options.now ?? Date.now;
  }

  async open(options: OpenFolder): Promise<EngineClient> {
    const id = ++this.lastId;
    // Events from opening arrive before the answer, when the caller cannot listen yet, so
    // keep them.
    const events = new KeptEvents((e) => this.logListenerError(e));
    const folder: OpenedFolder = {
      options,
      opened: { root: options.root, storeDir: "" },
      events,
      plans: new CrossedPlans(),
      failure: null,
      triedAt: 0,
    };
    this.folders.set(id, folder);
    try {
      folder.opened = await this.sendOpen(id, options);
    } catch (error) {
      this.folders.delete(id);
      throw error;
    }
    setImmediate(() => events.opened());
    const side = {
      get root() {
        return folder.opened.root;
      },
      get storeDir() {
        return folder.opened.storeDir;
      },
      onDidChange: events.event,
    };
    return makeClient(side, (method, args, call) =>
      this.invoke(id, method, args, call),
    );
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.pending.cancelAll();
    const closing = [...this.folders.keys()].map((id) =>
      this.invoke(id, "close", [], undefined),
    );
    this.isClosed = true;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise((resolve) => {
      timer = setTimeout(resolve, CLOSE_WITHIN_MS);
    });
    await Promise.race([Promise.allSettled(closing), tooLate]);
    clearTimeout(timer);
    await this.worker?.terminate();
    this.worker = undefined;
    this.pending.rejectAll(closedError());
  }

  private async invoke(
    id: number,
    method: Method,
    args: unknown[],
    call: Call | undefined,
  ): Promise<unknown> {
    const folder = this.folders.get(id);
    if (!folder || this.isClosed) throw closedError();
    // Remember the settings, so that they also apply after a restart of the thread.
    if (method === "configure")
      folder.options = withSettings(folder.options, args[0]);
    if (method === "close") this.folders.delete(id);
    // Normally nothing is awaited here, so that calls are sent in order, and those of
    // `close` before it sets `isClosed`.
    if (folder.failure) {
      const isOpen = await this.retryFailed(id, folder, method);
      if (!isOpen) return undefined;
    }
    const { number, result, cancel } = this.pending.add(call);
    this.post({
      type: "call",
      call: number,
      folder: id,
      method,
      args,
      cancel,
      progress: call?.onProgress !== undefined,
    });
    const value = await result;
    folder.plans.note(method, value);
    return method === "applyRestore"
      ? folder.plans.unpack(value as PackedReport)
      : value;
  }

  private async sendOpen(id: number, options: OpenFolder): Promise<Opened> {
    const { number, result } = this.pending.add(undefined);
    this.post({ type: "open", call: number, folder: id, options });
    return (await result) as Opened;
  }

  private post(message: ToWorker): void {
    try {
      if (this.isClosed) throw closedError();
      this.worker ??= this.start();
      this.worker.postMessage(message);
    } catch (error) {
      this.pending.settle(message.call, (call) => call.reject(error));
    }
  }

  private start(): Worker {
    this.refuseAfterTooManyStops();
    const worker = new Worker(this.options.script, {
      name: "checkpoint",
      workerData: { endedThreads: [...endedThreads] },
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    const { threadId } = worker;
    worker.on("message", (message: FromWorker) => this.receive(message));
    worker.on("error", (error) => this.log.error("The worker stopped", error));
    worker.on("exit", (code) => {
      endedThreads.add(threadId);
      if (this.worker === worker) this.didStop(code);
    });
    return worker;
  }

  private refuseAfterTooManyStops(): void {
    const recent = this.stops.filter(
      (at) => this.now() - at < RESTARTS_WITHIN_MS,
    );
    if (recent.length > RESTARTS) throw problem("worker-keeps-stopping");
  }

  private didStop(code: number): void {
    this.worker = undefined;
    if (this.isClosed) return;
    this.stops.push(this.now());
    this.log.warn(`The worker stopped with code ${code}`);
    this.pending.rejectAll(problem("worker-stopped"));
    // Folders whose first open was under way were just rejected and leave the
    // map in a microtask; the others come back.
    queueMicrotask(() => void this.reopenAll());
  }

  private async reopenAll(): Promise<void> {
    await Promise.all(
      [...this.folders].map(async ([id, folder]) => {
        if (folder.opened.storeDir !== "") await this.reopen(id, folder);
      }),
    );
    this.didRestart.fire();
  }

  /**
   * Retries a folder that could not be reopened; its disk may be back by now, for example.
   * Returns true if it is open now. Otherwise throws the reason, or returns false if the
   * call is `close`.
   */
  private async retryFailed(
    id: number,
    folder: OpenedFolder,
    method: Method,
  ): Promise<boolean> {
    const isDue = this.now() - folder.triedAt >= REOPEN_AFTER_MS;
    if (method === "close") await folder.reopening;
    else if (folder.reopening || isDue) await this.reopen(id, folder);
    if (folder.failure && method !== "close") throw folder.failure;
    return folder.failure === null;
  }

  private reopen(id: number, folder: OpenedFolder): Promise<void> {
    return (folder.reopening ??= this.tryToOpen(id, folder).finally(() => {
      folder.reopening = undefined;
    }));
  }

  private async tryToOpen(id: number, folder: OpenedFolder): Promise<void> {
    folder.triedAt = this.now();
    try {
      folder.opened = await this.sendOpen(id, folder.options);
      folder.failure = null;
    } catch (error) {
      folder.failure = CheckpointError.from(error);
      this.log.error(`Could not reopen ${folder.options.root}`, error);
    }
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
        return this.fire(message.folder, message.event);
      case "log":
        return this.log[message.level](message.message);
    }
  }

  private fire(id: number, event: PackedEvent): void {
    const folder = this.folders.get(id);
    folder?.events.fire(
      event.type === "restored"
        ? { ...event, report: folder.plans.unpack(event.report) }
        : event,
    );
  }

  private logListenerError(error: unknown): void {
    this.log.error("A listener failed", error);
  }
}

/**
 * Threads of this process that have ended: the next one may break locks they left behind.
 * Stored on globalThis, because the extension may be loaded into the same process again.
 */
const endedThreads = ((globalThis as Record<symbol, unknown>)[
  Symbol.for("checkpoint.endedThreads")
] ??= new Set<number>()) as Set<number>;

function withSettings(options: OpenFolder, changed: unknown): OpenFolder {
  const settings = { ...options.settings, ...(changed as object) };
  return { ...options, settings };
}

function closedError(): CheckpointError {
  return problem("worker-stopping");
}
