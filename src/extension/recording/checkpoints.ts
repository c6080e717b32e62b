import type { EngineEvent } from "../../engine/api";
import type { Source } from "../../engine/model/checkpoint";
import type { Automatic } from "../../recorder/automatic";
import type { EngineClient } from "../../worker/client";
import type { Time } from "../../base/time";
import type { Captures } from "./captures";
import { labelOf } from "./outsideLabel";

/**
 * Creates a folder's checkpoints: automatic ones when `Automatic` says so, and guards. Keeps track
 * of checkpoints that others create.
 */
export class Checkpoints {
  private lastGuard = -1;

  constructor(
    private readonly engine: EngineClient,
    private readonly captures: Captures,
    private readonly automatic: Automatic,
    private readonly time: Time,
  ) {}

  noteEvent(event: EngineEvent): void {
    if (event.type === "created") {
      const { moment, kind } = event.checkpoint;
      this.automatic.covered(moment);
      if (kind === "automatic") this.automatic.made(this.time.now());
    } else if (event.type === "restored")
      this.automatic.covered(event.report.moment);
  }

  /** Before a capture, names pending changes that must not be mixed with the new ones. */
  async closeBefore(next: { isGit: boolean }): Promise<void> {
    if (this.automatic.isApartFrom(next, this.time.now()))
      await this.makeAutomatic();
  }

  /** Creates the automatic checkpoint of the pending changes. */
  async makeAutomatic(): Promise<void> {
    const { pending } = this.automatic;
    if (!pending) return;
    await this.captures.watching(async () => {
      // Another window may already have created one for the same changes.
      const [last] = (await this.engine.list({ limit: 1 })).checkpoints;
      if (last && last.moment >= pending.lastMoment)
        return this.automatic.covered(last.moment);
      const made = await this.engine.checkpoint({
        kind: "automatic",
        capture: false,
        name: labelOf(pending.changed),
        source: pending.source,
        ...(pending.changed.git === null
          ? {}
          : { metadata: { git: pending.changed.git } }),
      });
      this.automatic.covered(made.moment);
      this.automatic.made(this.time.now());
    });
  }

  /** Names the last moment, once, even if called several times. */
  async makeGuard(
    name: string,
    source: Source,
    command?: string,
  ): Promise<void> {
    const { lastMoment } = this.captures;
    if (lastMoment >= 0 && lastMoment === this.lastGuard) return;
    const made = await this.captures.watching(() =>
      this.engine.checkpoint({
        ...{ kind: "guard", capture: false, name, source },
        // The timeline names later changes after it.
        ...(command === undefined ? {} : { metadata: { command } }),
      }),
    );
    this.captures.lastMoment = this.lastGuard = made.moment;
  }
}
