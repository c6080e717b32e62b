import assert from "node:assert/strict";
import {
  exactTime,
  shortTime,
  timeInDay,
  type TimeStyle,
} from "../../../src/extension/views/times";

const now = new Date(2026, 10, 16, 12, 0, 0).getTime();
const relative: TimeStyle = { now, locale: "en", format: "relative" };
const absolute: TimeStyle = { now, locale: "en", format: "absolute" };

function ago(seconds: number): string {
  return new Date(now - seconds * 1000).toISOString();
}

describe("times in rows", () => {
  for (const [seconds, text] of [
    [0, "just now"],
    [44, "just now"],
    [45, "1 min ago"],
    [90, "2 min ago"],
    [59 * 60, "59 min ago"],
    [59 * 60 + 45, "1 hour ago"],
    [3600, "1 hour ago"],
    [5 * 3600 + 3000, "5 hours ago"],
  ] as const)
    it(`${seconds} seconds ago is “${text}”`, () => {
      assert.equal(shortTime(ago(seconds), relative), text);
    });

  it("never tells a time that has not come yet", () => {
    assert.equal(shortTime(ago(-600), relative), "just now");
  });

  it("tells day and clock when it is more than a day ago", () => {
    assert.match(shortTime(ago(30 * 3600), relative), /Nov 15/);
  });

  it("tells the year of another year", () => {
    assert.match(shortTime(ago(400 * 86400), relative), /2025/);
    assert.doesNotMatch(shortTime(ago(30 * 3600), relative), /2026/);
  });

  it("tells only the clock below the heading of a day", () => {
    const text = timeInDay(ago(30 * 3600), relative);
    assert.match(text, /06:00/);
    assert.doesNotMatch(text, /Nov/);
  });

  it("tells day and clock at once when asked for absolute times", () => {
    assert.match(shortTime(ago(60), absolute), /Nov 16.*11:59/);
    assert.match(timeInDay(ago(60), absolute), /11:59/);
  });

  it("tells the seconds in a tooltip", () => {
    assert.match(
      exactTime(ago(1), "en"),
      /Monday, November 16, 2026.*11:59:59/,
    );
  });
});
