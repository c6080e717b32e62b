import type { Strip } from "../protocol";
import {
  limitsOf,
  panned,
  showing,
  spanOf,
  zoomed,
  type Range,
  type Span,
} from "../timeSpan";

/** The part of time that the strip shows. */
export class ShownTime {
  /** All of history, once it is known. */
  overview: Strip | undefined;

  constructor(public range: Range) {}

  get nowMs(): number {
    return this.overview?.nowMs ?? Date.now();
  }

  get startMs(): number {
    return this.overview?.fromMs ?? this.nowMs - 60_000;
  }

  get span(): Span {
    return spanOf(this.range, this.startMs, this.nowMs);
  }

  private get limits(): Span {
    return limitsOf(this.range, this.startMs, this.nowMs);
  }

  zoomed(factor: number, atMs: number): Range {
    const { span, limits } = this;
    const inside = Math.min(Math.max(atMs, span.fromMs), span.toMs);
    const next = zoomed(span, factor, inside, limits);
    const isAll = next.fromMs <= this.startMs && next.toMs >= this.nowMs;
    return isAll ? "all" : next;
  }

  panned(share: number): Range {
    return panned(this.span, share, this.limits);
  }

  centred(atMs: number): Range {
    const { span, limits } = this;
    const half = (span.toMs - span.fromMs) / 2;
    return panned({ fromMs: atMs - half, toMs: atMs + half }, 0, limits);
  }

  /** What to show so that a time is in sight; undefined if it is already. */
  showing(atMs: number): Range | undefined {
    const { span } = this;
    const next = showing(span, atMs, this.limits);
    return next === span ? undefined : next;
  }
}
