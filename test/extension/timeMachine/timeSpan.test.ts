import assert from "node:assert/strict";
import {
  lengthOf,
  limitsOf,
  panned,
  SHORTEST_MS,
  showing,
  spanOf,
  zoomed,
} from "../../../src/extension/timeMachine/timeSpan";
import { Random } from "../../helpers/random";

const HOUR = 3_600_000;
const now = Date.UTC(2026, 10, 19, 14, 30);
const start = now - 40 * 24 * HOUR;

describe("the part of time that the strip shows", () => {
  it("follows the clock for an hour, today, a week and all of it", () => {
    assert.deepEqual(spanOf("hour", start, now), {
      fromMs: now - HOUR,
      toMs: now,
    });
    assert.equal(lengthOf(spanOf("week", start, now)), 7 * 24 * HOUR);
    assert.deepEqual(spanOf("all", start, now), { fromMs: start, toMs: now });
    const { fromMs } = spanOf("today", start, now);
    assert.equal(new Date(fromMs).getHours(), 0);
    assert.equal(new Date(fromMs).getDate(), new Date(now).getDate());
  });

  it("is never shorter than a minute, however young the history is", () => {
    for (const range of ["hour", "today", "week", "all"] as const)
      assert.ok(lengthOf(spanOf(range, now, now)) >= SHORTEST_MS, range);
  });

  it("keeps the time under the pointer where it is while zooming", () => {
    const limits = limitsOf("all", start, now);
    const span = { fromMs: now - 10 * HOUR, toMs: now - 5 * HOUR };
    const at = now - 7 * HOUR;
    const share = (at - span.fromMs) / lengthOf(span);
    const closer = zoomed(span, 0.5, at, limits);
    assert.equal(lengthOf(closer), lengthOf(span) / 2);
    const then = (at - closer.fromMs) / lengthOf(closer);
    assert.ok(Math.abs(then - share) < 1e-6);
  });

  it("stays within the history and its length within the limits, whatever is done", () => {
    const random = new Random(3);
    const limits = limitsOf("all", start, now);
    let span = spanOf("all", start, now);
    for (let i = 0; i < 2000; i++) {
      const at = span.fromMs + random.next() * lengthOf(span);
      span = random.chance(0.6)
        ? zoomed(span, random.pick([0.5, 2, 0.9, 1.3, 30]), at, limits)
        : random.chance(0.5)
          ? panned(span, random.next() * 4 - 2, limits)
          : showing(span, start + random.next() * (now - start), limits);
      assert.ok(span.fromMs >= limits.fromMs && span.toMs <= limits.toMs);
      assert.ok(lengthOf(span) >= SHORTEST_MS - 1);
      assert.ok(Number.isInteger(span.fromMs) && Number.isInteger(span.toMs));
    }
  });

  it("is only moved for a time that it does not have", () => {
    const limits = limitsOf("all", start, now);
    const span = { fromMs: now - 2 * HOUR, toMs: now - HOUR };
    assert.equal(showing(span, now - 1.5 * HOUR, limits), span);
    const moved = showing(span, start + HOUR, limits);
    assert.equal(lengthOf(moved), HOUR);
    assert.ok(moved.fromMs <= start + HOUR && moved.toMs >= start + HOUR);
  });
});
