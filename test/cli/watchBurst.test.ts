import assert from "node:assert/strict";
import { Burst, type BurstSettings } from "../../src/cli/watchBurst";

const settings: BurstSettings = {
  quietMs: 300,
  maxBurstMs: 2_000,
  pauseMs: 5_000,
  maxPauseMs: 60_000,
  maxPaths: 3,
};

describe("Burst", () => {
  it("waits for nothing before something happens", () => {
    const burst = new Burst(settings);
    assert.equal(burst.dueAtMs(), null);
    assert.equal(burst.isPending, false);
    assert.deepEqual(burst.take(99), { capture: null, checkpoint: false });
  });

  it("gathers paths until it has been quiet long enough", () => {
    const burst = new Burst(settings);
    burst.add("a", 0);
    burst.add("b", 200);
    burst.add("a", 250);
    assert.equal(burst.dueAtMs(), 550);
    assert.deepEqual(burst.take(549).capture, null);
    assert.deepEqual(burst.take(550).capture, ["a", "b"]);
    assert.equal(burst.dueAtMs(), null);
  });

  it("does not wait for quiet for ever", () => {
    const burst = new Burst(settings);
    for (let now = 0; now <= 1_900; now += 100) burst.add("a", now);
    assert.equal(burst.dueAtMs(), 2_000);
    assert.deepEqual(burst.take(2_000).capture, ["a"]);
  });

  it("takes too many paths for a change of everything", () => {
    const burst = new Burst(settings);
    for (const path of ["a", "b", "c", "d"]) burst.add(path, 0);
    assert.deepEqual(burst.take(300).capture, []);
  });

  it("takes an event about anything for a change of everything", () => {
    const burst = new Burst(settings);
    burst.add("a", 0);
    burst.add("", 0);
    assert.deepEqual(burst.take(300).capture, []);
  });

  it("asks for a checkpoint after a pause, once", () => {
    const burst = new Burst(settings);
    burst.recorded(1_000);
    burst.recorded(2_000);
    assert.equal(burst.dueAtMs(), 7_000);
    assert.equal(burst.take(6_999).checkpoint, false);
    assert.equal(burst.take(7_000).checkpoint, true);
    burst.named();
    assert.equal(burst.dueAtMs(), null);
  });

  it("does not take changes that go on for a pause", () => {
    const burst = new Burst(settings);
    burst.recorded(0);
    burst.add("a", 4_900);
    assert.deepEqual(burst.take(5_100), { capture: null, checkpoint: false });
    assert.deepEqual(burst.take(5_200).capture, ["a"]);
  });

  it("asks for a checkpoint in the end although changes never pause", () => {
    const burst = new Burst(settings);
    burst.recorded(0);
    for (let now = 1_000; now < 60_000; now += 1_000) {
      assert.equal(burst.take(now).checkpoint, false);
      burst.add("a", now);
      burst.recorded(now);
    }
    const due = burst.take(60_000);
    assert.deepEqual(due, { capture: ["a"], checkpoint: true });
  });

  it("hands out everything when its host ends", () => {
    const burst = new Burst(settings);
    burst.recorded(0);
    burst.add("a", 10);
    assert.deepEqual(burst.takeAll(), { capture: ["a"], checkpoint: true });
  });
});
