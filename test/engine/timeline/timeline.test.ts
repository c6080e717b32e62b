import assert from "node:assert/strict";
import type { Engine, Timeline } from "../../../src/engine/api";
import { errorOf, restore } from "../../helpers/history";
import { DAY, HOUR, ManualClock, MINUTE } from "../../helpers/manualClock";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("the timeline", () => {
  let workspace: TempWorkspace;
  let engine: Engine;
  let clock: ManualClock;
  beforeEach(async () => {
    clock = new ManualClock();
    workspace = new TempWorkspace({ "a.txt": "one\n", "b.txt": "one\n" });
    engine = await workspace.open({ clock });
    engine.checkpoint({ kind: "session", source: "editor" });
  });
  afterEach(() => workspace.dispose());

  function write(path: string, text: string, source: string, thread?: string) {
    clock.advance(MINUTE);
    workspace.write(path, text);
    return engine.capture({ paths: [path], source, thread }).moment;
  }

  const laneRows = ({ lanes }: Timeline) =>
    lanes.map(({ source, moments, files }) => `${source} ${moments} ${files}`);
  const markRows = ({ marks }: Timeline) =>
    marks.map(({ kind, title, count }) => `${kind} ${title ?? "-"} x${count}`);

  it("answers an empty window and a history with nothing but its start", () => {
    const young = engine.timeline();
    assert.deepEqual(young.lanes, []);
    assert.equal(young.moments, 1);
    assert.deepEqual(markRows(young), ["session - x1"]);
    assert.equal(young.start, young.end);
    const before = engine.timeline({ from: "2020-01-01", to: "2020-01-02" });
    assert.deepEqual([before.lanes, before.marks], [[], []]);
  });

  it("refuses what it cannot divide", () => {
    for (const buckets of [0, -1, 1.5, 1e9, NaN])
      errorOf(() => engine.timeline({ buckets }), "bad-input");
    errorOf(() => engine.timeline({ from: "whenever" }), "bad-input");
    errorOf(() => engine.timelineStop({}), "bad-input");
    errorOf(() => engine.timelineFiles({ from: 1, to: 99 }));
  });

  it("counts lines by author and bucket where few files changed", () => {
    write("a.txt", "one\ntwo\nthree\n", "editor");
    write("b.txt", "", "codex");
    const counted = engine.timeline({ lines: true, buckets: 1 });
    assert.deepEqual(
      counted.lanes.map(({ source, buckets }) => [source, buckets[0]!.lines]),
      [
        ["codex", { added: 0, removed: 1 }],
        ["editor", { added: 2, removed: 0 }],
      ],
    );
    assert.equal(
      engine.timeline({ buckets: 1 }).lanes[0]!.buckets[0]!.lines,
      null,
    );
  });

  it("marks prompts, names, verdicts, git and restores with what people call them", () => {
    clock.advance(MINUTE);
    engine.recordMessage({
      ...{ thread: "t", message: "m", role: "user", source: "codex" },
      ...{ text: "Fix it\nplease", capture: false },
    });
    write("a.txt", "two\n", "codex", "t");
    engine.checkpoint({
      ...{ kind: "automatic", capture: false, source: "git" },
      metadata: { git: "Switched to main" },
    });
    clock.advance(MINUTE);
    engine.checkpoint({ kind: "manual", name: "Good", capture: false });
    engine.verdict({ label: "npm test", passed: true });
    clock.advance(MINUTE);
    restore(engine, { to: "#1" });
    const answer = engine.timeline({ buckets: 1 });
    assert.deepEqual(
      markRows(answer).sort(),
      [
        `guard ${answer.marks.find(({ kind }) => kind === "guard")!.title} x1`,
        "git Switched to main x1",
        "named Good x1",
        "passed npm test x1",
        "prompt Fix it x1",
        "restore - x1",
        "session - x1",
      ].sort(),
    );
    assert.deepEqual(laneRows(answer), ["codex 1 1", "restore 1 1"]);
    assert.equal(
      engine.timelineStop({ moment: 3, isBack: true })?.title,
      "Good",
    );
  });

  it("places moments of a wrong clock between their neighbours", () => {
    write("a.txt", "two\n", "editor");
    const rightMs = clock.at;
    clock.at = rightMs + 400 * DAY;
    write("a.txt", "three\n", "editor");
    clock.at = rightMs;
    const last = write("a.txt", "four\n", "editor");
    const answer = engine.timeline({ buckets: 10 });
    assert.equal(answer.end, new Date(clock.at).toISOString());
    assert.deepEqual(laneRows(answer), ["editor 3 3"]);
    assert.equal(
      engine.timelineStop({ at: new Date(clock.at).toISOString() })?.moment,
      last,
    );
  });

  it("leaves out what was imported, which was never in the folder", () => {
    write("a.txt", "two\n", "editor");
    clock.advance(MINUTE);
    engine.importState([
      { path: "x.txt", mode: 0o644, read: () => Buffer.from("x") },
    ]);
    clock.advance(MINUTE);
    const answer = engine.timeline();
    assert.deepEqual(laneRows(answer), ["editor 1 1"]);
    assert.deepEqual(markRows(answer), ["session - x1"]);
    const stop = engine.timelineStop({ at: "0m" });
    assert.equal(stop?.moment, 2);
    assert.equal(stop?.isLast, true);
  });

  it("steps by moment, checkpoint, turn and day, and for a file by its changes", () => {
    const edit = write("a.txt", "two\n", "editor");
    engine.checkpoint({ kind: "manual", name: "A", capture: false });
    clock.advance(MINUTE);
    engine.recordMessage({
      ...{ thread: "t", message: "m", role: "user", source: "codex" },
      ...{ text: "Go", capture: false },
    });
    const first = write("b.txt", "two\n", "codex", "t");
    clock.advance(DAY);
    const next = write("b.txt", "three\n", "codex", "t");
    const later = write("a.txt", "three\n", "editor");
    const step = (moment: number, more: object) =>
      engine.timelineStop({ moment, ...more })?.moment;
    assert.equal(step(1, {}), edit);
    assert.equal(step(later, { isBack: true }), next);
    assert.equal(step(later, { by: "checkpoint", isBack: true }), edit);
    assert.equal(step(1, { by: "turn" }), edit);
    assert.equal(step(edit, { by: "day" }), next);
    assert.equal(step(later, { by: "day", isBack: true }), first);
    assert.equal(step(edit, { path: "a.txt" }), later);
    assert.equal(step(edit, { source: "codex" }), first);
    assert.equal(step(1, { by: "end" }), later);
    assert.equal(step(later, { by: "end", isBack: true }), 1);
    assert.equal(step(later, {}), undefined);
  });

  it("is limited to deeds with a text, or with checkpoints of a kind", () => {
    clock.advance(MINUTE);
    engine.recordMessage({
      ...{ thread: "t", message: "m", role: "user", source: "codex" },
      ...{ text: "Use Integers for money", capture: false },
    });
    const first = write("a.txt", "two\n", "codex", "t");
    const second = write("a.txt", "three\n", "codex", "t");
    clock.advance(HOUR);
    const edit = write("b.txt", "two\n", "editor");
    engine.checkpoint({ kind: "manual", name: "Cart", capture: false });
    const text = "integers";
    const found = engine.timeline({ buckets: 1, text });
    assert.deepEqual(laneRows(found), ["codex 2 2"]);
    assert.deepEqual(markRows(found), ["prompt Use Integers for money x1"]);
    assert.equal(found.moments, 2);
    const named = engine.timeline({ buckets: 1, kinds: ["manual"] });
    assert.deepEqual(markRows(named), ["named Cart x1"]);
    assert.deepEqual(laneRows(engine.timeline({ text: "nobody" })), []);
    const back = (moment: number) =>
      engine.timelineStop({ moment, text, isBack: true })?.moment;
    assert.equal(back(edit + 1), second);
    assert.equal(back(second), first);
    assert.equal(engine.deeds({ thread: "t" }).total, 1);
  });

  it("says of a moment which prompt it followed, and stays at a kept one", () => {
    engine.recordMessage({
      ...{ thread: "t", message: "m", role: "user", source: "codex" },
      ...{ text: "Fix it", capture: false },
    });
    const moment = write("a.txt", "two\n", "codex", "t");
    engine.checkpoint({ kind: "manual", name: "Good", capture: false });
    engine.checkpoint({ kind: "automatic", capture: false });
    const stop = engine.timelineStop({ moment, by: "here" });
    assert.equal(stop?.moment, moment);
    assert.equal(stop.title, "Good");
    assert.equal(stop.prompt, "Fix it");
    assert.equal(
      engine.timelineStop({ moment: 99, by: "here" })?.moment,
      moment,
    );
  });

  it("reads files only if asked to, and only those", () => {
    clock.advance(MINUTE);
    workspace.write("a.txt", "one\ntwo\n");
    workspace.write("c.bin", Buffer.from([1, 0, 2]));
    workspace.write("d.txt", "x".repeat(600_000));
    const paths = ["a.txt", "c.bin", "d.txt"];
    engine.capture({ paths, source: "editor" });
    const kinds = (more: object) =>
      engine
        .timelineFiles({ from: 1, ...more })
        .files.map((file) => `${file.path} ${file.content} ${file.linesAdded}`);
    assert.deepEqual(kinds({}), [
      ...["a.txt null null", "c.bin null null", "d.txt null null"],
    ]);
    assert.deepEqual(kinds({ lines: true }), [
      ...["a.txt text 1", "c.bin binary null", "d.txt large null"],
    ]);
    assert.deepEqual(kinds({ lines: true, paths: ["a.txt"] }), [
      "a.txt text 1",
    ]);
  });

  it("says until when only checkpoints are kept", () => {
    assert.equal(engine.timeline().thinnedUntil, null);
    for (let i = 0; i < 6; i++) {
      write("a.txt", `${i}\n`, "editor");
      if (i % 2 === 0) engine.checkpoint({ kind: "automatic", capture: false });
      clock.advance(HOUR);
    }
    for (const text of ["later\n", "last\n"]) {
      clock.advance(2 * DAY);
      write("a.txt", text, "editor");
    }
    engine.prune();
    const { thinnedUntil, end } = engine.timeline();
    assert.ok(thinnedUntil !== null && thinnedUntil <= end!, `${thinnedUntil}`);
    const stop = engine.timelineStop({ at: thinnedUntil });
    assert.equal(stop?.at, thinnedUntil);
    const before = engine.timelineStop({ moment: stop.moment, isBack: true });
    assert.notEqual(before!.checkpoint, null);
  });

  it("shows renamed, added and deleted files between two moments, the first ones of many", () => {
    clock.advance(MINUTE);
    const paths = ["a.txt", "b.txt", "c.txt", "d.txt"];
    workspace.write("c.txt", "new\n");
    workspace.write("d.txt", "one\n");
    workspace.remove("a.txt");
    const { moment } = engine.capture({ paths, source: "editor" });
    const { files, total } = engine.timelineFiles({ from: 1, to: moment });
    assert.deepEqual(
      files.map(({ path, status, from }) => `${status} ${from ?? ""} ${path}`),
      ["added  c.txt", "renamed a.txt d.txt"],
    );
    assert.equal(total, 2);
    const one = engine.timelineFiles({ from: 1, to: moment, limit: 1 });
    assert.deepEqual([one.files.length, one.total], [1, 2]);
  });
});
