import type { Log } from "../../base/log";
import type { Location } from "../../host/locate";
import { openGuest, type Guest } from "../openGuest";
import { ClaimBook } from "./claimBook";
import type { HookEvent } from "./readEvent";
import { recordEvent } from "./recordEvent";

/**
 * One folder's events, recorded one after the other in the order they came, on
 * a thread of its own: a large folder does not hold up another's events.
 */
export class FolderQueue {
  private queue: Promise<void> = Promise.resolve();
  private guest: Promise<Guest> | undefined;
  private readonly claims: ClaimBook;
  private waiting = 0;
  lastUsedMs = Date.now();

  constructor(
    private readonly location: Location,
    private readonly assetsDir: string,
    private readonly log: Log,
  ) {
    this.claims = new ClaimBook(location.dataDir, location.root, Date.now);
  }

  get isBusy(): boolean {
    return this.waiting > 0;
  }

  /** Records the event after those before it; never rejects. */
  add(event: HookEvent, paths: string[] | null): Promise<void> {
    this.waiting++;
    this.queue = this.queue.then(async () => {
      try {
        const { engine } = await this.open();
        await recordEvent(engine, this.claims, event, paths);
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

  async close(): Promise<void> {
    await this.queue;
    const guest = await this.guest?.catch(() => undefined);
    this.guest = undefined;
    await guest?.close();
  }

  private open(): Promise<Guest> {
    // A folder that could not be opened is tried again at its next event.
    this.guest ??= openGuest(this.location, this.assetsDir, this.log).catch(
      (error: unknown) => {
        this.guest = undefined;
        throw error;
      },
    );
    return this.guest;
  }
}
