import type { Asker } from "../asker";
import type { Strip } from "../protocol";
import { isPreset } from "../timeSpan";
import type { ShownTime } from "./shownTime";

/** While somebody zooms, the strip is asked for after a pause this long. */
const PAUSE_MS = 60;

/** How many buckets are worth asking for; their numbers follow the width. */
export interface Widths {
  strip: { readonly buckets: number };
  miniMap: { readonly buckets: number };
}

/** The sums that are drawn: of the part that is shown, and of all of history. */
export class Sums {
  private strip: Strip | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;
  /** The numbers of buckets that were asked for because the width had changed. */
  private askedFor = 0;
  private askedForMap = 0;

  constructor(
    private readonly asker: Asker,
    private readonly time: ShownTime,
    private readonly widths: Widths,
  ) {}

  /** The part that is shown, or what is known instead until it arrives. */
  get shown(): Strip | undefined {
    return this.strip ?? this.time.overview;
  }

  takeOverview(overview: Strip): void {
    this.time.overview = overview;
    if (isPreset(this.time.range)) this.ask();
  }

  takeStrip(strip: Strip): void {
    this.strip = strip;
  }

  askAll(): void {
    const { miniMap } = this.widths;
    this.asker.ask({ type: "overview", buckets: miniMap.buckets });
  }

  ask(): void {
    const { fromMs, toMs } = this.time.span;
    this.asker.ask({
      type: "strip",
      ...{ fromMs: Math.floor(fromMs), toMs: Math.ceil(toMs) },
      buckets: this.widths.strip.buckets,
    });
  }

  askSoon(): void {
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.ask(), PAUSE_MS);
  }

  /** Asks again where the width has changed so much that bars are too wide or too thin. */
  askForWidth(): void {
    const { strip, miniMap } = this.widths;
    if (this.askedFor !== strip.buckets && isFar(this.strip, strip.buckets)) {
      this.askedFor = strip.buckets;
      this.askSoon();
    }
    if (
      this.askedForMap !== miniMap.buckets &&
      isFar(this.time.overview, miniMap.buckets)
    ) {
      this.askedForMap = miniMap.buckets;
      this.askAll();
    }
  }
}

function isFar(had: Strip | undefined, wanted: number): boolean {
  return had !== undefined && Math.abs(had.buckets - wanted) > wanted / 5;
}
