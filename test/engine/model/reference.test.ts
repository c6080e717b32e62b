import assert from "node:assert/strict";
import fc from "../../helpers/generated";
import { CheckpointError, isProblem } from "../../../src/engine/model/errors";
import {
  parseReference,
  parseTime,
  type Reference,
} from "../../../src/engine/model/reference";
import { inTimeZone } from "../../helpers/timeZone";

const NOW = Date.UTC(2026, 10, 16, 12, 0, 0);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function local(...parts: [number, number, number, number?, number?, number?]) {
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts;
  return new Date(year, month - 1, day, hour, minute, second).getTime();
}

function clock(atMs: number): string {
  const at = new Date(atMs);
  const minutes = String(at.getMinutes()).padStart(2, "0");
  return `${at.getHours()}:${minutes}`;
}

describe("reference", () => {
  const cases: [string, Reference][] = [
    ["0", { kind: "number", number: 0 }],
    ["12", { kind: "number", number: 12 }],
    ["#12", { kind: "number", number: 12 }],
    ["snapshot-12", { kind: "number", number: 12 }],
    ["  12 ", { kind: "number", number: 12 }],
    ["@0", { kind: "moment", moment: 0 }],
    ["@40", { kind: "moment", moment: 40 }],
    ["latest", { kind: "latest", back: 0 }],
    ["latest~", { kind: "latest", back: 1 }],
    ["latest~0", { kind: "latest", back: 0 }],
    ["latest~2", { kind: "latest", back: 2 }],
    ["90s", { kind: "time", at: NOW - 90 * SECOND }],
    ["10m", { kind: "time", at: NOW - 10 * MINUTE }],
    ["2h", { kind: "time", at: NOW - 2 * HOUR }],
    ["3d", { kind: "time", at: NOW - 3 * DAY }],
    ["1w", { kind: "time", at: NOW - 7 * DAY }],
    ["1h30m", { kind: "time", at: NOW - 90 * MINUTE }],
    ["10m ago", { kind: "time", at: NOW - 10 * MINUTE }],
    ["0s", { kind: "time", at: NOW }],
    ["2026-11-16", { kind: "time", at: local(2026, 11, 16) }],
    ["0:00", { kind: "time", at: local(2026, 11, new Date(NOW).getDate()) }],
    [
      clock(NOW - HOUR),
      { kind: "time", at: Math.floor((NOW - HOUR) / MINUTE) * MINUTE },
    ],
    [`${clock(NOW - HOUR)}:15`, { kind: "time", at: NOW - HOUR + 15_999 }],
    // Later today, so it means yesterday.
    [clock(NOW + HOUR), { kind: "time", at: NOW + HOUR - DAY }],
    ["2026-11-16T10:30", { kind: "time", at: local(2026, 11, 16, 10, 30) }],
    ["2026-11-16 10:30", { kind: "time", at: local(2026, 11, 16, 10, 30) }],
    [
      "2026-11-16T10:30:15",
      // Everything that happened in this second.
      { kind: "time", at: local(2026, 11, 16, 10, 30, 15) + 999 },
    ],
    [
      "2026-11-16T10:30:15.250Z",
      { kind: "time", at: Date.UTC(2026, 10, 16, 10, 30, 15, 250) },
    ],
    [
      "2026-11-16T10:30+02:00",
      { kind: "time", at: Date.UTC(2026, 10, 16, 8, 30) },
    ],
    [
      "2026-11-16T10:30-0130",
      { kind: "time", at: Date.UTC(2026, 10, 16, 12, 0) },
    ],
    [
      "2026-11-16T10:30:00.123456Z",
      { kind: "time", at: Date.UTC(2026, 10, 16, 10, 30, 0, 123) },
    ],
    ["2024-02-29", { kind: "time", at: local(2024, 2, 29) }],
    ["workspace", { kind: "workspace" }],
    ["now", { kind: "workspace" }],
    ["name:12", { kind: "name", text: "12" }],
    ["name: latest ", { kind: "name", text: "latest" }],
    ["before the refactor", { kind: "idOrName", text: "before the refactor" }],
    ["012", { kind: "idOrName", text: "012" }],
    ["01JCX4", { kind: "idOrName", text: "01JCX4" }],
    ["snapshot-12b", { kind: "idOrName", text: "snapshot-12b" }],
    ["#12 is done", { kind: "idOrName", text: "#12 is done" }],
    ["Latest", { kind: "idOrName", text: "Latest" }],
    ["-1", { kind: "idOrName", text: "-1" }],
    ["1e3", { kind: "idOrName", text: "1e3" }],
    ["10 m", { kind: "idOrName", text: "10 m" }],
    ["ago", { kind: "idOrName", text: "ago" }],
  ];
  for (const [text, expected] of cases)
    it(`parses “${text}” as ${expected.kind}`, () => {
      assert.deepEqual(parseReference(text, NOW), expected);
    });

  const refused: unknown[] = [
    "",
    "   ",
    "x".repeat(1001),
    "99999999999999999999",
    "@99999999999999999999",
    "latest~99999999999999999999",
    "latest~x",
    "latest~-1",
    "#abc",
    "@abc",
    "@",
    "snapshot-",
    "name:",
    "2026-13-01",
    "2026-02-30",
    "2026-11-16T24:00",
    "2026-11-16T10:60",
    "9999999999999w",
    "9".repeat(400) + "d",
    undefined,
    null,
    12,
    {},
  ];
  for (const text of refused)
    it(`refuses ${JSON.stringify(text)?.slice(0, 40)} and lists the valid forms`, () => {
      assert.throws(
        () => parseReference(text, NOW),
        (error) =>
          isProblem(error, "bad-reference") &&
          error.data.wanted === "reference" &&
          error.data.reference.length <= 80,
      );
    });

  it("round-trips every number and moment", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (n) => {
        for (const text of [`${n}`, `#${n}`, `snapshot-${n}`])
          assert.deepEqual(parseReference(text, NOW), {
            kind: "number",
            number: n,
          });
        assert.deepEqual(parseReference(`@${n}`, NOW), {
          kind: "moment",
          moment: n,
        });
      }),
    );
  });

  it("round-trips every ISO time to the millisecond", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (ms) => {
        assert.equal(parseTime(new Date(ms).toISOString(), NOW), ms);
      }),
    );
  });

  it("returns a result or throws bad-input for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), (text) => {
        try {
          assert.ok(parseReference(text, NOW).kind);
        } catch (error) {
          assert.ok(CheckpointError.is(error, "bad-input"));
        }
      }),
    );
  });

  describe("when the clock changes for daylight saving time", () => {
    inTimeZone("Europe/Berlin");
    const cases: [what: string, now: string, text: string, at: string][] = [
      [
        "an hour left out today",
        "2026-03-29T01:10Z",
        "2:30",
        "2026-03-28T01:30Z",
      ],
      ["after that hour", "2026-03-29T01:10Z", "3:05", "2026-03-29T01:05Z"],
      ["the day after", "2026-03-30T01:10Z", "2:30", "2026-03-30T00:30Z"],
      [
        "an hour for the first time",
        "2026-10-25T00:45Z",
        "2:30",
        "2026-10-25T00:30Z",
      ],
      [
        "an hour for the second time",
        "2026-10-25T01:45Z",
        "2:30",
        "2026-10-25T01:30Z",
      ],
      [
        "of it what is still to come",
        "2026-10-25T01:15Z",
        "2:30",
        "2026-10-25T00:30Z",
      ],
      ["after both", "2026-10-25T09:00Z", "2:30:10", "2026-10-25T01:30:10Z"],
    ];
    for (const [what, now, text, at] of cases)
      it(`means the last time that it was shown: ${what}`, () => {
        const found = parseTime(text, Date.parse(now));
        assert.equal(new Date(found).toISOString(), new Date(at).toISOString());
      });
  });

  it("accepts only times for since and until", () => {
    assert.equal(parseTime("2h", NOW), NOW - 2 * HOUR);
    assert.equal(parseTime("now", NOW), NOW);
    for (const text of ["12", "latest", "yesterday", ""])
      assert.throws(
        () => parseTime(text, NOW),
        (error) =>
          isProblem(error, "bad-reference") && error.data.wanted === "time",
      );
  });
});
