import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../../src/engine/api";
import { errorOf, restore } from "../../helpers/history";
import { DAY, ManualClock } from "../../helpers/manualClock";
import type { TempWorkspace } from "../../helpers/tempWorkspace";
import { workspaceForEach } from "../../helpers/tempWorkspace";

describe("a verdict", () => {
  const makeWorkspace = workspaceForEach();
  let work: TempWorkspace;
  let clock: ManualClock;
  let engine: Engine;
  beforeEach(async () => {
    work = makeWorkspace({ "a.txt": "one" });
    clock = new ManualClock();
    engine = await work.open({ clock });
  });

  /** Runs a command of which only the result and what it changes are known. */
  function check(passed: boolean, label = "npm test", meanwhile = () => {}) {
    const { moment, rewrites } = engine.capture();
    meanwhile();
    return engine.verdict({
      ...{ label, passed, exitCode: passed ? 0 : 1, durationMs: 12 },
      ...{ source: "cli", since: moment, rewrites },
    });
  }
  /** Writes the file with a modification time that differs from all earlier ones. */
  let rewrites = 0;
  function rewrite(text: string): void {
    work.write("a.txt", text);
    const time = new Date(Date.UTC(2020, 0, 1, 0, 0, ++rewrites));
    fs.utimesSync(work.at("a.txt"), time, time);
  }
  const textAt = (ref: string) =>
    Buffer.from(engine.read(ref, "a.txt")).toString();

  it("is about the state that the command saw", () => {
    const { verdict, checkpoint, lastGood } = check(true);
    assert.deepEqual(verdict, {
      label: "npm test",
      passed: true,
      exitCode: 0,
      durationMs: 12,
      source: "cli",
      at: new Date(clock.now()).toISOString(),
      exact: true,
    });
    assert.equal(checkpoint?.kind, "automatic");
    assert.deepEqual(checkpoint?.verdicts, [verdict]);
    assert.equal(lastGood?.moment, checkpoint?.moment);
    work.write("a.txt", "two");
    const failed = check(false);
    assert.equal(failed.lastGood?.moment, checkpoint?.moment);
    assert.equal(textAt("good"), "one");
    assert.equal(textAt("good:npm test"), "one");
    assert.equal(textAt("bad"), "two");
    assert.deepEqual(engine.list().checkpoints[0]?.verdicts, [failed.verdict]);
  });

  it("is seen on the deed and on the file's version that it is about", () => {
    check(true);
    work.write("a.txt", "two");
    const failed = check(false).verdict;
    const [deed] = engine.deeds().deeds;
    assert.deepEqual(deed?.verdicts, [failed]);
    const [now, before] = engine.history("a.txt");
    assert.deepEqual(now?.verdicts, [failed]);
    assert.equal(before?.verdicts[0]?.passed, true);
    // A state that nobody has tested inherits nothing.
    work.write("a.txt", "three");
    engine.checkpoint({ kind: "automatic" });
    assert.deepEqual(engine.deeds().deeds[0]?.verdicts, []);
    assert.deepEqual(engine.history("a.txt")[0]?.verdicts, []);
  });

  it("creates no checkpoint where one has the state already", () => {
    const mine = engine.checkpoint({ name: "mine" });
    const { checkpoint } = check(true);
    assert.equal(checkpoint?.number, mine.number);
    assert.equal(engine.list().total, 1);
    check(true);
    assert.equal(engine.get("good").verdicts.length, 2);
  });

  it("is tied to no state when files changed while the command ran", () => {
    const { verdict, checkpoint } = check(true, "npm test", () =>
      work.write("a.txt", "two"),
    );
    assert.equal(verdict.exact, false);
    assert.equal(checkpoint, null);
    errorOf(() => engine.resolve("good"), "not-found");
  });

  it("is tied to no state when a file changed and changed back", () => {
    const { verdict } = check(true, "npm test", () => {
      work.write("a.txt", "two");
      engine.capture();
      work.write("a.txt", "one");
    });
    assert.equal(verdict.exact, false);
  });

  it("counts for no state when a file changed back before anyone saw it", () => {
    const { verdict } = check(true, "npm test", () => {
      rewrite("two");
      rewrite("one");
    });
    assert.equal(verdict.exact, false);
    errorOf(() => engine.resolve("good"), "not-found");
    // The same rewrite, which may be too recent to be trusted, is not counted again.
    assert.equal(check(true).verdict.exact, true);
    assert.equal(textAt("good"), "one");
  });

  it("counts for no state when that happened since a checkpoint", () => {
    const { moment } = engine.checkpoint({ name: "before" });
    const passed = { label: "npm test", passed: true, since: moment };
    rewrite("one");
    assert.equal(engine.verdict(passed).verdict.exact, false);
    engine.checkpoint({ name: "again" });
    assert.equal(engine.verdict(passed).verdict.exact, true);
  });

  it("is exact when a file was rewritten before the command started", () => {
    engine.capture();
    rewrite("one");
    assert.equal(check(true).verdict.exact, true);
  });

  it("is exact when only unsaved text changed", () => {
    const { verdict, checkpoint } = check(true, "npm test", () =>
      engine.capture({ unsaved: [{ path: "a.txt", text: "typed" }] }),
    );
    assert.equal(verdict.exact, true);
    assert.ok(checkpoint);
    assert.equal(textAt("good"), "one");
  });

  it("of both kinds on one state makes it neither good nor bad", () => {
    check(true);
    check(false);
    for (const ref of ["good", "bad", "good:npm test"])
      errorOf(() => engine.resolve(ref), "not-found");
  });

  it("can be given by hand to any checkpoint", () => {
    engine.checkpoint({ name: "first" });
    work.write("a.txt", "two");
    engine.checkpoint({ name: "second" });
    const { verdict } = engine.verdict({
      ...{ label: "marked", passed: true, ref: "name:first" },
    });
    assert.deepEqual([verdict.exitCode, verdict.exact], [null, true]);
    assert.equal(textAt("good"), "one");
  });

  it("is refused when it makes no sense, and records nothing", () => {
    engine.checkpoint();
    const wrong = { label: "x", passed: true };
    errorOf(() => engine.verdict({ ...wrong, label: " " }), "bad-input");
    errorOf(() => engine.verdict({ ...wrong, since: 99 }), "not-found");
    errorOf(() => engine.verdict({ ...wrong, since: 0.5 }), "not-found");
    errorOf(() => engine.verdict({ ...wrong, ref: "nope" }), "not-found");
    errorOf(() => engine.verdict({ ...wrong, exitCode: NaN }), "bad-input");
    assert.deepEqual(engine.get("latest").verdicts, []);
  });

  it("survives reopening, a lost index, and compaction", async () => {
    check(true);
    work.write("a.txt", "two");
    check(false);
    engine.prune();
    engine.compact();
    engine = await work.reopen(engine, { clock });
    assert.equal(textAt("good"), "one");
    engine.close();
    fs.rmSync(path.join(work.storeDir, "index"), { recursive: true });
    engine = await work.open({ clock });
    assert.equal(textAt("good"), "one");
    assert.equal(textAt("bad"), "two");
    assert.equal(engine.verify().ok, true);
  });

  it("keeps the last good state of each command, and no older one", () => {
    engine.configure({ maxCheckpoints: 2 });
    work.write("a.txt", "built");
    check(true, "make");
    for (let i = 0; i < 40; i++) {
      work.write("a.txt", `good ${i}`);
      check(true);
      clock.advance(DAY);
    }
    for (let i = 0; i < 10; i++) {
      work.write("a.txt", `bad ${i}`);
      check(false);
      clock.advance(DAY);
    }
    engine.configure({
      retention: {
        ...{ guard: 1, session: 1, windowHours: 0 },
        ...{ hourlyForHours: 0, dailyForDays: 0 },
      },
    });
    engine.prune();
    assert.equal(textAt("good"), "good 39");
    assert.equal(textAt("good:make"), "built");
    assert.equal(textAt("good~1"), "built");
    errorOf(() => engine.resolve("good~2"), "not-found");
    assert.equal(engine.list().total, 4); // these two and the newest two
  });

  it("goes with its checkpoint", () => {
    check(true);
    work.write("a.txt", "two");
    engine.checkpoint();
    engine.delete(["good"]);
    engine.configure({
      retention: {
        ...{ guard: 1, session: 1, windowHours: 0 },
        ...{ hourlyForHours: 0, dailyForDays: 0 },
      },
    });
    clock.advance(2 * DAY);
    engine.prune();
    errorOf(() => engine.resolve("good"), "not-found");
  });

  it("lets a restore go back to it", () => {
    check(true);
    work.write("a.txt", "broken");
    check(false);
    restore(engine, { to: "good" });
    assert.equal(work.text("a.txt"), "one");
  });
});
