import fs from "node:fs";
import path from "node:path";
import { makeFolders } from "../../base/makeFolders";
import type { Log } from "../../base/log";
import type { Env } from "../../host/dataDir";
import { readSmallFile, writePrivateFile } from "../../host/privateFile";
import type { EngineWorker } from "../../worker/startWorker";
import { threadOf } from "../openOnThread";
import { wantsGuard } from "./answers";
import { FolderQueue } from "./folderQueue";
import { hookLog } from "./hookLog";
import {
  askForPatience,
  isLate,
  removeEvent,
  removeStrayMarks,
  take,
  waiting,
} from "./inbox";
import { logMistake } from "./mistake";
import { parsePayload } from "./payload";
import { hooksDir, inboxDir } from "./places";
import { readEvent, type HookEvent } from "./readEvent";
import { targetsOf } from "./roots";
import { isStillOurs, letGo, showLife, takeOver } from "./workerLock";

export interface WorkOptions {
  dataDir: string;
  assetsDir: string;
  env: Env;
  /** How long to keep running without events, so that the next one finds the history open. */
  idleMs: number;
}

/** Watchers can miss events, so the inbox is also checked this often. */
const CHECK_EVERY_MS = 1000;
const AFTER_SESSIONS_MS = 5000;
/** An event still in the inbox after this many starts has probably crashed the worker each time. */
const MOST_STARTS = 3;

/**
 * The worker behind the hooks: processes the inbox, oldest event first, and keeps running
 * for a while. Only one runs per data folder; a second one exits immediately.
 */
export async function work(options: WorkOptions): Promise<void> {
  const { dataDir } = options;
  makeFolders(inboxDir(dataDir), 0o700);
  const log = hookLog(dataDir);
  // Check the inbox again after releasing the lock: a hook that wrote an event just
  // before that saw this worker running and started no other.
  while (takeOver(dataDir)) {
    const worker = new Worker(options, log);
    try {
      await worker.run();
    } catch (error) {
      log.error("The worker stopped", error);
      return;
    } finally {
      letGo(dataDir);
    }
    if (waiting(dataDir).length === 0) return;
  }
}

class Worker {
  private readonly folders = new Map<string, FolderQueue>();
  private readonly inProgress = new Set<string>();
  private readonly sessions = new Set<string>();
  private readonly refused = new Set<string>();
  private lastEventMs = Date.now();
  private allSessionsEnded = false;
  /** Started at once, because an agent may be waiting for the first event. */
  private spare: EngineWorker | undefined;

  constructor(
    private readonly options: WorkOptions,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    const { dataDir, assetsDir, idleMs } = this.options;
    const bell = new Bell(inboxDir(dataDir));
    try {
      this.spare = threadOf(assetsDir, this.log);
      this.spare.warmUp();
      this.dropPoison();
      for (;;) {
        for (const file of waiting(dataDir)) this.start(file);
        await this.takeSpare()?.close();
        removeStrayMarks(dataDir);
        if (!isStillOurs(dataDir)) break;
        showLife(dataDir);
        if (this.isIdleFor(this.allSessionsEnded ? AFTER_SESSIONS_MS : idleMs))
          break;
        await bell.wait(CHECK_EVERY_MS);
      }
    } finally {
      bell.close();
      await this.takeSpare()?.close();
      await Promise.all([...this.folders.values()].map((one) => one.close()));
    }
  }

  private takeSpare(): EngineWorker | undefined {
    const { spare } = this;
    this.spare = undefined;
    return spare;
  }

  private isIdleFor(ms: number): boolean {
    // What is known of a check's start is kept only here.
    const isChecking = [...this.folders.values()].some((one) => one.isChecking);
    return (
      this.inProgress.size === 0 &&
      !isChecking &&
      Date.now() - this.lastEventMs > ms
    );
  }

  private start(file: string): void {
    if (this.inProgress.has(file)) return;
    this.inProgress.add(file);
    this.lastEventMs = Date.now();
    let done: Promise<unknown> = Promise.resolve();
    try {
      done = this.dispatch(file);
    } catch (error) {
      this.log.error("An event could not be read", error);
    }
    void done.then(() => {
      // Hooks wait for this file to disappear.
      removeEvent(file);
      this.inProgress.delete(file);
    });
  }

  private dispatch(file: string): Promise<unknown> {
    const envelope = take(file);
    if (!envelope) {
      const { size } = fs.statSync(file);
      this.log.warn("An event was left out: too large, or none of ours", {
        size,
      });
      return Promise.resolve();
    }
    const { agent, event: name, env } = envelope;
    const payload = parsePayload(envelope.payload);
    const { mtimeMs } = fs.statSync(file);
    const event = payload && readEvent(payload, agent, name, env, mtimeMs);
    logMistake(this.log, envelope, payload, event);
    if (!event) return Promise.resolve();
    this.noteSession(event);
    const targets = targetsOf(event, envelope, this.options.env, (root, why) =>
      this.logRefused(root, why),
    );
    if (targets.length > 0 && wantsGuard(event)) askForPatience(file);
    return Promise.all(
      targets.map(({ location, ...about }) => {
        const key = `${location.root}\0${location.storeDir}`;
        let queue = this.folders.get(key);
        if (!queue) {
          const { assetsDir } = this.options;
          const spare = this.takeSpare();
          queue = new FolderQueue(location, assetsDir, this.log, spare);
          this.folders.set(key, queue);
        }
        return queue.add(event, about, () => isLate(file));
      }),
    );
  }

  /** Logs a refused folder once, since an agent sends many events. */
  private logRefused(root: string, why: string): void {
    if (this.refused.has(root)) return;
    this.refused.add(root);
    this.log.warn("Checkpoint does not record this folder", { root, why });
  }

  /** Tracks sessions: after the last one ends, the worker need not stay around for long. */
  private noteSession({ kind, source, session }: HookEvent): void {
    const key = JSON.stringify([source, session]);
    if (kind === "session-end") this.sessions.delete(key);
    else this.sessions.add(key);
    this.allSessionsEnded = kind === "session-end" && this.sessions.size === 0;
  }

  /** Drops events that were in the inbox each of the last times the worker crashed. */
  private dropPoison(): void {
    const file = path.join(hooksDir(this.options.dataDir), "starts.json");
    const before = readCounts(file);
    const now: Record<string, number> = {};
    for (const event of waiting(this.options.dataDir)) {
      const name = path.basename(event);
      const count = (before[name] ?? 0) + 1;
      if (count > MOST_STARTS) {
        this.log.error(`The event ${name} was given up`);
        fs.rmSync(event, { force: true });
      } else now[name] = count;
    }
    writePrivateFile(file, JSON.stringify(now));
  }
}

function readCounts(file: string): Record<string, number> {
  try {
    const value: unknown = JSON.parse(readSmallFile(file) ?? "{}");
    return typeof value === "object" && value !== null
      ? (value as Record<string, number>)
      : {};
  } catch {
    return {}; // start counting again
  }
}

/** Wakes a waiting loop when something changes in a folder. */
class Bell {
  private ring: (() => void) | undefined;
  private hasRung = false;
  private readonly watcher: fs.FSWatcher | undefined;

  constructor(folder: string) {
    try {
      this.watcher = fs.watch(folder, () => this.wake());
      this.watcher.on("error", () => {});
    } catch {
      // Not every folder can be watched; the timeout also wakes the loop.
    }
  }

  /** Waits for the next change; returns immediately if one happened since the last wait. */
  wait(maxMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.ring = undefined;
        this.hasRung = false;
        resolve();
      };
      const timer = setTimeout(finish, maxMs);
      if (this.hasRung) finish();
      else this.ring = finish;
    });
  }

  close(): void {
    this.watcher?.close();
  }

  private wake(): void {
    this.hasRung = true;
    this.ring?.();
  }
}
