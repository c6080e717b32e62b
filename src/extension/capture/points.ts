import type { EngineEvent } from "../../engine/api";
import type { Source } from "../../engine/model/checkpoint";
import type { EngineClient } from "../../worker/client";
import { Automatic, type AutomaticRules, type NotedMoment } from "./automatic";
import type { Captures } from "./captures";
import { labelOf } from "./outsideLabel";
import type { Time } from "./time";

/**
 * Names moments of a folder: automatic checkpoints when they are due, and
 * guards. Keeps up with the checkpoints that others make.
 */
export class Points {
  private readonly automatic: Automatic;
  private lastGuard = -1;

  constructor(
    private readonly engine: EngineClient,
    private readonly captures: Captures,
    private readonly time: Time,
    rules: AutomaticRules,
  ) {
    this.automatic = new Automatic(rules);
  }

  setRules(rules: AutomaticRules): void {
    this.automatic.rules = rules;
  }

  note(moment: NotedMoment): void {
    this.automatic.note(moment, this.time.now());
  }

  /** A commit ends what was done before. */
  hurry(git: string): void {
    this.automatic.hurry(git);
  }

  noteEvent(event: EngineEvent): void {
    if (event.type === "created") {
      const { moment, kind } = event.checkpoint;
      this.automatic.covered(moment);
      if (kind === "automatic") this.automatic.made(this.time.now());
    } else if (event.type === "restored")
      this.automatic.covered(event.report.moment);
  }

  get dueAt(): number | null {
    return this.automatic.dueAt;
  }

  /** Makes the automatic checkpoint that is due. */
  async makeAutomatic(): Promise<void> {
    const { pending } = this.automatic;
    if (!pending) return;
    await this.captures.watching(async () => {
      // Another window may have been faster with the same changes.
      const [last] = (await this.engine.list({ limit: 1 })).checkpoints;
      if (last && last.moment >= pending.lastMoment)
        return this.automatic.covered(last.moment);
      const made = await this.engine.checkpoint({
        kind: "automatic",
        capture: false,
        name: labelOf(pending.changed),
        source: pending.source,
      });
      this.automatic.covered(made.moment);
      this.automatic.made(this.time.now());
    });
  }

  /** Names the last moment; once, however often it is asked for. */
  async makeGuard(name: string, source: Source): Promise<void> {
    const { lastMoment } = this.captures;
    if (lastMoment >= 0 && lastMoment === this.lastGuard) return;
    const made = await this.captures.watching(() =>
      this.engine.checkpoint({ kind: "guard", capture: false, name, source }),
    );
    this.captures.lastMoment = this.lastGuard = made.moment;
  }
}
