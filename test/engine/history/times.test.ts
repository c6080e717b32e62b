import assert from "node:assert/strict";
import { localTime } from "../../../src/engine/model/localTime";
import { errorOf } from "../../helpers/history";
import { HOUR, ManualClock } from "../../helpers/manualClock";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a time outside the history", () => {
  const makeWorkspace = workspaceForEach();

  async function begun() {
    const clock = new ManualClock(
      new Date(2026, 0, 5, 9, 3, 22, 400).getTime(),
    );
    const workspace = makeWorkspace({ a: "1" });
    const engine = await workspace.open({ clock });
    engine.checkpoint({ name: "first" });
    clock.advance(HOUR);
    return { clock, workspace, engine };
  }

  it("before its start is refused with the start time, which is then accepted", async () => {
    const { engine } = await begun();
    const error = errorOf(
      () => engine.files("2026-01-05 09:03:21"),
      "not-found",
    );
    assert.equal(error.problem, "time-before-history");
    const { at, begins } = error.data as Record<string, string>;
    assert.equal(localTime(Date.parse(at!)), "2026-01-05 09:03:21");
    assert.equal(localTime(Date.parse(begins!)), "2026-01-05 09:03:22");
    assert.equal(engine.files("2026-01-05 09:03:22").length, 1);
  });

  it("in the future is refused by every operation instead of meaning now", async () => {
    const { engine } = await begun();
    const to = "2026-01-05 12:00";
    for (const ask of [
      () => engine.diff(to, "workspace"),
      () => engine.planRestore({ to }),
      () => engine.get(to),
      () => engine.files(to),
      () => engine.read(to, "a"),
    ]) {
      const error = errorOf(ask, "bad-input");
      assert.equal(error.problem, "time-in-future");
      const { at, now } = error.data as Record<string, string>;
      assert.equal(localTime(Date.parse(at!)), "2026-01-05 12:00:00");
      assert.equal(localTime(Date.parse(now!)), "2026-01-05 10:03:22");
    }
    assert.equal(engine.resolve("0s").moment, 1);
  });

  it("is not in the future if the clock was set back and something is recorded", async () => {
    const { clock, engine } = await begun();
    clock.advance(-2 * HOUR);
    assert.equal(engine.resolve("2026-01-05 09:03:22.400").moment, 1);
    errorOf(() => engine.resolve("2026-01-05 09:03:23"), "bad-input");
  });
});

describe("a time to the second, as displayed", () => {
  const makeWorkspace = workspaceForEach();

  it("refers to the version displayed with it, even within the current second", async () => {
    const clock = new ManualClock(
      new Date(2026, 0, 5, 9, 3, 22, 400).getTime(),
    );
    const workspace = makeWorkspace({ a: "1" });
    const engine = await workspace.open({ clock });
    engine.checkpoint();
    clock.advance(HOUR);
    workspace.write("a", "2");
    engine.checkpoint();
    const read = (ref: string) => Buffer.from(engine.read(ref, "a")).toString();
    assert.equal(read("2026-01-05 10:03:22"), "2");
    assert.equal(read("2026-01-05 10:03:22.399"), "1");
    assert.equal(read("2026-01-05 10:03:21"), "1");
  });

  it("as the end of a list includes what was made in that second", async () => {
    const clock = new ManualClock(
      new Date(2026, 0, 5, 9, 3, 22, 400).getTime(),
    );
    const engine = await makeWorkspace({ a: "1" }).open({ clock });
    engine.checkpoint();
    clock.advance(HOUR);
    engine.checkpoint();
    const until = (time: string) => engine.list({ until: time }).total;
    assert.equal(until("2026-01-05 10:03:22"), 2);
    assert.equal(until("10:03:22"), 2);
    assert.equal(until("2026-01-05 10:03:22.399"), 1);
    assert.equal(until("2026-01-05 10:03:21"), 1);
    assert.equal(engine.list({ since: "2026-01-05 10:03:22" }).total, 1);
  });
});
