import type { Bar } from "./protocol";

/** Where bars are drawn. */
export interface BarBox {
  buckets: number;
  /** Where the first bucket begins, and how wide all of them are. */
  left: number;
  width: number;
  height: number;
  /** The amount that is as high as the box. */
  most: number;
}

/** The least height of a bar, so that it can be seen. */
const LEAST = 3;
const WIDEST = 12;

/** How much a bar stands for: its changed lines if all were counted, otherwise its files. */
export type Amount = (bar: Bar) => number;

const lines: Amount = ([, , , added, removed]) => added + removed;
/** A moment with nothing but unsaved text changes no file. */
const files: Amount = ([, , count]) => Math.max(1, count);

export function hasLines(bars: readonly Bar[]): boolean {
  return bars.length > 0 && bars.every(([, , , added]) => added >= 0);
}

export function amountOf(isLines: boolean): Amount {
  return isLines ? (bar) => Math.max(1, lines(bar)) : files;
}

/** With this many bars, a few very high ones do not make all others low. */
const MANY = 20;

/** Returns the amount that a bar as high as its lane stands for. */
export function fullHeight(bars: readonly Bar[], amount: Amount): number {
  const amounts = bars.map(amount).sort((a, b) => a - b);
  const share = amounts.length < MANY ? 1 : 0.9;
  return Math.max(1, amounts[Math.ceil(share * amounts.length) - 1] ?? 1);
}

/** Returns all bars of a lane as one path: it is drawn faster than an element for each. */
export function barPath(
  bars: readonly Bar[],
  amount: Amount,
  { buckets, left, width, height, most }: BarBox,
): string {
  const step = width / buckets;
  // A gap between neighbours, where there is room for one.
  const thick = Math.min(WIDEST, Math.max(1, step > 3 ? step - 1 : step));
  return bars
    .map((bar) => {
      const x = left + bar[0] * step + (step - thick) / 2;
      const h = barHeight(amount(bar), most, height);
      return `M${round(x)} ${height}v${-h}h${round(thick)}v${h}z`;
    })
    .join("");
}

/** By the square root, so that small changes are visible beside large ones. */
export function barHeight(
  amount: number,
  most: number,
  height: number,
): number {
  const share = Math.sqrt(Math.min(1, amount / Math.max(1, most)));
  return Math.max(LEAST, Math.round(share * height));
}

/** Returns the bar at a position from 0 to 1, or the nearest within reach. */
export function barAt(
  bars: readonly Bar[],
  share: number,
  buckets: number,
  reach: number,
): Bar | undefined {
  const at = share * buckets;
  let [nearest, best]: [Bar | undefined, number] = [undefined, Infinity];
  for (const bar of bars) {
    const away = Math.max(0, bar[0] - at, at - bar[0] - 1);
    if (away < best) [nearest, best] = [bar, away];
  }
  return best <= reach ? nearest : undefined;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
