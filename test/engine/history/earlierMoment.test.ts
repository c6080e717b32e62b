import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Engine } from "../../../src/engine/api";
import {
  apply,
  errorOf,
  redo,
  restore,
  stateAt,
  undo,
} from "../../helpers/history";
import { DAY, HOUR, ManualClock, MINUTE } from "../../helpers/manualClock";
import {
  workspaceForEach,
  type TempWorkspace,
} from "../../helpers/tempWorkspace";

describe("a checkpoint of an earlier moment", () => {
  const makeWorkspace = workspaceForEach();
  let work: TempWorkspace;
  let engine: Engine;
  let clock: ManualClock;

  beforeEach(async () => {
    clock = new ManualClock();
    work = makeWorkspace({ "a.txt": "1" });
    engine = await work.open({ clock });
    engine.checkpoint({ name: "start" }); // #0, @1
    for (const text of ["2", "3", "4", "5"]) save("a.txt", text); // @2 to @5
    engine.checkpoint({ kind: "automatic" }); // #1, @5
    save("b.txt", "later"); // @6
    clock.advance(HOUR);
  });

  function save(name: string, text: string): number {
    clock.advance(MINUTE);
    work.write(name, text);
    return engine.capture({ source: "editor", paths: [name] }).moment;
  }

  const numbers = (filter = {}) =>
    engine.list(filter).checkpoints.map(({ number }) => number);

  it("has that state, and nothing is captured", () => {
    work.write("unseen.txt", "not recorded yet");
    const made = engine.checkpoint({ name: "past", at: "@3" });
    assert.deepEqual([made.number, made.moment, made.kind], [2, 3, "manual"]);
    assert.equal(engine.status().moments, 6);
    assert.deepEqual(stateAt(engine, "past"), stateAt(engine, "@3"));
    assert.deepEqual([...stateAt(engine, "past").keys()], ["a.txt"]);
    assert.equal(made.createdAt, new Date(clock.at).toISOString());
    const recorded = clock.at - HOUR - 3 * MINUTE;
    assert.equal(made.stateAt, new Date(recorded).toISOString());
    assert.equal(engine.resolve("past").at, made.stateAt);
  });

  it("is the same after reopening, with and without the index", async () => {
    engine.checkpoint({ name: "past", at: "@3" });
    const before = engine.list();
    engine = await work.reopen(engine, { clock });
    assert.deepEqual(engine.list(), before);
    engine.close();
    fs.rmSync(path.join(work.storeDir, "index"), { recursive: true });
    engine = await work.open({ clock });
    assert.deepEqual(engine.list(), before);
  });

  it("keeps “latest” the newest state, and its steps in the order of the list", () => {
    engine.checkpoint({ name: "past", at: "@3" });
    assert.equal(engine.resolve("latest").moment, 5);
    assert.deepEqual(numbers(), [1, 2, 0]);
    const stepped = [0, 1, 2].map(
      (back) => engine.resolve(`latest~${back}`).checkpoint!.number,
    );
    assert.deepEqual(stepped, [1, 2, 0]);
    assert.equal(engine.status().last?.number, 1);
    assert.deepEqual(engine.status().changed.added, ["b.txt"]);
  });

  it("is listed on pages, each of which follows the one before", () => {
    for (const at of ["@3", "@2", "@4", "@3"]) engine.checkpoint({ at });
    const all = numbers();
    assert.deepEqual(all, [1, 4, 5, 2, 3, 0]);
    for (const limit of [1, 2, 3, 4]) {
      const paged: number[] = [];
      let before: number | undefined;
      do {
        const page = engine.list({ limit, before });
        assert.equal(page.total, 6);
        paged.push(...page.checkpoints.map(({ number }) => number));
        before = page.next ?? undefined;
      } while (before !== undefined);
      assert.deepEqual(paged, all);
    }
  });

  it("does not hide what follows when the last one of a page is deleted", () => {
    for (const at of ["@3", "@2"]) engine.checkpoint({ at });
    assert.deepEqual(numbers(), [1, 2, 3, 0]);
    engine.delete(["1"]);
    assert.deepEqual(numbers({ before: 1 }), [2, 3, 0]);
  });

  it("is compared with the one before it in time, and the next one with it", () => {
    save("a.txt", "6");
    engine.checkpoint({ kind: "automatic" });
    const changed = (ref: string) => {
      const { filesChanged } = engine.get(ref);
      const { number } = engine.resolve(ref).checkpoint!;
      const counts = engine
        .list()
        .checkpoints.find((one) => one.number === number)!.filesChanged;
      for (const how of ["added", "modified", "deleted"] as const)
        assert.equal(counts[how], filesChanged[how].length, `${ref} ${how}`);
      return [filesChanged.added, filesChanged.modified];
    };
    assert.deepEqual(changed("#2"), [["b.txt"], ["a.txt"]]);
    engine.checkpoint({ at: "@6" });
    assert.deepEqual(changed("#3"), [["b.txt"], []]);
    assert.deepEqual(changed("#2"), [[], ["a.txt"]]);
    engine.delete(["#3"]);
    assert.deepEqual(changed("#2"), [["b.txt"], ["a.txt"]]);
  });

  it("can be named by any reference, also by one of another checkpoint", () => {
    const moments = ["#1", "latest", "start", "1h", "good"].map((at) => {
      if (at === "good")
        engine.verdict({ label: "test", passed: true, ref: "@4" });
      return engine.checkpoint({ at, name: `of ${at}` }).moment;
    });
    assert.deepEqual(moments, [5, 5, 1, 6, 4]);
  });

  it("of the folder as it is now is an ordinary one", () => {
    work.write("unseen.txt", "not recorded yet");
    const made = engine.checkpoint({ at: "now", task: { current: "t" } });
    assert.equal(made.moment, 7);
    assert.equal(made.stateAt, undefined);
  });

  it("has nothing of now: no git, and the dirty files of later ones are the same", () => {
    const git = path.join(work.root, ".git");
    fs.mkdirSync(git);
    fs.writeFileSync(path.join(git, "HEAD"), "a".repeat(40));
    engine.checkpoint();
    save("a.txt", "dirty");
    const { git: before } = engine.checkpoint();
    assert.deepEqual(before?.dirtyFiles, ["a.txt"]);
    assert.equal(engine.checkpoint({ at: "@3" }).git, null);
    assert.deepEqual(engine.checkpoint().git, before);
  });

  it("is refused where it would say something wrong", () => {
    const refused = (more: object) =>
      errorOf(() => engine.checkpoint({ at: "@3", ...more }), "bad-input");
    for (const kind of ["automatic", "guard", "session"] as const)
      assert.equal(refused({ kind }).problem, "earlier-kind");
    for (const more of [{ task: { current: "t" } }, { thread: "t" }])
      assert.equal(refused(more).problem, "earlier-option");
    refused({ at: "@" });
    errorOf(() => engine.checkpoint({ at: "@99" }), "not-found");
    errorOf(() => engine.checkpoint({ at: "nothing" }), "not-found");
    assert.equal(engine.list().total, 2);
  });

  it("is refused for an imported state, which was never in the folder", () => {
    const read = () => Buffer.from("theirs");
    const imported = engine.importState([
      { path: "theirs.txt", mode: 0o644, read },
    ]);
    const refused = () =>
      errorOf(
        () => engine.checkpoint({ at: `@${imported.moment}` }),
        "bad-input",
      );
    assert.equal(refused().problem, "earlier-import");
    engine.delete([`${imported.number}`]);
    assert.equal(refused().problem, "earlier-import");
    const back = engine.checkpoint({ at: `@${imported.moment + 1}` });
    assert.deepEqual(stateAt(engine, `${back.number}`), work.tree());
  });

  it("keeps its state through prune and compact, for as long as it exists", async () => {
    const wanted = stateAt(engine, "@3");
    const later = stateAt(engine, "@4");
    engine.checkpoint({ name: "past", at: "@3" });
    engine.checkpoint({ name: "also", at: "@4", kind: "feature" });
    const forget = () => {
      clock.advance(2 * DAY);
      save("b.txt", String(clock.at));
      clock.advance(2 * DAY);
      save("b.txt", String(clock.at));
      engine.prune();
    };
    forget();
    errorOf(() => engine.resolve("@2"), "not-kept");
    errorOf(() => engine.checkpoint({ at: "@2" }), "not-kept");
    engine = await work.reopen(engine, { clock });
    assert.deepEqual(stateAt(engine, "past"), wanted);
    assert.deepEqual(stateAt(engine, "also"), later);
    engine.delete(["past"]);
    forget();
    errorOf(() => engine.resolve("@3"), "not-kept");
    assert.deepEqual(stateAt(engine, "also"), later);
    assert.ok(engine.verify().ok);
  });

  it("is not counted among automatic ones, and removes none of them", () => {
    engine.configure({ maxCheckpoints: 2 });
    for (let i = 0; i < 10; i++) engine.checkpoint({ at: "@3" });
    engine.prune();
    assert.equal(engine.list().total, 12);
  });

  it("can be restored and undone, and so can what was done after it", () => {
    const before = work.tree();
    engine.checkpoint({ name: "past", at: "@3" });
    restore(engine, { to: "past" });
    assert.equal(work.text("a.txt"), "3");
    assert.equal(work.exists("b.txt"), false);
    engine.checkpoint({ name: "between", at: "@2" });
    undo(engine);
    assert.deepEqual(work.tree(), before);
    redo(engine);
    assert.equal(work.text("a.txt"), "3");
    restore(engine, { to: "between" });
    assert.equal(work.text("a.txt"), "2");
    restore(engine, { to: "#1" });
    assert.equal(work.text("a.txt"), "5");
  });

  it("is reverted as what changed between it and the one before it", () => {
    save("c.txt", "c"); // @7
    engine.checkpoint({ name: "c and b" });
    engine.checkpoint({ name: "b", at: "@6" });
    apply(engine, engine.planRevert({ ref: "c and b" }).plan.id);
    assert.deepEqual([...work.tree().keys()], ["a.txt", "b.txt"]);
    apply(engine, engine.planRevert({ ref: "b" }).plan.id);
    assert.deepEqual([...work.tree().keys()], ["a.txt"]);
  });

  it("has the time of its state in periods and ages, whatever its number", () => {
    engine.checkpoint({ name: "past", at: "@3" });
    assert.deepEqual(numbers({ since: "10m" }), []);
    assert.deepEqual(numbers({ since: "2h" }), [1, 2, 0]);
    const atOf = (ref: string) => engine.resolve(ref).moment;
    assert.deepEqual([atOf("62m"), atOf("63m"), atOf("64m")], [4, 3, 2]);
  });

  it("does not make right times look wrong, however many there are", () => {
    const before = ["61m", "62m", "63m", "64m"].map(
      (age) => engine.resolve(age).moment,
    );
    for (let i = 0; i < 20; i++) {
      clock.advance(1);
      engine.checkpoint({ at: "@1" });
    }
    const after = ["61m", "62m", "63m", "64m"].map(
      (age) => engine.resolve(age).moment,
    );
    assert.deepEqual(after, before);
  });

  it("is the first that has a version, for a file's history, a search and blame", () => {
    engine.checkpoint({ name: "past", at: "@4" });
    const rows = engine.history("a.txt");
    const four = rows.find(({ born }) => born === 4)!;
    assert.equal(four.checkpoint?.number, 2);
    const { hits } = engine.search({ text: "4" });
    assert.equal(hits[0]?.firstCheckpoint?.number, 2);
    assert.equal(hits[0]?.lastCheckpoint?.number, 2);
    engine.checkpoint({ name: "b", at: "@6" });
    assert.equal(engine.blame("b.txt").lines[0]?.checkpoint, 3);
  });

  it("shows as a flag at its moment, not where it was named", () => {
    engine.checkpoint({ name: "past", at: "@3" });
    const flag = engine.timeline().marks.find(({ title }) => title === "past")!;
    const stop = engine.timelineStop({ moment: 3, by: "here" })!;
    assert.deepEqual([flag.kind, flag.moment, flag.at], ["named", 3, stop.at]);
    assert.equal(stop.title, "past");
    assert.equal(stop.checkpoint?.number, 2);
  });

  it("is a deed of its own, and all others stay as they were", async () => {
    save("a.txt", "6");
    engine.checkpoint({ kind: "automatic" });
    const before = engine.deeds().deeds;
    engine.checkpoint({ name: "past", at: "@3" });
    engine.checkpoint({ name: "between", at: "@6" });
    const check = () => {
      const { deeds } = engine.deeds();
      const named = deeds.filter(({ title }) =>
        ["past", "between"].includes(title ?? ""),
      );
      assert.deepEqual(
        named.map(({ kind, after, files }) => [kind, after, files]),
        [
          ["named", 6, 0],
          ["named", 3, 0],
        ],
      );
      const own = (deed: (typeof deeds)[number]) => ({
        ...{ id: deed.id, kind: deed.kind, files: deed.files },
        ...{ startedAt: deed.startedAt, at: deed.at, author: deed.author },
        checkpoints: deed.checkpoints.map(({ number }) => number),
      });
      assert.deepEqual(
        deeds.filter((deed) => !named.includes(deed)).map(own),
        before.map(own),
      );
      const { stateAt: at } = engine.resolve("past").checkpoint!;
      assert.equal(named[1]?.startedAt, at);
    };
    check();
    engine = await work.reopen(engine, { clock });
    check();
  });

  it("gives a message of an agent no checkpoint that is not of its state", () => {
    const at = engine.status().moments;
    engine.checkpoint({ name: "past", at: "@3" });
    const message = { thread: "t", role: "agent", text: "done" } as const;
    engine.recordMessage({ ...message, source: "bot" });
    const [said] = engine.thread("t").messages;
    assert.ok(said?.checkpoint);
    assert.equal(said.moment, at);
    assert.equal(engine.resolve(said.checkpoint.id).moment, at);
  });

  it("tells who listens that it was created, and of what moment", () => {
    const told: unknown[] = [];
    engine.onDidChange((event) => {
      if (event.type === "created")
        told.push([event.checkpoint.moment, event.checkpoint.stateAt]);
    });
    const { stateAt: at } = engine.checkpoint({ at: "@3" });
    assert.deepEqual(told, [[3, at]]);
  });
});
