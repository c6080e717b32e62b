import assert from "node:assert/strict";
import { errorOf } from "../../helpers/history";
import { HOUR, ManualClock } from "../../helpers/manualClock";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a time that the history does not reach", () => {
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

  it("before it begins: is refused with when it begins, which is then taken", async () => {
    const { engine } = await begun();
    const error = errorOf(
      () => engine.files("2026-01-05 09:03:21"),
      "not-found",
    );
    assert.equal(
      error.message,
      "2026-01-05 09:03:21 is before the history of this folder, which begins at 2026-01-05 09:03:22.",
    );
    assert.equal(engine.files("2026-01-05 09:03:22").length, 1);
  });

  it("in the future: is refused by every verb, not taken for now", async () => {
    const { engine } = await begun();
    const to = "2026-01-05 12:00";
    for (const ask of [
      () => engine.diff(to, "workspace"),
      () => engine.planRestore({ to }),
      () => engine.get(to),
      () => engine.files(to),
      () => engine.read(to, "a"),
    ])
      assert.match(
        errorOf(ask, "bad-input").message,
        /^2026-01-05 12:00:00 is in the future: it is 2026-01-05 10:03:22 now/,
      );
    assert.equal(engine.resolve("0s").moment, 1);
  });

  it("is no future where the clock was set back and something is recorded", async () => {
    const { clock, engine } = await begun();
    clock.advance(-2 * HOUR);
    assert.equal(engine.resolve("2026-01-05 09:03:22.400").moment, 1);
    errorOf(() => engine.resolve("2026-01-05 09:03:23"), "bad-input");
  });
});

describe("a time to the second, as it is shown", () => {
  const makeWorkspace = workspaceForEach();

  it("names the version that is shown with it, also in the second that is now", async () => {
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

  it("is the end of a list that has what was made in it", async () => {
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
