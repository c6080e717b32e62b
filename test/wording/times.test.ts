import assert from "node:assert/strict";
import {
  ageText,
  briefAge,
  briefTime,
  exactTime,
  shortTime,
  timeInDay,
  type TimeStyle,
} from "../../src/wording/times";
import { plain } from "../../src/wording/voice";

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
      assert.equal(shortTime(ago(seconds), relative, plain), text);
    });

  it("counts days where no time of day is shown", () => {
    assert.equal(ageText(86_400_000, plain), "1 day ago");
    assert.equal(ageText(2.9 * 86_400_000, plain), "2 days ago");
  });

  it("is a few characters in a row, and the same age as in words", () => {
    const ages = [44_999, 60_000, 3_600_000, 86_400_000];
    const texts = ages.map((ageMs) => briefAge(ageMs, plain));
    assert.deepEqual(texts, ["now", "1m", "1h", "1d"]);
    assert.equal(briefAge(150_000, plain), "3m");
    assert.equal(briefTime(ago(150), relative, plain), "3m");
    assert.match(briefTime(ago(30 * 3600), relative, plain), /Nov 15/);
    assert.equal(ageText(150_000, plain), "3 min ago");
  });

  it("never shows a time in the future", () => {
    assert.equal(shortTime(ago(-600), relative, plain), "just now");
  });

  it("shows date and time if it is more than a day ago", () => {
    assert.match(shortTime(ago(30 * 3600), relative, plain), /Nov 15/);
  });

  it("shows the year if it is not the current one", () => {
    assert.match(shortTime(ago(400 * 86400), relative, plain), /2025/);
    assert.doesNotMatch(shortTime(ago(30 * 3600), relative, plain), /2026/);
  });

  it("shows only the time below the heading of a day", () => {
    const text = timeInDay(ago(30 * 3600), relative, plain);
    assert.match(text, /^6:00/);
    assert.doesNotMatch(text, /Nov/);
  });

  it("shows date and time together for absolute times", () => {
    assert.match(shortTime(ago(60), absolute, plain), /Nov 16.*11:59/);
    assert.match(timeInDay(ago(60), absolute, plain), /11:59/);
  });

  it("shows seconds in a tooltip", () => {
    assert.match(
      exactTime(ago(1), "en"),
      /Monday, November 16, 2026.*11:59:59/,
    );
  });
});
