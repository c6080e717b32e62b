import assert from "node:assert/strict";
import {
  dayOf,
  dayTitle,
  isRecentDay,
} from "../../../src/extension/views/days";

const now = new Date(2026, 10, 16, 0, 30).getTime();
const local = (day: number, hour: number): number =>
  new Date(2026, 10, day, hour).getTime();

describe("days of the timeline", () => {
  it("calls the day of now Today, whatever the hour", () => {
    assert.equal(dayTitle(dayOf(now), now, "en"), "Today");
  });

  it("calls the calendar day before Yesterday, though it is minutes ago", () => {
    assert.equal(dayTitle(dayOf(local(15, 23)), now, "en"), "Yesterday");
  });

  it("calls other days by weekday and date", () => {
    assert.match(
      dayTitle(dayOf(local(14, 9)), now, "en"),
      /^Saturday, November 14$/,
    );
  });

  it("adds the year when it is not this one", () => {
    assert.match(dayTitle("2025-12-24", now, "en"), /2025/);
  });

  it("opens today and yesterday, not the days before", () => {
    assert.ok(isRecentDay(dayOf(now), now));
    assert.ok(isRecentDay(dayOf(local(15, 1)), now));
    assert.ok(!isRecentDay(dayOf(local(14, 23)), now));
  });
});
