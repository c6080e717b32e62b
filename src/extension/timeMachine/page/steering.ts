import type { Asker } from "../asker";
import type { KeyDeed } from "../keyMove";
import type { Kept, Move, Stop } from "../protocol";
import { Player } from "./player";
import type { ShownTime } from "./shownTime";

export interface SteeringEvents {
  /** The pointer holds the playhead. */
  onHold(): void;
  onPlaying(isPlaying: boolean): void;
  onZoom(factor: number): void;
  onAll(): void;
}

/** Where the playhead goes: by the pointer, by keys and buttons, by playing. */
export class Steering {
  /** Where it arrived last; null if nothing is recorded. */
  stop: Stop | null = null;
  /** Where the pointer holds it. */
  private heldMs: number | null = null;
  private readonly player: Player;

  constructor(
    private readonly asker: Asker,
    private readonly time: ShownTime,
    private readonly kept: () => Kept,
    private readonly events: SteeringEvents,
  ) {
    this.player = new Player(
      () => this.step(false),
      () => asker.isBusy("move"),
      (isPlaying) => {
        events.onPlaying(isPlaying);
        // All files are listed where it stops.
        if (!isPlaying) this.go({ to: "here" });
      },
    );
  }

  get headMs(): number {
    if (this.heldMs !== null) return this.heldMs;
    return this.stop && !this.stop.isNow ? this.stop.atMs : this.time.nowMs;
  }

  /** True if it went somewhere else, and nobody holds it. */
  arrive(stop: Stop | null): boolean {
    const isNew =
      stop?.atMs !== this.stop?.atMs || stop?.isNow !== this.stop?.isNow;
    this.stop = stop;
    if (stop?.isNow) this.player.stop();
    return isNew && this.heldMs === null;
  }

  /** A command has moved it. */
  release(): void {
    this.heldMs = null;
  }

  go(move: Move, isHeld = false): void {
    this.asker.ask({ type: "move", move, isHeld });
  }

  step(isBack: boolean): void {
    if (!isBack && this.stop?.isNow) return this.player.stop();
    this.heldMs = null;
    const { isPlaying } = this.player;
    this.go({ to: "step", by: this.kept().step, isBack }, isPlaying);
  }

  drag(atMs: number, isOver: boolean): void {
    this.player.stop();
    this.heldMs = atMs;
    this.events.onHold();
    const { span, nowMs } = this.time;
    // At the right edge it is the current state, whatever was recorded there.
    const isEnd = atMs >= span.toMs && span.toMs >= nowMs;
    this.go(isEnd ? { to: "now" } : { to: "time", atMs }, !isOver);
    if (isOver) this.heldMs = null;
  }

  press(deed: KeyDeed): void {
    switch (deed.do) {
      case "move":
        this.player.stop();
        this.heldMs = null;
        return this.go(deed.move);
      case "zoom":
        return this.events.onZoom(deed.factor);
      case "all":
        return this.events.onAll();
      case "play":
        return this.togglePlay();
    }
  }

  togglePlay(): void {
    if (this.player.isPlaying) return this.player.stop();
    // From the current state there is nothing to play: the way begins at the start.
    if (this.stop?.isNow) this.go({ to: "step", by: "end", isBack: true });
    this.player.start(this.kept().speed);
  }

  changeSpeed(speed: number): void {
    if (this.player.isPlaying) this.player.start(speed);
  }
}
