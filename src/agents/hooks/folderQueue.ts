import type { Log } from "../../base/log";
import type { Location } from "../../host/locate";
import { settingsFor } from "../../host/openFor";
import { readRegistry } from "../../host/registry";
import type { EngineWorker } from "../../worker/startWorker";
import { openOnThread, type OnThread } from "../openOnThread";
import { ClaimBook } from "./claimBook";
import { Conversations } from "./conversations";
import type { HookEvent } from "./readEvent";
import { recordEvent, type About } from "./recordEvent";
import { RunningChecks } from "./runningChecks";

/**
 * Records one folder's events one at a time, in the order they arrive. Each folder has
 * its own thread, so that a large folder does not delay the events of another.
 */
export class FolderQueue {
  private queue: Promise<void> = Promise.resolve();
  private opening: Promise<OnThread> | undefined;
  private readonly claims: ClaimBook;
  private readonly checks: RunningChecks;
  private readonly conversations: Conversations;
  private waiting = 0;
  lastUsedMs = Date.now();

  constructor(
    private readonly location: Location,
    private readonly assetsDir: string,
    private readonly log: Log,
    /** A thread that is running already, for the first time the folder is opened. */
    private spare?: EngineWorker,
  ) {
    const { dataDir, root } = location;
    this.claims = new ClaimBook(dataDir, root, Date.now);
    this.checks = new RunningChecks(
      root,
      () =>
        settingsFor(
          {
            ...location,
            settings: readRegistry(dataDir, root)?.settings ?? null,
          },
          {},
        ),
      Date.now,
    );
    this.conversations = new Conversations(dataDir, root, Date.now);
  }

  get isBusy(): boolean {
    return this.waiting > 0;
  }

  /** True while an agent is running a check in the folder. */
  get isChecking(): boolean {
    return this.checks.isRunning;
  }

  /** Records the event after those before it; never rejects. `isLate`: the agent went on without waiting. */
  add(event: HookEvent, about: About, isLate: () => boolean): Promise<void> {
    this.waiting++;
    this.queue = this.queue.then(async () => {
      try {
        const { engine } = await this.open();
        const made = await recordEvent(
          engine,
          { claims: this.claims, checks: this.checks },
          this.conversations.note(event),
          about,
          isLate,
        );
        if (made?.isFirst) this.recordRest();
        if (made?.isPartial)
          this.log.warn("A guard is partial: its command ran meanwhile", {
            root: this.location.root,
            guard: made.name,
          });
      } catch (error) {
        this.log.error(
          `${event.source} ${event.name} in ${this.location.root} was not recorded`,
          error,
        );
      } finally {
        this.waiting--;
        this.lastUsedMs = Date.now();
      }
    });
    return this.queue;
  }

  /**
   * Records the rest of a folder whose first event was a dangerous command: only what that
   * endangers is recorded while the command waits.
   */
  private recordRest(): void {
    this.queue = this.queue.then(async () => {
      try {
        const { engine } = await this.open();
        await engine.capture({ source: "outside" });
      } catch (error) {
        this.log.error(
          `The rest of ${this.location.root} was not recorded`,
          error,
        );
      }
    });
  }

  async close(): Promise<void> {
    await this.queue;
    const opened = await this.opening?.catch(() => undefined);
    this.opening = undefined;
    await opened?.close();
    await this.spare?.close();
  }

  private open(): Promise<OnThread> {
    // If the folder cannot be opened, its next event tries again.
    const { location, assetsDir, log, spare } = this;
    this.spare = undefined;
    this.opening ??= openOnThread(
      ...([location, assetsDir, log, spare] as const),
    ).catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }
}
