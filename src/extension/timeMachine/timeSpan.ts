/** A part of time; the end is not before the start. */
export interface Span {
  fromMs: number;
  toMs: number;
}

export const PRESETS = ["hour", "today", "week", "all"] as const;
export type Preset = (typeof PRESETS)[number];

/** What the strip shows: a range that follows the clock, or a part of the history. */
export type Range = Preset | Span;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Nothing shorter is shown. */
export const SHORTEST_MS = MINUTE_MS;

export function lengthOf({ fromMs, toMs }: Span): number {
  return toMs - fromMs;
}

export function isPreset(range: Range): range is Preset {
  return typeof range === "string";
}

/** Returns the part of time that a range means; `startMs` is when the history began. */
export function spanOf(range: Range, startMs: number, nowMs: number): Span {
  if (!isPreset(range)) return range;
  const toMs = Math.max(nowMs, startMs + 1);
  const from = (fromMs: number) => ({
    fromMs: Math.min(fromMs, toMs - SHORTEST_MS),
    toMs,
  });
  switch (range) {
    case "hour":
      return from(toMs - HOUR_MS);
    case "today":
      return from(new Date(toMs).setHours(0, 0, 0, 0));
    case "week":
      return from(toMs - 7 * 24 * HOUR_MS);
    case "all":
      return from(startMs);
  }
}

/** Returns what may be shown at most: the history, and what a range has beyond it. */
export function limitsOf(range: Range, startMs: number, nowMs: number): Span {
  const { fromMs, toMs } = spanOf(range, startMs, nowMs);
  return {
    fromMs: Math.min(fromMs, startMs),
    toMs: Math.max(toMs, nowMs, startMs + SHORTEST_MS),
  };
}

/** Shortens (factor below 1) or lengthens a span around a time that keeps its place. */
export function zoomed(
  span: Span,
  factor: number,
  atMs: number,
  limits: Span,
): Span {
  const length = Math.min(
    Math.max(lengthOf(span) * factor, SHORTEST_MS),
    Math.max(lengthOf(limits), SHORTEST_MS),
  );
  const share = shareOf(span, Math.min(Math.max(atMs, span.fromMs), span.toMs));
  const fromMs = atMs - share * length;
  return within({ fromMs, toMs: fromMs + length }, limits);
}

/** Moves a span by a part of its length. */
export function panned(span: Span, byShare: number, limits: Span): Span {
  const by = byShare * lengthOf(span);
  return within({ fromMs: span.fromMs + by, toMs: span.toMs + by }, limits);
}

/** Moves a span so that a time is well inside it; the same span if it is already. */
export function showing(span: Span, atMs: number, limits: Span): Span {
  if (atMs >= span.fromMs && atMs <= span.toMs) return span;
  const length = lengthOf(span);
  const fromMs = atMs - length / 2;
  return within({ fromMs, toMs: fromMs + length }, limits);
}

/** Where a time is in a span: 0 at its start, 1 at its end. */
export function shareOf({ fromMs, toMs }: Span, atMs: number): number {
  return (atMs - fromMs) / Math.max(1, toMs - fromMs);
}

export function timeAt({ fromMs, toMs }: Span, share: number): number {
  return fromMs + share * (toMs - fromMs);
}

export function isSameSpan(a: Span, b: Span): boolean {
  return a.fromMs === b.fromMs && a.toMs === b.toMs;
}

/** Moves a span, which keeps its length, into the limits. */
function within(span: Span, limits: Span): Span {
  const length = Math.min(lengthOf(span), lengthOf(limits));
  const fromMs = Math.min(
    Math.max(span.fromMs, limits.fromMs),
    limits.toMs - length,
  );
  return { fromMs: Math.round(fromMs), toMs: Math.round(fromMs + length) };
}
