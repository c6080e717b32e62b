import { silentLog, type Log } from "../base/log";
import {
  type CheckpointError,
  isProblem,
  problem,
} from "../engine/model/errors";
import type { Call } from "./client";
import { EngineThread } from "./engineThread";
import type { Method } from "./methods";
import type { OpenFolder } from "./protocol";

/**
 * The thread is ended after this long without a read: it holds the tables of each history a
 * second time. Starting it again takes as long as opening those histories.
 */
const IDLE_MS = 60_000;

export interface ReaderOptions {
  /** The bundle to run: dist/worker.js. */
  script: string;
  log?: Log;
  now?: () => number;
  /** How long the thread for long reads is kept without a read. Default: a minute. */
  readerIdleMs?: number;
}

/** A history that the writer has open. */
export interface ReadableFolder {
  id: number;
  options: OpenFolder;
  storeDir: string;
}

/**
 * Answers long reads on a thread of its own, started by the first one, so that nothing waits
 * for them. It opens histories only for reading and follows their journals like any other
 * process, so whatever happens to it cannot lose a write.
 */
export class Reader {
  private readonly thread: EngineThread;
  private readonly opened = new Map<number, Promise<unknown>>();
  private underWay = 0;
  private isClosed = false;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly options: ReaderOptions) {
    const { script, log = silentLog, now = Date.now } = options;
    this.thread = new EngineThread({
      script,
      name: "checkpoint reader",
      log,
      now,
      onStop: () => this.opened.clear(),
    });
  }

  /**
   * Answers a read; `instead` answers it if the history cannot be opened here. A read during
   * which the thread stops fails: what stops it, for lack of memory for example, must not
   * stop the thread that records as well.
   */
  async read(
    folder: ReadableFolder,
    [method, args, call]: [Method, unknown[], Call | undefined],
    instead: () => Promise<unknown>,
  ): Promise<unknown> {
    clearTimeout(this.idle);
    this.underWay++;
    try {
      const opening = this.open(folder);
      // Sent at once, so that it is answered even if the folder is closed next.
      const answer = this.thread.call(folder.id, method, args, call);
      answer.catch(ignore);
      const isOpen = await opening.then(() => true, failedToOpen);
      return await (isOpen || this.isClosed ? answer : instead());
    } finally {
      if (--this.underWay === 0) this.restLater();
    }
  }

  /** Passes changed settings on to a history that is open here. */
  configure(folder: number, args: unknown[]): void {
    if (this.opened.has(folder)) void this.quietly(folder, "configure", args);
  }

  /** Closes a history after the reads that were asked before; resolves once it is closed. */
  async close(folder: number): Promise<void> {
    if (this.opened.delete(folder)) await this.quietly(folder, "close", []);
  }

  cancelAll(): void {
    this.thread.cancelAll();
  }

  /** Cancels the reads in progress and ends the thread for good. */
  end(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    return this.rest();
  }

  private restLater(): void {
    if (this.isClosed) return;
    const { readerIdleMs = IDLE_MS, log = silentLog } = this.options;
    const rest = async () => {
      await this.rest();
      log.info("The reader was not used for a while and has ended");
    };
    this.idle = setTimeout(() => void rest(), readerIdleMs).unref();
  }

  /** Ends the thread; the next read starts another. */
  private rest(): Promise<void> {
    this.opened.clear();
    return this.thread.end(stopping());
  }

  private open({ id, options, storeDir }: ReadableFolder): Promise<unknown> {
    let opening = this.opened.get(id);
    if (!opening) {
      opening = this.thread.open(id, { ...options, readFrom: storeDir });
      this.opened.set(id, opening);
      // Tried again by the next read.
      opening.catch(() => {
        if (this.opened.get(id) === opening) this.opened.delete(id);
      });
    }
    return opening;
  }

  /** If it fails, the thread has stopped, and the next one is told when it opens the folder. */
  private async quietly(
    folder: number,
    method: Method,
    args: unknown[],
  ): Promise<void> {
    await this.thread.call(folder, method, args).catch(ignore);
  }
}

/** False if the history could not be opened; throws if the thread itself is the reason. */
function failedToOpen(error: unknown): false {
  const isThread =
    isProblem(error, "worker-stopped") ||
    isProblem(error, "worker-keeps-stopping");
  if (isThread) throw error;
  return false;
}

function stopping(): CheckpointError {
  return problem("worker-stopping");
}

/** For promises whose failure is reported elsewhere. */
function ignore(): void {}
