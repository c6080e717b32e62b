import type { Disposable } from "../../base/lifecycle";
import type { Time } from "../../base/time";
import { AGING_MS } from "../../wording/times";

/** A list without levels, of rows that tell how old they are. */
export interface RefreshedList {
  isVisible(): boolean;
  /** All that could be seen of its rows now. */
  look(): Promise<string>;
  redraw(): void;
}

/**
 * Redraws a list if it would look different, even if only its times changed: a row must
 * stay while it is clicked.
 */
export class ListRefresh implements Disposable {
  private drawn = "";
  private gathering: Disposable | undefined;
  private aging: Disposable;

  constructor(
    private readonly list: RefreshedList,
    /** Events are gathered this long: a burst is drawn once. */
    private readonly gatherMs: number,
    private readonly time: Time,
  ) {
    this.aging = this.age();
  }

  /** The rows were asked for, and look so. */
  noteDrawn(look: string): void {
    this.drawn = look;
  }

  /** Something changed that may concern the list. */
  soon(): void {
    this.gathering ??= this.time.after(this.gatherMs, () => {
      this.gathering = undefined;
      this.refresh();
    });
  }

  dispose(): void {
    this.gathering?.dispose();
    this.aging.dispose();
  }

  private age(): Disposable {
    return this.time.after(AGING_MS, () => {
      this.refresh();
      this.aging = this.age();
    });
  }

  private refresh(): void {
    const { list } = this;
    if (!list.isVisible()) return;
    list.look().then(
      (look) => {
        if (look !== this.drawn) list.redraw();
      },
      () => list.redraw(), // The tree asks again, and shows what is wrong.
    );
  }
}
