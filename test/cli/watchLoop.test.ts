import assert from "node:assert/strict";
import type {
  CaptureRequest,
  CaptureResult,
  Engine,
} from "../../src/engine/api";
import type { Checkpoint } from "../../src/engine/model/checkpoint";
import { WatchLoop, type WatchListener } from "../../src/cli/watchLoop";

const settings = {
  quietMs: 1,
  maxBurstMs: 5,
  pauseMs: 2,
  maxPauseMs: 5,
  maxPaths: 10,
};

/** An engine that fails so often before it works, and a listener that can be awaited. */
function stage(failures: number) {
  const asked: CaptureRequest[] = [];
  const told: string[] = [];
  let wake = () => {};
  const engine: Pick<Engine, "capture" | "checkpoint"> = {
    capture(request = {}) {
      asked.push(request);
      if (failures-- > 0) throw new Error("disk full");
      return { isNew: true, moment: asked.length } as CaptureResult;
    },
    checkpoint: () => ({ number: 0 }) as Checkpoint,
  };
  const tell = (what: string) => {
    told.push(what);
    wake();
  };
  const listener: WatchListener = {
    captured: () => tell("captured"),
    checkpointed: () => tell("checkpointed"),
    failed: (_error, times) => tell(`failed ${times}`),
  };
  const until = (what: string) =>
    new Promise<void>((resolve) => {
      wake = () => told.includes(what) && resolve();
      wake();
    });
  return {
    loop: new WatchLoop(engine, listener, settings, 5),
    asked,
    told,
    until,
    /** The next capture fails. */
    fail: () => void (failures = 1),
  };
}

describe("WatchLoop", () => {
  it("records the paths that changed, then names the result", async () => {
    const { loop, asked, told, until } = stage(0);
    loop.changed("a");
    loop.changed("b");
    await until("checkpointed");
    loop.stop();
    assert.deepEqual(asked[0], { paths: ["a", "b"], source: "outside" });
    assert.deepEqual(told, ["captured", "checkpointed"]);
  });

  it("records although the clock is set back meanwhile", async () => {
    const { loop, told, until } = stage(0);
    const { now } = Date;
    loop.changed("a");
    Date.now = () => now() - 3_600_000;
    try {
      await until("checkpointed");
    } finally {
      Date.now = now;
      loop.stop();
    }
    assert.deepEqual(told, ["captured", "checkpointed"]);
  });

  it("fails at the end when the last changes were not recorded, though the earlier ones got a name", async () => {
    const { loop, told, until, fail } = stage(0);
    loop.changed("a");
    await until("captured");
    fail();
    loop.changed("b");
    loop.stop();
    assert.deepEqual(told, ["captured", "failed 1", "checkpointed"]);
    assert.equal(loop.isFailing, true);
  });

  it("looks at everything again after a failure, and loses nothing", async () => {
    const { loop, asked, told, until } = stage(2);
    loop.changed("a");
    await until("checkpointed");
    loop.stop();
    assert.deepEqual(told.slice(0, 3), ["failed 1", "failed 2", "captured"]);
    assert.equal(asked.at(-1)?.paths, undefined);
  });

  it("records and names what waits when it is stopped, and nothing after", () => {
    const { loop, told, asked } = stage(0);
    loop.changed("a");
    loop.stop();
    assert.deepEqual(told, ["captured", "checkpointed"]);
    loop.changed("b");
    loop.stop();
    assert.equal(asked.length, 1);
  });
});
