import assert from "node:assert/strict";
import { silentLog } from "../../../src/base/log";
import { keepTidy } from "../../../src/extension/recording/tidying";
import type { EngineClient } from "../../../src/worker/client";
import { ManualTime } from "../../helpers/manualTime";

describe("tidying", () => {
  const HOUR = 3_600_000;

  it("runs some time after the start, then a few times a day", async () => {
    const time = new ManualTime();
    let times = 0;
    const engine = {
      async prune() {
        // It must run again after a failure.
        if (++times === 1) throw new Error("not now");
        return { removed: [], freedBytes: 0 };
      },
    } as unknown as EngineClient;
    const tidying = keepTidy(engine, time, silentLog);
    await time.advance(60_000);
    assert.equal(times, 0);
    await time.advance(HOUR);
    assert.equal(times, 1);
    await time.advance(24 * HOUR);
    assert.equal(times, 5);
    tidying.dispose();
    await time.advance(24 * HOUR);
    assert.equal(times, 5);
  });
});
