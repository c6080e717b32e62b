import assert from "node:assert/strict";
import { ifSlow, SLOW_AFTER_MS } from "../../../src/extension/commands/ifSlow";
import { ManualTime } from "../../helpers/manualTime";

describe("progress of work", () => {
  let time: ManualTime;
  let shown: number;
  beforeEach(() => {
    time = new ManualTime();
    shown = 0;
  });

  /** Work that ends on request. */
  function start() {
    let end = { well: (_: string) => {}, badly: (_: Error) => {} };
    const work = new Promise<string>((well, badly) => (end = { well, badly }));
    return { outcome: ifSlow(time, work, () => shown++), ...end };
  }

  it("is not shown when the work is quick", async () => {
    const { outcome, well } = start();
    await time.advance(SLOW_AFTER_MS - 1);
    well("done");
    assert.equal(await outcome, "done");
    await time.advance(10 * SLOW_AFTER_MS);
    assert.equal(shown, 0);
  });

  it("is shown once when the work takes long", async () => {
    const { outcome, well } = start();
    await time.advance(SLOW_AFTER_MS);
    assert.equal(shown, 1);
    await time.advance(10 * SLOW_AFTER_MS);
    well("done");
    assert.equal(await outcome, "done");
    assert.equal(shown, 1);
  });

  it("is not shown after the work failed, and the caller gets the error", async () => {
    const { outcome, badly } = start();
    badly(new Error("no room"));
    await assert.rejects(outcome, /no room/);
    await time.advance(10 * SLOW_AFTER_MS);
    assert.equal(shown, 0);
  });
});
