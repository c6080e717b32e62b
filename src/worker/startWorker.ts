import { Emitter, type Event } from "../base/event";
import { silentLog, type Log } from "../base/log";
import { KeptEvents } from "../engine/keptEvents";
import { CheckpointError, problem } from "../engine/model/errors";
import type { EngineSettings } from "../engine/model/settings";
import { makeClient, type Call, type EngineClient } from "./client";
import { CrossedPlans, type PackedReport } from "./crossedPlans";
import { EngineThread, withSettings } from "./engineThread";
import { besideWrites, changing, type Method } from "./methods";
import type { OpenFolder, Opened, PackedEvent } from "./protocol";
import { Reader, type ReaderOptions } from "./reader";

/** The worker thread and the folders open on it. */
export interface EngineWorker {
  /** Starts the thread before it is known which folder to open, to save time then. */
  warmUp(): void;
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

export interface WorkerOptions extends ReaderOptions {
  /**
   * Answer long reads on a second thread, so that recording never waits for them. For hosts
   * that record while others read; it takes the memory of a second index while it is used.
   */
  readBeside?: boolean;
}

const CLOSE_WITHIN_MS = 3000;
/** Pause before retrying to open a folder that failed to reopen after a restart. */
const REOPEN_AFTER_MS = 2000;

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
  /** How many changes were asked for and are not answered. */
  changes: number;
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
  private readonly didRestart = new Emitter<void>((e) =>
    this.logListenerError(e),
  );
  private readonly thread: EngineThread;
  private readonly reader: Reader | null;
  private lastId = 0;
  private isClosed = false;

  readonly onDidRestart = this.didRestart.event;

  constructor(options: WorkerOptions) {
    this.log = options.log ?? silentLog;
    this.now = options.now ?? Date.now;
    this.thread = new EngineThread({
      script: options.script,
      name: "checkpoint",
      log: this.log,
      now: this.now,
      onEvent: (folder, event) => this.fire(folder, event),
      // Folders whose first open was under way were just rejected and leave the
      // map in a microtask; the others come back.
      onStop: () => queueMicrotask(() => void this.reopenAll()),
    });
    this.reader = options.readBeside ? new Reader(options) : null;
  }

  warmUp(): void {
    if (!this.isClosed) this.thread.warmUp();
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
      changes: 0,
    };
    this.folders.set(id, folder);
    try {
      if (this.isClosed) throw closedError();
      folder.opened = await this.thread.open(id, options);
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
    this.thread.cancelAll();
    this.reader?.cancelAll();
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
    await Promise.all([this.thread.end(closedError()), this.reader?.end()]);
  }

  private async invoke(
    id: number,
    method: Method,
    args: unknown[],
    call: Call | undefined,
  ): Promise<unknown> {
    const folder = this.folders.get(id);
    if (!folder || this.isClosed) throw closedError();
    const mayBeLong = this.reader !== null && !call?.isShort;
    const beside = mayBeLong ? besideWrites(method, args) : null;
    if (beside) return this.readBeside(id, folder, method, args, call, beside);
    return this.invokeInTurn(id, folder, method, args, call);
  }

  /** A read that recording does not wait for, and that sees every change asked for before it. */
  private async readBeside(
    id: number,
    folder: OpenedFolder,
    method: Method,
    args: unknown[],
    call: Call | undefined,
    { record }: { record: unknown },
  ): Promise<unknown> {
    const onWriter = (verb: Method, given: unknown[], how?: Call) =>
      this.invokeInTurn(id, folder, verb, given, how);
    if (record) await onWriter("capture", [record], call);
    // It changes nothing: its answer says that the changes before it were answered.
    else if (folder.changes > 0) await onWriter("refresh", []);
    if (this.isClosed || this.folders.get(id) !== folder) throw closedError();
    const { options, opened } = folder;
    return this.reader!.read(
      { id, options, storeDir: opened.storeDir },
      [method, args, call],
      () => onWriter(method, args, call),
    );
  }

  /** Runs a verb on the thread that records, after those asked for before. */
  private async invokeInTurn(
    id: number,
    folder: OpenedFolder,
    method: Method,
    args: unknown[],
    call: Call | undefined,
  ): Promise<unknown> {
    if (this.isClosed) throw closedError();
    // Remember the settings, so that they also apply after a restart of the thread.
    if (method === "configure") {
      const changed = args[0] as Partial<EngineSettings>;
      folder.options = withSettings(folder.options, changed);
      this.reader?.configure(id, args);
    }
    if (method === "close") this.folders.delete(id);
    const readerClosed = method === "close" ? this.reader?.close(id) : null;
    // Normally nothing is awaited here, so that calls are sent in order, and those of
    // `close` before it sets `isClosed`.
    if (folder.failure) {
      const isOpen = await this.retryFailed(id, folder, method);
      if (!isOpen) return undefined;
      if (this.isClosed) throw closedError();
    }
    const isChange = changing.has(method);
    if (isChange) folder.changes++;
    try {
      const value = await this.thread.call(id, method, args, call);
      // On Windows, a store cannot be moved while a thread has a file of it open.
      if (readerClosed) await readerClosed;
      folder.plans.note(method, value);
      return method === "applyRestore"
        ? folder.plans.unpack(value as PackedReport)
        : value;
    } finally {
      if (isChange) folder.changes--;
    }
  }

  private async reopenAll(): Promise<void> {
    if (this.isClosed) return;
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
      folder.opened = await this.thread.open(id, folder.options);
      folder.failure = null;
    } catch (error) {
      folder.failure = CheckpointError.from(error);
      this.log.error(`Could not reopen ${folder.options.root}`, error);
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

function closedError(): CheckpointError {
  return problem("worker-stopping");
}
