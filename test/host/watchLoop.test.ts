import assert from "node:assert/strict";
import type {
  CaptureRequest,
  CaptureResult,
  CheckpointRequest,
  Engine,
} from "../../src/engine/api";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import {
  defaultWatch,
  WatchLoop,
  type WatchListener,
} from "../../src/host/watchLoop";
import { ManualTime } from "../helpers/manualTime";

/** An engine that fails this many times before it works, and a loop on a time of its own. */
function stage(failures: number, unsettled: number[] = []) {
  const time = new ManualTime();
  const start = time.now();
  const asked: (CaptureRequest & { at: number })[] = [];
  const named: CheckpointRequest[] = [];
  const told: string[] = [];
  let author = "outside";
  const engine: Pick<Engine, "capture" | "checkpoint"> = {
    capture(request = {}) {
      asked.push({ ...request, at: time.now() - start });
      if (failures-- > 0) throw new Error("disk full");
      const moment = asked.length;
      const recorded = {
        added: [],
        modified: [...(request.paths ?? [])],
        deleted: [],
      };
      const made = { moment, source: author, thread: null, recorded };
      return {
        isNew: true,
        moment,
        moments: [{ ...made, unsaved: [] }],
        hasUnsettled: (unsettled.shift() ?? 0) > 0,
      } as Partial<CaptureResult> as CaptureResult;
    },
    checkpoint(request = {}) {
      named.push(request);
      if (failures-- > 0) throw new Error("disk full");
      return { number: 0, moment: asked.length } as Checkpoint;
    },
  };
  const listener: WatchListener = {
    captured: () => void told.push("captured"),
    checkpointed: () => void told.push("checkpointed"),
    failed: (_error, times) => void told.push(`failed ${times}`),
  };
  return {
    loop: new WatchLoop(engine, listener, defaultWatch, time),
    time,
    asked,
    named,
    told,
    /** The next call fails. */
    fail: () => void (failures = 1),
    by: (source: string) => void (author = source),
  };
}

describe("WatchLoop", () => {
  it("reads files again that may still have been changing, without another event", async () => {
    const { loop, asked, time } = stage(0, [1, 1]);
    loop.changed("a");
    await time.advance(60_000);
    loop.stop();
    assert.deepEqual(
      asked.map(({ paths, unsettled }) => [paths, unsettled]),
      [
        [["a"], undefined],
        [[], true],
        [[], true],
      ],
    );
  });

  it("records the paths that changed, then names the result after a pause", async () => {
    const { loop, asked, told, time } = stage(0);
    loop.changed("a");
    await time.advance(200);
    loop.changed("b");
    await time.advance(299);
    assert.deepEqual(told, []);
    await time.advance(1);
    assert.deepEqual(asked, [
      { paths: ["a", "b"], source: "outside", at: 500 },
    ]);
    await time.advance(4_999);
    assert.deepEqual(told, ["captured"]);
    await time.advance(1);
    loop.stop();
    assert.deepEqual(told, ["captured", "checkpointed"]);
  });

  it("does not mistake ongoing changes for a pause", async () => {
    const { loop, told, time } = stage(0);
    loop.changed("a");
    await time.advance(5_200);
    loop.changed("b");
    await time.advance(200);
    assert.deepEqual(told, ["captured"]);
    await time.advance(100);
    assert.deepEqual(told, ["captured", "captured"]);
    loop.stop();
  });

  it("eventually names changes that never pause, including pending ones", async () => {
    const { loop, asked, told, time } = stage(0);
    for (let now = 0; now < 62_000; now += 100) {
      loop.changed("a");
      await time.advance(100);
    }
    assert.equal(told.filter((what) => what === "checkpointed").length, 1);
    const at = told.indexOf("checkpointed");
    // The burst before it was not over yet.
    assert.equal(asked[at - 1]?.at, 62_000);
    assert.ok(asked[at - 1]!.at - asked[at - 2]!.at <= 2_000);
    loop.stop();
  });

  it("names a checkpoint after the agent that made all its changes", async () => {
    const { loop, named, time, by } = stage(0);
    by("codex");
    loop.changed("a");
    await time.advance(10_000);
    loop.stop();
    assert.deepEqual(named, [
      { kind: "automatic", source: "codex", capture: false },
    ]);
  });

  it("fails at the end if the last changes were not recorded, even if earlier ones were named", async () => {
    const { loop, told, time, fail } = stage(0);
    loop.changed("a");
    await time.advance(300);
    fail();
    loop.changed("b");
    loop.stop();
    assert.deepEqual(told, ["captured", "failed 1", "checkpointed"]);
    assert.equal(loop.isFailing, true);
  });

  it("rescans everything after a failure, and loses nothing", async () => {
    const { loop, asked, told, time } = stage(2);
    loop.changed("a");
    await time.advance(30_000);
    loop.stop();
    assert.deepEqual(told, [
      "failed 1",
      "failed 2",
      "captured",
      "checkpointed",
    ]);
    assert.deepEqual(
      asked.map(({ paths, at }) => [paths, at]),
      [
        [["a"], 300],
        [undefined, 10_600],
        [undefined, 20_900],
      ],
    );
  });

  it("names what was recorded even if that failed at first", async () => {
    const { loop, told, time, fail } = stage(0);
    loop.changed("a");
    await time.advance(300);
    fail();
    await time.advance(30_000);
    assert.deepEqual(told.slice(0, 2), ["captured", "failed 1"]);
    assert.equal(told.at(-1), "checkpointed");
    loop.stop();
  });

  it("records and names pending changes when it is stopped, and nothing afterwards", () => {
    const { loop, told, asked } = stage(0);
    loop.changed("a");
    loop.stop();
    assert.deepEqual(told, ["captured", "checkpointed"]);
    loop.changed("b");
    loop.stop();
    assert.equal(asked.length, 1);
  });
});
