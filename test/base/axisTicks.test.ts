import assert from "node:assert/strict";
import { axisTicks } from "../../src/base/axisTicks";
import { tickText } from "../../src/extension/timeMachine/tickText";
import { Random } from "../helpers/random";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (...parts: [number, number, number, number?, number?]) =>
  new Date(...(parts as [number, number, number])).getTime();

describe("the axis of time", () => {
  const texts = (fromMs: number, toMs: number, width = 800, gap = 80) =>
    axisTicks({ fromMs, toMs }, width, gap).map((tick) =>
      tickText(tick, "en-US").replaceAll("\u202f", " "),
    );

  it("has round times of the day, and the day where one begins", () => {
    const noon = new Date(2026, 10, 19, 12).getTime();
    assert.deepEqual(texts(noon, noon + 2 * HOUR, 400), [
      "12:00 PM",
      "12:30 PM",
      "1:00 PM",
      "1:30 PM",
      "2:00 PM",
    ]);
    const evening = new Date(2026, 10, 19, 21).getTime();
    assert.ok(texts(evening, evening + 9 * HOUR).includes("Nov 20"));
  });

  it("has seconds in a minute, and months and years in many", () => {
    const noon = new Date(2026, 10, 19, 12).getTime();
    assert.match(texts(noon, noon + MINUTE)[1]!, /^12:00:\d\d PM$/);
    const months = texts(at(2025, 10, 1), at(2026, 10, 1));
    assert.ok(months.includes("Jan 2026"), months.join());
    const years = texts(at(2006, 0, 1), at(2026, 0, 1));
    assert.ok(years.includes("2011") || years.includes("2010"), years.join());
  });

  it("has neither too many nor too few, in order and inside, for any span", () => {
    const random = new Random(5);
    for (let i = 0; i < 3000; i++) {
      const fromMs = Math.floor(at(2020, 0, 1) + random.next() * 6 * 365 * DAY);
      const length = Math.floor(MINUTE * 10 ** (random.next() * 6.5));
      const width = random.between(120, 2000);
      const span = { fromMs, toMs: fromMs + length };
      const ticks = axisTicks(span, width, 80);
      const times = ticks.map(({ atMs }) => atMs);
      assert.deepEqual(
        times,
        [...new Set(times)].sort((a, b) => a - b),
      );
      assert.ok(times.every((ms) => ms >= fromMs && ms <= span.toMs));
      const most = Math.max(1, Math.floor(width / 80));
      assert.ok(ticks.length <= 2 * most + 1, `${ticks.length} in ${width}`);
      if (most >= 8 && length < 3 * 365 * DAY)
        assert.ok(ticks.length >= 2, `${ticks.length}: ${length} in ${width}`);
    }
  });

  it("begins weeks with a Monday", () => {
    const ticks = axisTicks(
      { fromMs: at(2026, 9, 1), toMs: at(2026, 10, 19) },
      800,
      90,
    );
    assert.deepEqual(
      [...new Set(ticks.map(({ atMs }) => new Date(atMs).getDay()))],
      [1],
    );
  });
});
