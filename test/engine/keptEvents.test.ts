import assert from "node:assert/strict";
import type { EngineEvent } from "../../src/engine/api";
import { KeptEvents } from "../../src/engine/keptEvents";

const refreshed: EngineEvent = { type: "refreshed" };
const deleted: EngineEvent = { type: "deleted", numbers: [1] };

describe("events of an engine that is being opened", () => {
  const events = () => new KeptEvents((error) => assert.fail(String(error)));

  it("are kept for the first listener, and delivered once", async () => {
    const kept = events();
    kept.fire(refreshed);
    kept.opened();
    const seen: string[] = [];
    for (let n = 0; n < 2; n++) {
      kept.event(({ type }) => seen.push(`${n} ${type}`));
      await Promise.resolve();
    }
    assert.deepEqual(seen, ["0 refreshed"]);
  });

  it("reach existing listeners, in order", async () => {
    const kept = events();
    kept.fire(refreshed);
    const seen: string[] = [];
    kept.event(({ type }) => seen.push(type));
    kept.fire(deleted);
    await Promise.resolve();
    assert.deepEqual(seen, ["refreshed", "deleted"]);
    kept.fire(refreshed);
    assert.deepEqual(seen, ["refreshed", "deleted", "refreshed"]);
  });

  it("are not kept once it is open", async () => {
    const kept = events();
    kept.opened();
    kept.fire(refreshed);
    const seen: string[] = [];
    kept.event(({ type }) => seen.push(type));
    await Promise.resolve();
    assert.deepEqual(seen, []);
  });
});
