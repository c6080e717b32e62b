const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A time on the axis, and how coarse the axis is there. */
export interface AxisTick {
  atMs: number;
  unit: TickUnit;
}

export type TickUnit = "second" | "minute" | "day" | "month" | "year";

type Step = readonly [count: number, unit: "ms" | "day" | "month"];

const STEPS: readonly Step[] = [
  ...[1, 5, 15, 30].map((n): Step => [n * SECOND_MS, "ms"]),
  ...[1, 5, 15, 30].map((n): Step => [n * MINUTE_MS, "ms"]),
  ...[1, 3, 6, 12].map((n): Step => [n * HOUR_MS, "ms"]),
  ...[1, 2, 7, 14].map((n): Step => [n, "day"]),
  ...[1, 3, 6, 12, 60, 120].map((n): Step => [n, "month"]),
];

/**
 * Returns as many round local times in a span as fit into `width` at least `minGap` apart. At
 * midnight the label is the day.
 */
export function axisTicks(
  span: { fromMs: number; toMs: number },
  width: number,
  minGap: number,
): AxisTick[] {
  const most = Math.max(1, Math.floor(width / minGap));
  const step =
    STEPS.find(
      (each) => (span.toMs - span.fromMs) / lengthOfStep(each) <= most,
    ) ?? STEPS.at(-1)!;
  const ticks: AxisTick[] = [];
  let at = firstTick(span.fromMs, step);
  // A clock change may make a step shorter; no axis needs more than this.
  while (at <= span.toMs && ticks.length <= 2 * most) {
    if (at >= span.fromMs) ticks.push({ atMs: at, unit: unitOf(at, step) });
    at = nextTick(at, step);
  }
  return ticks;
}

function lengthOfStep([count, unit]: Step): number {
  return unit === "ms" ? count : count * DAY_MS * (unit === "day" ? 1 : 30.44);
}

function firstTick(fromMs: number, [count, unit]: Step): number {
  const day = new Date(fromMs);
  day.setHours(0, 0, 0, 0);
  if (unit === "ms") {
    const midnight = day.getTime();
    return midnight + Math.floor((fromMs - midnight) / count) * count;
  }
  if (unit === "day")
    // Counted from a Monday, so that weeks begin with one.
    return day.setDate(day.getDate() - (daysSinceMonday(day) % count));
  const months = day.getFullYear() * 12 + day.getMonth();
  return new Date(0, months - (months % count) - 1900 * 12, 1).getTime();
}

function nextTick(atMs: number, [count, unit]: Step): number {
  const at = new Date(atMs);
  if (unit === "day") return at.setDate(at.getDate() + count);
  if (unit === "month") return at.setMonth(at.getMonth() + count);
  const next = atMs + count;
  const midnight = new Date(atMs).setHours(24, 0, 0, 0);
  // So that a day of 23 or 25 hours ends with a tick at midnight too.
  return count >= MINUTE_MS && next > midnight && atMs < midnight
    ? midnight
    : next;
}

function daysSinceMonday(day: Date): number {
  const utc = Date.UTC(day.getFullYear(), day.getMonth(), day.getDate());
  return Math.floor(utc / DAY_MS) - 4;
}

function unitOf(atMs: number, [count, unit]: Step): TickUnit {
  const at = new Date(atMs);
  if (unit === "month")
    return at.getMonth() === 0 && count >= 12 ? "year" : "month";
  if (unit === "day") return "day";
  if (at.getHours() === 0 && at.getMinutes() === 0 && at.getSeconds() === 0)
    return "day";
  return count < MINUTE_MS ? "second" : "minute";
}
