import fs from "node:fs";
import path from "node:path";
import type { Log } from "../../base/log";
import type { Env } from "../../host/dataDir";
import { readSmallFile, writePrivateFile } from "../../host/privateFile";
import { FolderQueue } from "./folderQueue";
import { hookLog } from "./hookLog";
import { take, waiting } from "./inbox";
import { logMistake } from "./mistake";
import { parsePayload } from "./payload";
import { hooksDir, inboxDir } from "./places";
import { readEvent, type HookEvent } from "./readEvent";
import { targetsOf } from "./roots";
import { isStillOurs, letGo, takeOver } from "./workerLock";

export interface WorkOptions {
  dataDir: string;
  assetsDir: string;
  env: Env;
  /** How long to stay without events, so that the next one finds the history open. */
  idleMs: number;
}

/** Watchers lose events; this often the inbox is looked at anyway. */
const LOOK_EVERY_MS = 1000;
const AFTER_SESSIONS_MS = 5000;
/** An event that was there at this many starts ended the process each time. */
const MOST_STARTS = 3;

/**
 * The worker behind the hooks: empties the inbox, oldest event first, and stays
 * for a while. At most one runs per data folder; another ends at once.
 */
export async function work(options: WorkOptions): Promise<void> {
  const { dataDir } = options;
  fs.mkdirSync(inboxDir(dataDir), { recursive: true, mode: 0o700 });
  const log = hookLog(dataDir);
  // Again after letting go: an event put down meanwhile has seen us at work.
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
  private readonly underWay = new Set<string>();
  private readonly sessions = new Set<string>();
  private lastEventMs = Date.now();
  private hasLeft = false;

  constructor(
    private readonly options: WorkOptions,
    private readonly log: Log,
  ) {}

  async run(): Promise<void> {
    const { dataDir, idleMs } = this.options;
    this.dropPoison();
    const bell = new Bell(inboxDir(dataDir));
    try {
      for (;;) {
        for (const file of waiting(dataDir)) this.start(file);
        if (!isStillOurs(dataDir)) break;
        if (this.isIdleFor(this.hasLeft ? AFTER_SESSIONS_MS : idleMs)) break;
        await bell.wait(LOOK_EVERY_MS);
      }
    } finally {
      bell.close();
      await Promise.all([...this.folders.values()].map((one) => one.close()));
    }
  }

  private isIdleFor(ms: number): boolean {
    return this.underWay.size === 0 && Date.now() - this.lastEventMs > ms;
  }

  private start(file: string): void {
    if (this.underWay.has(file)) return;
    this.underWay.add(file);
    this.lastEventMs = Date.now();
    let done: Promise<unknown> = Promise.resolve();
    try {
      done = this.handOut(file);
    } catch (error) {
      this.log.error("An event could not be read", error);
    }
    void done.then(() => {
      // Whoever waits for the event waits for this.
      fs.rmSync(file, { force: true });
      this.underWay.delete(file);
    });
  }

  private handOut(file: string): Promise<unknown> {
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
    const targets = targetsOf(event, envelope, this.options.env);
    return Promise.all(
      targets.map(({ location, paths }) => {
        const key = `${location.root}\0${location.storeDir}`;
        let queue = this.folders.get(key);
        if (!queue) {
          const { assetsDir } = this.options;
          queue = new FolderQueue(location, assetsDir, this.log);
          this.folders.set(key, queue);
        }
        return queue.add(event, paths);
      }),
    );
  }

  /** When the last agent that says goodbye has, nobody is left to be quick for. */
  private noteSession({ kind, source, session }: HookEvent): void {
    const key = JSON.stringify([source, session]);
    if (kind === "session-end") this.sessions.delete(key);
    else this.sessions.add(key);
    this.hasLeft = kind === "session-end" && this.sessions.size === 0;
  }

  /** Gives up events that were there when the process ended, again and again. */
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
    return {}; // Counting starts anew.
  }
}

/** Rings when something happens in a folder. */
class Bell {
  private ring: (() => void) | undefined;
  private hasRung = false;
  private readonly watcher: fs.FSWatcher | undefined;

  constructor(folder: string) {
    try {
      this.watcher = fs.watch(folder, () => this.wake());
      this.watcher.on("error", () => {});
    } catch {
      // Not everything can be watched; the clock rings too.
    }
  }

  /** Waits for the next ring, or for one that came since the last wait. */
  wait(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        this.ring = undefined;
        this.hasRung = false;
        resolve();
      };
      const timer = setTimeout(finish, mostMs);
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
