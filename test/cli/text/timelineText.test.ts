import assert from "node:assert/strict";
import type { Timeline } from "../../../src/answers/timeline";
import { timelineLines } from "../../../src/cli/text/timelineText";
import { plain } from "../../../src/cli/text/text";
import { widthOf } from "../../../src/cli/text/width";

const lane = (source: string, bucket: number, files: number) => ({
  ...{ source, moments: 1, files },
  buckets: [{ bucket, moments: 1, files, lines: null, last: 1 }],
});

function answer(buckets: number): Timeline {
  return {
    ...{ from: "2026-11-16T09:00:00.000Z", to: "2026-11-16T12:00:00.000Z" },
    ...{ start: "2026-11-16T09:00:00.000Z", end: "2026-11-16T12:00:00.000Z" },
    ...{ buckets, moments: 4, thinnedUntil: "2026-11-16T10:00:00.000Z" },
    lanes: [
      lane("codex", 0, 64),
      lane("cli", 0, 1),
      lane("editor", buckets - 1, 16),
      lane("a-very-long-name-of-an-agent", 1, 1),
    ],
    marks: [
      {
        ...{ kind: "failed", bucket: 1, count: 2, moment: 1 },
        ...{ at: "2026-11-16T09:10:00.000Z", source: "codex" },
        ...{ checkpoint: null, title: "npm test" },
      },
    ],
  };
}

function lines(columns: number): string[] {
  return timelineLines(
    answer,
    { first: answer(100), columns, buckets: undefined },
    plain,
  );
}

describe("the drawn timeline", () => {
  it("puts the person first, as one lane, with bars by the square root", () => {
    const [you, codex, other, marks] = lines(80);
    assert.match(you!, /^You +▁ +▄$/);
    assert.match(codex!, /^Codex +█$/);
    assert.match(other!, /^a-very-long-name-of… {3}▁$/);
    assert.match(marks!, /^ +✗$/);
  });

  it("fits any width", () => {
    for (const columns of [40, 60, 80, 200])
      for (const line of lines(columns))
        assert.ok(widthOf(line) <= columns, `${columns}: ${line}`);
  });

  it("writes each time on the axis once, also where a column is less than a second", () => {
    const short = (buckets: number): Timeline => ({
      ...answer(buckets),
      to: "2026-11-16T09:00:03.000Z",
    });
    const size = { first: short(100), columns: 120, buckets: undefined };
    const axis = timelineLines(short, size, plain).find((line) =>
      line.includes("|"),
    );
    const times = axis!.match(/\d\d:\d\d:\d\d/g)!;
    assert.ok(times.length > 1, axis);
    assert.deepEqual(times, [...new Set(times)]);
  });

  it("writes round times, and the day where one begins", () => {
    const axisOf = (from: Date, to: Date) => {
      const read = (buckets: number): Timeline => ({
        ...answer(buckets),
        ...{ from: from.toISOString(), to: to.toISOString() },
      });
      const size = { first: read(100), columns: 80, buckets: undefined };
      return timelineLines(read, size, plain)[4]!.trim();
    };
    const on = (day: number, hour: number, minute = 0) =>
      new Date(2026, 10, day, hour, minute);
    assert.match(
      axisOf(on(16, 9, 40), on(16, 14)),
      /^\|10:00 +\|11:00 +\|12:00 +\|13:00/,
    );
    assert.match(axisOf(on(16, 20), on(17, 4)), /\|23:00|\|11-17 /);
    assert.match(axisOf(on(2, 9), on(23, 9)), /^\|11-09 +\|11-16/);
  });

  it("leaves room for bars in a narrow terminal", () => {
    const [, codex, other] = lines(40);
    assert.match(codex!, /^Codex {10}█/);
    assert.match(other!, /^a-very-long-… /);
  });

  it("counts what the marks stand for, and says what is thinned out", () => {
    const text = lines(80).join(" ");
    assert.match(text, /✗ 2 failed checks/);
    assert.match(text, /4 moments, 82 files changed\. Before .* only checkpo/);
  });

  it("says that nothing is recorded", () => {
    const first = { ...answer(1), start: null };
    assert.deepEqual(
      timelineLines(answer, { first, columns: 80, buckets: 1 }, plain),
      ["Nothing is recorded yet."],
    );
  });
});
