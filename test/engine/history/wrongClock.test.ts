import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import { errorOf } from "../../helpers/history";
import { DAY, HOUR, ManualClock, MINUTE } from "../../helpers/manualClock";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";

const YEAR = 365 * DAY;

describe("a clock that was wrong", () => {
  const makeWorkspace = workspaceForEach();
  let workspace: TempWorkspace;
  let clock: ManualClock;
  let engine: Engine;
  beforeEach(async () => {
    workspace = makeWorkspace({ a: "two days ago" });
    clock = new ManualClock();
    engine = await workspace.open({ clock });
    engine.checkpoint();
    clock.advance(2 * DAY);
  });

  /** Records a text under a clock that is wrong by this much. */
  function record(text: string, wrongByMs = 0) {
    workspace.write("a", text);
    clock.advance(wrongByMs);
    engine.capture();
    clock.advance(-wrongByMs);
  }
  const at = (ref: string) => Buffer.from(engine.read(ref, "a")).toString();

  for (const [what, wrongByMs] of [
    ["a year ahead", YEAR],
    ["an hour ahead", HOUR],
    ["a year back", -YEAR],
    ["an hour back", -HOUR],
  ] as const)
    it(`${what} for one capture: ages stay correct`, async () => {
      record("wrong", wrongByMs);
      for (const ago of [11, 4, 2]) {
        clock.advance(MINUTE);
        record(`${ago} hours ago`);
        clock.advance((ago === 11 ? 7 : 2) * HOUR - MINUTE);
      }
      for (const check of [0, 1]) {
        if (check) engine = await workspace.reopen(engine, { clock });
        assert.equal(at("1h"), "2 hours ago");
        assert.equal(at("3h"), "4 hours ago");
        assert.equal(at("10h"), "11 hours ago");
        assert.equal(at("2d"), "two days ago");
        // The label is the requested time, and `at` the time of the state.
        const point = engine.resolve("3h");
        assert.ok(Date.parse(point.at) <= clock.now() - 3 * HOUR);
        assert.ok(Date.parse(point.at) > clock.now() - 5 * HOUR);
      }
    });

  it("ahead, with nothing recorded since: a time before now means the newest possible state", () => {
    record("ahead", YEAR);
    clock.advance(5 * HOUR);
    for (const age of ["1h", "2d", "2d5h"]) assert.equal(at(age), "ahead");
    errorOf(() => at("2d6h"), "not-found");
    assert.ok(Date.parse(engine.resolve("@2").at) <= clock.now());
    // Its displayed time still finds it.
    const shown = new Date(clock.now() - 5 * HOUR + YEAR).toISOString();
    assert.equal(at(shown), "ahead");
    errorOf(
      () => at(new Date(clock.now() + 2 * YEAR).toISOString()),
      "bad-input",
    );
  });

  it("ahead: lists and searches of the last hours exclude what is older", () => {
    clock.advance(YEAR);
    engine.checkpoint({ name: "ahead" });
    clock.advance(-YEAR + MINUTE);
    record("soon");
    clock.advance(5 * HOUR);
    record("later");
    engine.checkpoint({ name: "later" });
    const names = (since: string) =>
      engine.list({ since }).checkpoints.map((one) => one.name);
    assert.deepEqual(names("1h"), ["later"]);
    assert.deepEqual(names("2d"), ["later", "ahead"]);
    clock.advance(5 * HOUR);
    record("last");
    const found = (text: string) =>
      engine.search({ text, since: "1h" }).hits.length;
    assert.deepEqual(["two days ago", "later", "last"].map(found), [0, 1, 1]);
  });

  describe("does not make retention forget:", () => {
    /** Three days of work, with a capture every hour and a checkpoint every third. */
    function work(hours = 72) {
      for (let i = 0; i < hours; i++) {
        clock.advance(HOUR);
        record(`work ${i}`);
        if (i % 3 === 0) engine.checkpoint({ kind: "automatic" });
      }
    }
    const numbers = () =>
      engine.list({ limit: 1000 }).checkpoints.map((one) => one.number);
    const settings = { maxCheckpoints: 5 };
    beforeEach(() => engine.configure(settings));

    for (const [what, wrongByMs] of [
      ["60 days ahead", 60 * DAY],
      ["two days ahead", 2 * DAY],
      ["ten years ahead", 10 * YEAR],
      ["a year back", -YEAR],
    ] as const) {
      it(`with a prune while it is ${what}`, () => {
        work();
        engine.prune();
        const before = numbers();
        clock.advance(wrongByMs);
        engine.prune();
        assert.deepEqual(numbers(), before);
        clock.advance(-wrongByMs);
        for (let ago = 0; ago < 24; ago++)
          assert.equal(at(`${ago}h`), `work ${71 - ago}`);
      });

      it(`with captures and prunes while it is ${what}, and after it was corrected`, () => {
        work();
        engine.prune();
        const before = numbers();
        clock.advance(wrongByMs);
        for (let i = 0; i < 3; i++) {
          clock.advance(10 * MINUTE);
          record(`wrong ${i}`);
          engine.checkpoint({ name: `wrong ${i}` });
          engine.prune();
        }
        const made = numbers().slice(0, 3);
        assert.deepEqual(numbers(), [...made, ...before]);
        clock.advance(-wrongByMs);
        engine.prune();
        assert.deepEqual(numbers(), [...made, ...before]);
        for (let ago = 1; ago < 23; ago++)
          assert.equal(at(`${ago}h`), `work ${71 - ago}`);
      });
    }

    it("but elapsed time is accepted a day later", () => {
      work();
      engine.prune();
      const before = numbers().length;
      clock.advance(60 * DAY);
      record("after the holidays");
      engine.prune();
      assert.equal(numbers().length, before);
      clock.advance(DAY);
      engine.prune();
      // The manual one, and the automatic ones that are kept at any age.
      assert.equal(numbers().length, 1 + settings.maxCheckpoints);
      errorOf(() => at("@70"), "not-kept");
    });
  });
});
