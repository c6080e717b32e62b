import assert from "node:assert/strict";
import type { Deed, DeedFilter, Engine } from "../../../src/engine/api";
import { deed as deedSchema } from "../../../src/answers/deed";
import { errorOf, restore, undo } from "../../helpers/history";
import { ManualClock } from "../../helpers/manualClock";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("deeds", () => {
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

  function all(filter: DeedFilter = {}): Deed[] {
    const { deeds } = engine.deeds({ lines: true, limit: 1000, ...filter });
    for (const deed of deeds) deedSchema.parse(deed);
    return deeds;
  }

  /** Writes a file as somebody and records it. */
  function write(path: string, text: string, source: string, thread?: string) {
    clock.advance(1000);
    workspace.write(path, text);
    engine.capture({ paths: [path], source, thread });
  }

  function automatic(more: { source?: string; name?: string } = {}) {
    return engine.checkpoint({ kind: "automatic", capture: false, ...more });
  }

  function say(
    thread: string,
    message: string,
    role: "user" | "agent" = "user",
  ) {
    clock.advance(1000);
    const text = `${role === "user" ? "Please" : "Done"} ${message}`;
    engine.recordMessage({
      ...{ thread, message, role, text, source: "bot", capture: false },
    });
  }

  const rows = (deeds: readonly Deed[]) =>
    deeds.map(
      ({ kind, author, title, paths, lines }) =>
        `${kind} ${author} ${title ?? paths.join(",")} +${lines?.added ?? "?"} -${lines?.removed ?? "?"}`,
    );

  it("make one row of an agent's turn, and give the user's edits before it to the user", () => {
    write("a.txt", "one\nmine\n", "editor");
    say("t", "m1");
    write("b.txt", "one\ntwo\n", "bot", "t");
    write("c.txt", "new\n", "bot", "t");
    say("t", "m1.done", "agent");
    assert.deepEqual(rows(all()), [
      "turn bot Please m1 +2 -0",
      "edits editor a.txt +1 -0",
      "session editor  +? -?",
    ]);
    const [turn] = all();
    assert.equal(turn?.files, 2);
    assert.deepEqual(
      turn?.checkpoints.map(({ number }) => number),
      [2, 1],
    );
    restore(engine, { to: `@${turn.before}` });
    assert.equal(workspace.text("b.txt"), "one\n");
    assert.equal(workspace.text("a.txt"), "one\nmine\n");
  });

  it("keep the files of two agents apart that work at the same time", () => {
    say("t", "m1");
    engine.recordMessage({
      ...{ thread: "u", message: "n1", role: "user", text: "Other" },
      ...{ source: "codex", capture: false },
    });
    write("a.txt", "bot\n", "bot", "t");
    write("b.txt", "codex\n", "codex", "u");
    write("c.txt", "bot\n", "bot", "t");
    say("t", "m1.done", "agent");
    const [other, turn] = all();
    assert.deepEqual([other?.author, other?.paths], ["codex", ["b.txt"]]);
    assert.deepEqual([turn?.author, turn?.paths], ["bot", ["a.txt", "c.txt"]]);
    assert.deepEqual(
      engine
        .deedFiles(turn!.id)
        .map(({ path, before, after }) => [path, after - before]),
      [
        ["a.txt", 1],
        ["c.txt", 1],
      ],
    );
  });

  it("fold consecutive checkpoints of one author, until a pause or another author", () => {
    for (const text of ["1\n", "2\n", "3\n"]) {
      write("a.txt", text, "editor");
      automatic({ source: "editor" });
    }
    write("b.txt", "x\n", "outside");
    automatic({ source: "outside" });
    clock.advance(60 * 60_000);
    write("a.txt", "4\n", "editor");
    automatic({ source: "editor" });
    assert.deepEqual(rows(all()), [
      "edits editor a.txt +1 -1",
      "edits outside b.txt +1 -1",
      "edits editor a.txt +1 -1",
      "session editor  +? -?",
    ]);
    assert.equal(all()[2]?.checkpoints.length, 3);
  });

  it("fold the guard of a restore into it, and know that it was undone", () => {
    const { number } = engine.checkpoint({ name: "good" });
    write("a.txt", "bad\n", "editor");
    restore(engine, { to: `#${number}` });
    const [first] = all();
    assert.equal(first?.kind, "restore");
    assert.deepEqual(
      [first?.restore?.verb, first?.restore?.state, first?.files],
      ["restore", "done", 1],
    );
    assert.deepEqual(
      first?.checkpoints.map(({ kind }) => kind),
      ["guard"],
    );
    undo(engine);
    const [second, undone] = all();
    assert.equal(second?.restore?.verb, "undo");
    assert.equal(undone?.restore?.state, "undone");
  });

  it("know that a restore went back to before a turn", () => {
    say("t", "m1");
    write("b.txt", "one\ntwo\n", "bot", "t");
    say("t", "m1.done", "agent");
    const [turn] = all();
    restore(engine, { to: `#${turn!.checkpoints.at(-1)!.number}` });
    assert.equal(all()[0]?.restore?.before, "Please m1");
    restore(engine, { to: `#${turn!.checkpoints[0]!.number}` });
    assert.equal(all()[0]?.restore?.before, null);
  });

  it("recognize a renamed folder", () => {
    for (let i = 0; i < 5; i++) write(`locales/en/${i}.json`, `${i}`, "editor");
    automatic({ source: "editor" });
    workspace.rename("locales", "i18n");
    engine.capture({ source: "editor" });
    automatic({ source: "editor" });
    const [rename] = all();
    assert.equal(rename?.kind, "rename");
    assert.deepEqual(rename?.rename, { from: "locales", to: "i18n" });
    assert.equal(rename?.files, 5);
    assert.deepEqual(
      engine
        .deedFiles(rename.id)
        .map(({ status, from }) => `${status} ${from}`),
      [0, 1, 2, 3, 4].map((i) => `renamed locales/en/${i}.json`),
    );
  });

  it("recognize a renamed folder that two checkpoints have in parts", () => {
    for (let i = 0; i < 5; i++) write(`locales/${i}.json`, `${i}`, "outside");
    automatic({ source: "outside" });
    engine.checkpoint({ name: "named", capture: false });
    workspace.rename("locales", "i18n");
    const names = (folder: string) =>
      [0, 1, 2, 3, 4].map((i) => `${folder}/${i}.json`);
    engine.capture({ source: "outside", paths: names("locales") });
    automatic({ source: "outside" });
    assert.equal(all()[0]?.kind, "edits");
    engine.capture({ source: "outside", paths: names("i18n") });
    automatic({ source: "outside" });
    const [rename, named] = all();
    assert.deepEqual(rename?.rename, { from: "locales", to: "i18n" });
    assert.equal(rename?.files, 5);
    assert.equal(named?.title, "named");
    // What follows is not part of it.
    write("a.txt", "two\n", "outside");
    automatic({ source: "outside" });
    assert.deepEqual(
      all()
        .map(({ kind }) => kind)
        .slice(0, 2),
      ["edits", "rename"],
    );
  });

  it("recognize a renamed folder in the checkpoint that also ends a turn", () => {
    for (let i = 0; i < 5; i++) write(`locales/${i}.json`, `${i}`, "editor");
    automatic({ source: "editor" });
    say("t", "m1");
    write("b.txt", "one\ntwo\n", "bot", "t");
    workspace.rename("locales", "i18n");
    engine.capture({ source: "outside" });
    automatic({ source: "outside" });
    const [rename, turn] = all();
    assert.deepEqual(rename?.rename, { from: "locales", to: "i18n" });
    assert.deepEqual([turn?.kind, turn?.paths], ["turn", ["b.txt"]]);
  });

  it("give a guard to what it guarded, with the command", () => {
    engine.checkpoint({
      ...{ kind: "guard", source: "editor", name: "Before npm install" },
      ...{ capture: false, metadata: { command: "npm install" } },
    });
    assert.deepEqual(rows(all())[0], "guard editor Before npm install +0 -0");
    assert.ok(all()[0]?.isOpen);
    write("lock.json", "x\n", "outside");
    automatic({ source: "outside" });
    const [install, start] = all();
    assert.equal(install?.title, "npm install");
    assert.equal(install?.checkpoints.length, 2);
    assert.equal(start?.kind, "session");
  });

  it("name what git did", () => {
    write("a.txt", "stashed\n", "git");
    automatic({ source: "git", name: "git stash" });
    assert.deepEqual(rows(all())[0], "git git git stash +1 -1");
  });

  it("give git what it wrote before anybody knew that it was at work", () => {
    guardOf("git stash");
    write("a.txt", "stashed\n", "git");
    write("b.txt", "stashed\n", "outside");
    write("c.txt", "mine\n", "editor");
    automatic({ source: "git", name: "git stash" });
    assert.deepEqual(rows(all()).slice(0, 2), [
      "edits editor c.txt +1 -0",
      "git git git stash +2 -2",
    ]);
    assert.equal(all()[1]?.files, 2);
  });

  const guardOf = (command: string) =>
    engine.checkpoint({
      ...{ kind: "guard", source: "editor", name: `Before ${command}` },
      ...{ capture: false, metadata: { command } },
    });

  it("name what git did by the command that a guard was created for", () => {
    guardOf("git restore a.txt");
    write("a.txt", "restored\n", "outside");
    automatic({ source: "outside", name: "a.txt changed outside the editor" });
    write("a.txt", "typed\n", "outside");
    automatic({ source: "outside", name: "a.txt changed outside the editor" });
    assert.deepEqual(rows(all()).slice(0, 2), [
      "edits outside a.txt +1 -1",
      "git git git restore a.txt +1 -1",
    ]);
    assert.equal(all({ source: "git" }).length, 1);
  });

  it("name what git did before a checkpoint was created of it", () => {
    guardOf("git stash pop");
    write("a.txt", "popped\n", "git");
    engine.checkpoint({ name: "Mine", capture: false });
    assert.deepEqual(rows(all()).slice(0, 2), [
      "named editor Mine +0 -0",
      "git git git stash pop +1 -1",
    ]);
  });

  it("believe what git did rather than a command that was run before it", () => {
    guardOf("npm test");
    write("a.txt", "pulled\n", "git");
    engine.checkpoint({
      ...{ kind: "automatic", capture: false, source: "git" },
      ...{ name: "git pull, b.txt edited", metadata: { git: "git pull" } },
    });
    assert.deepEqual(rows(all())[0], "git git git pull +1 -1");
  });

  it("count and filter by every grouping, and pages join without doubling", () => {
    for (let i = 0; i < 30; i++) {
      write(
        i % 2 ? "a.txt" : "src/b.txt",
        `${i}\n`,
        i % 2 ? "editor" : "outside",
      );
      automatic({ source: i % 2 ? "editor" : "outside" });
      if (i % 7 === 0)
        engine.checkpoint({ name: `point ${i}`, capture: false });
    }
    const ids = all().map(({ id }) => id);
    const paged: string[] = [];
    let before: string | null | undefined;
    while (before !== null) {
      const page = engine.deeds({ limit: 4, before });
      paged.push(...page.deeds.map(({ id }) => id));
      assert.equal(page.total, ids.length);
      before = page.next;
    }
    assert.deepEqual(paged, ids);
    for (const by of [
      "day",
      "kind",
      "thread",
      "branch",
      "agent",
      "folder",
    ] as const) {
      const buckets = engine.deedGroups(by);
      for (const { key, count } of buckets)
        assert.equal(
          engine.deeds({ group: { by, key }, limit: 1 }).total,
          count,
        );
      const sum = buckets.reduce((n, { count }) => n + count, 0);
      assert.equal(sum, ids.length, by);
    }
    assert.deepEqual(
      engine
        .deedGroups("agent")
        .map(({ key }) => key)
        .sort(),
      ["editor", "outside"],
    );
    assert.ok(all({ source: "outside" }).every((d) => d.author === "outside"));
    assert.ok(all({ path: "src" }).every((d) => d.paths.includes("src/b.txt")));
    assert.deepEqual(
      all({ text: "POINT 14" }).map(({ title }) => title),
      ["point 14"],
    );
    assert.equal(all({ kinds: ["manual"] }).length, 5);
    assert.equal(all({ ids: ids.slice(3, 5) }).length, 2);
  });

  it("are the same whether a history grew or was read at once", async () => {
    const totals: number[] = [];
    const look = () => totals.push(engine.deeds({ limit: 1 }).total);
    write("a.txt", "two\n", "editor");
    look();
    const dropped = automatic();
    look();
    say("t", "m1");
    write("b.txt", "two\n", "bot", "t");
    look();
    automatic();
    write("a.txt", "three\n", "outside");
    engine.checkpoint({ name: "named", capture: false });
    look();
    // One is gone and one is new, so there are as many as before.
    engine.delete([`#${dropped.number}`]);
    write("a.txt", "four\n", "outside");
    automatic();
    const grown = all();
    engine.close();
    engine = await workspace.open({ clock });
    assert.deepEqual(grown, all());
    assert.deepEqual(totals, [1, 2, 3, 4]);
  });

  it("refuse a deed that is not there", () => {
    errorOf(() => engine.deedFiles("@99"), "not-found");
  });
});
