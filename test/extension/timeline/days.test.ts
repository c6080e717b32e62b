import assert from "node:assert/strict";
import {
  dayOf,
  dayTitle,
  isRecentDay,
} from "../../../src/extension/timeline/days";
import { inTimeZone } from "../../helpers/timeZone";

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

const titles: [zone: string, at: string, now: string, title: string][] = [
  ["Asia/Kolkata", "2026-11-15T18:29Z", "2026-11-15T18:31Z", "Yesterday"],
  ["Asia/Kolkata", "2026-11-15T18:31Z", "2026-11-16T18:29Z", "Today"],
  // Days of 23 and of 25 hours.
  ["Europe/Berlin", "2026-03-28T23:30Z", "2026-03-29T22:30Z", "Yesterday"],
  ["Europe/Berlin", "2026-10-24T22:30Z", "2026-10-25T22:30Z", "Today"],
  ["Europe/Berlin", "2026-10-24T22:30Z", "2026-10-25T23:30Z", "Yesterday"],
  // There is no midnight: the clock goes from 23:59 to 1:00.
  ["Africa/Cairo", "2026-04-23T21:59Z", "2026-04-23T22:01Z", "Yesterday"],
];
for (const [zone, at, now, title] of titles)
  describe(`days of the timeline in ${zone}`, () => {
    inTimeZone(zone);
    it(`calls ${at} ${title} at ${now}`, () => {
      const day = dayOf(Date.parse(at));
      assert.equal(dayTitle(day, Date.parse(now), "en"), title);
    });
  });
