import assert from "node:assert/strict";
import fc from "../../helpers/generated";
import { KINDS } from "../../../src/engine/model/checkpoint";
import {
  chooseExpired,
  chooseForQuota,
  type Retained,
} from "../../../src/engine/model/retentionRules";
import { defaultSettings } from "../../../src/engine/model/settings";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The start of an hour and of a day, so that ages align with buckets. */
const NOW = Date.UTC(2026, 10, 16);

function retained(
  list: (Pick<Retained, "ageMs"> & Partial<Retained>)[],
): Retained[] {
  // Given newest first, as in a timeline.
  return list.map((one, i) => ({
    ...{ kind: "automatic", pinned: false, apart: null },
    id: `c${list.length - i}`,
    number: list.length - i,
    moment: list.length - i,
    atMs: NOW - one.ageMs,
    ...one,
  }));
}

function keptAges(list: Retained[], maxCheckpoints: number): number[] {
  const settings = { ...defaultSettings, maxCheckpoints };
  const gone = new Set(chooseExpired(list, settings));
  return list.filter(({ id }) => !gone.has(id)).map((c) => NOW - c.atMs);
}

describe("retention", () => {
  it("keeps the newest automatic ones at any age", () => {
    const list = retained(
      Array.from({ length: 150 }, (_, i) => ({ ageMs: 90 * DAY + i })),
    );
    assert.equal(keptAges(list, 100).length, 100);
    assert.equal(Math.max(...keptAges(list, 100)), 90 * DAY + 99);
  });

  it("thins older ones to one per hour for a day, then one per day for a month", () => {
    const list = retained(
      // One every ten minutes for 40 days.
      Array.from({ length: 40 * 24 * 6 }, (_, i) => ({
        ageMs: (i + 1) * (HOUR / 6),
      })),
    );
    const ages = keptAges(list, 0);
    const hourly = ages.filter((age) => age < DAY);
    const daily = ages.filter((age) => age >= DAY);
    assert.equal(hourly.length, 24);
    // 29 whole days, and the first minute of the day that the hours cover.
    assert.equal(daily.length, 30);
    assert.equal(Math.max(...ages) < 30 * DAY, true);
    // The newest of each hour is the one ten minutes before its end.
    assert.ok(hourly.every((age) => age % HOUR === HOUR / 6));
  });

  it("keeps the newest guards and sessions", () => {
    const list = retained(
      Array.from({ length: 20 }, (_, i) => ({
        ageMs: DAY + i,
        kind: i % 2 ? ("guard" as const) : ("session" as const),
      })),
    );
    const gone = new Set(chooseExpired(list, defaultSettings));
    const kept = list.filter(({ id }) => !gone.has(id));
    assert.equal(kept.filter((c) => c.kind === "guard").length, 5);
    assert.equal(kept.filter((c) => c.kind === "session").length, 3);
    assert.deepEqual(kept.slice(0, 6), list.slice(0, 6));
  });

  it("keeps every guard for a day, however many there are", () => {
    const ages = [1, 2, 3, HOUR, 5 * HOUR, DAY - 1, DAY, 2 * DAY];
    const list = retained(ages.map((ageMs) => ({ ageMs, kind: "guard" })));
    const settings = {
      ...defaultSettings,
      retention: { ...defaultSettings.retention, guard: 2 },
    };
    assert.deepEqual(chooseExpired(list, settings), ["c1", "c2"]);
  });

  it("keeps no guards if the setting is zero", () => {
    const list = retained([{ ageMs: 1, kind: "guard" }]);
    const retention = { ...defaultSettings.retention, guard: 0 };
    const settings = { ...defaultSettings, retention };
    assert.deepEqual(chooseExpired(list, settings), ["c1"]);
  });

  for (const apart of ["undo", "edit"] as const)
    it(`does not count guards of ${apart} towards the limit of the others`, () => {
      const guard = (ageMs: number, of: Retained["apart"]) =>
        ({ ageMs, apart: of, kind: "guard" }) as const;
      const list = retained([
        ...Array.from({ length: 9 }, (_, i) => guard(2 * DAY + i, apart)),
        guard(3 * DAY, null),
      ]);
      // Five of their own are kept as well.
      assert.deepEqual(chooseExpired(list, defaultSettings), [
        "c2",
        "c3",
        "c4",
        "c5",
      ]);
    });

  it("uses the proven age, not the recorded time", () => {
    const list = retained([
      { ageMs: HOUR, atMs: NOW - 60 * DAY },
      { ageMs: HOUR, atMs: NOW - 61 * DAY },
      { ageMs: 31 * DAY, atMs: NOW - 31 * DAY },
    ]);
    const settings = { ...defaultSettings, maxCheckpoints: 0 };
    assert.deepEqual(chooseExpired(list, settings), ["c1"]);
  });

  it("counts by number if the clock was set back", () => {
    const list = retained([{ ageMs: 50 * DAY }, { ageMs: 0 }]);
    assert.deepEqual(keptAges(list, 1), [50 * DAY, 0]);
    assert.deepEqual(
      chooseExpired(retained([{ ageMs: 0 }, { ageMs: 50 * DAY }]), {
        ...defaultSettings,
        maxCheckpoints: 1,
      }),
      ["c1"],
    );
  });

  it("never removes manual, feature or pinned ones, and needs only one pass", () => {
    fc.assert(
      fc.property(history, settings, (list, given) => {
        const gone = new Set(chooseExpired(list, given));
        assert.equal(gone.size, chooseExpired(list, given).length);
        for (const checkpoint of list)
          if (isPermanent(checkpoint)) assert.ok(!gone.has(checkpoint.id));
        const rest = list.filter(({ id }) => !gone.has(id));
        assert.deepEqual(chooseExpired(rest, given), []);
        // The order of the input does not matter.
        assert.deepEqual(
          chooseExpired([...list].reverse(), given),
          chooseExpired(list, given),
        );
      }),
    );
  });

  it("keeps what it promises: the newest N, and the newest of each hour and day", () => {
    fc.assert(
      fc.property(history, settings, (list, given) => {
        const gone = new Set(chooseExpired(list, given));
        const own = list
          .filter((c) => c.kind === "automatic" && !c.pinned)
          .sort((a, b) => b.number - a.number);
        own.forEach((checkpoint, i) => {
          const isKept = !gone.has(checkpoint.id);
          if (i < given.maxCheckpoints) return assert.ok(isKept);
          const age = NOW - checkpoint.atMs;
          const { hourlyForHours, dailyForDays } = given.retention;
          const unit =
            age < hourlyForHours * HOUR
              ? HOUR
              : age < dailyForDays * DAY
                ? DAY
                : null;
          if (unit === null) return assert.ok(!isKept);
          const isNewestOfUnit = !own
            .slice(given.maxCheckpoints, i)
            .some(
              (newer) =>
                Math.floor(newer.atMs / unit) ===
                  Math.floor(checkpoint.atMs / unit) &&
                (unit === HOUR) === NOW - newer.atMs < hourlyForHours * HOUR,
            );
          assert.equal(isKept, isNewestOfUnit);
        });
      }),
    );
  });

  describe("over the quota", () => {
    it("removes the oldest first, and guards of the last day after all others, the newest last", () => {
      const list = retained([
        { ageMs: 1 },
        { ageMs: 2, kind: "guard" },
        { ageMs: 3, kind: "guard" },
        { ageMs: 4, kind: "manual" },
        { ageMs: 5, kind: "session" },
        { ageMs: 6, kind: "feature" },
        { ageMs: 7, pinned: true },
        { ageMs: 8 },
        { ageMs: DAY, kind: "guard" },
      ]);
      const all = chooseForQuota(list, () => false);
      assert.deepEqual(all, {
        fits: false,
        remove: ["c1", "c2", "c5", "c9", "c7", "c8"],
      });
      const two = chooseForQuota(list, (removed) => removed.size >= 2);
      assert.deepEqual(two, { fits: true, remove: ["c1", "c2"] });
    });

    it("removes the guards of undo and redo before those of the last day", () => {
      const list = retained([
        { ageMs: 1 },
        { ageMs: 2, kind: "guard" },
        { ageMs: 3, kind: "guard", apart: "undo" },
        { ageMs: 4, kind: "guard" },
      ]);
      const { remove } = chooseForQuota(list, () => false);
      assert.deepEqual(remove, ["c2", "c4", "c1", "c3"]);
    });

    it("removes as few as possible, and never the permanent ones", () => {
      fc.assert(
        fc.property(history, fc.nat(60), (list, needed) => {
          let asked = 0;
          const choice = chooseForQuota(list, (removed) => {
            asked++;
            return removed.size >= needed;
          });
          const mayGo = list.filter((c) => !isPermanent(c)).length;
          assert.equal(choice.fits, needed <= mayGo);
          assert.equal(choice.remove.length, Math.min(needed, mayGo));
          const byId = new Map(list.map((c) => [c.id, c]));
          assert.ok(choice.remove.every((id) => !isPermanent(byId.get(id)!)));
          assert.ok(asked <= 8, `asked ${asked} times`);
        }),
      );
    });
  });
});

function isPermanent({ kind, pinned }: Retained): boolean {
  return pinned || kind === "manual" || kind === "feature";
}

const history: fc.Arbitrary<Retained[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      pinned: fc.boolean(),
      apart: fc.constantFrom(null, "undo" as const, "edit" as const),
      // Mostly within the window, sometimes far outside, sometimes in the future.
      atMs: fc.integer({ min: -45 * 24 * 60, max: 60 }),
    }),
    { maxLength: 60 },
  )
  .map((list) =>
    list.map((one, i) => ({
      ...one,
      apart: one.kind === "guard" ? one.apart : null,
      atMs: NOW + one.atMs * 60_000,
      ageMs: -one.atMs * 60_000,
      id: `c${i}`,
      number: i,
      moment: i,
    })),
  );
const settings = fc.record({
  maxCheckpoints: fc.nat(10),
  retention: fc.record({
    guard: fc.nat(3),
    session: fc.nat(3),
    hourlyForHours: fc.nat(48),
    dailyForDays: fc.nat(40),
    windowHours: fc.constant(24),
  }),
});
