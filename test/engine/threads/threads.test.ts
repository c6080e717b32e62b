import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import type { ErrorCode } from "../../../src/engine/model/errors";
import { everythingGoes } from "../../helpers/everythingGoes";
import { errorOf, redo, restore, undo } from "../../helpers/history";
import { TempWorkspace } from "../../helpers/tempWorkspace";

describe("threads", () => {
  let workspace: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    workspace = new TempWorkspace({ "shared.txt": "start" });
    engine = await workspace.open();
    engine.checkpoint();
  });
  afterEach(() => workspace.dispose());

  function say(thread: string, n: number, source = "bot") {
    engine.recordMessage({
      thread,
      message: `m${n}`,
      role: "user",
      text: `message ${n}`,
      source,
    });
    workspace.write("shared.txt", `after ${n}`);
    workspace.write(`${thread}-${n}.txt`, `${n}`);
    engine.capture({ source, thread });
  }

  it("goes back to message four of ten, and undo brings files and messages back", async () => {
    for (let n = 1; n <= 10; n++) say("t", n);
    const before = workspace.tree();
    const asked = engine.editMessage({ thread: "t", message: "m4" });
    assert.ok(asked.requiresConfirmation && !asked.applied);
    assert.deepEqual(workspace.tree(), before, "asking changes nothing");
    assert.deepEqual(
      asked.restorations.map(({ path, action }) => `${action} ${path}`),
      [
        "replace shared.txt",
        ...[10, 4, 5, 6, 7, 8, 9].map((n) => `delete t-${n}.txt`),
      ],
    );
    const done = engine.editMessage({
      thread: "t",
      message: "m4",
      apply: true,
    });
    assert.ok(done.applied);
    assert.equal(workspace.text("shared.txt"), "after 3");
    assert.ok(workspace.exists("t-3.txt") && !workspace.exists("t-4.txt"));
    const deleted = () =>
      engine
        .thread("t")
        .messages.filter((m) => m.deleted)
        .map((m) => m.id);
    assert.deepEqual(deleted(), ["m5", "m6", "m7", "m8", "m9", "m10"]);
    engine = await workspace.reopen(engine);
    undo(engine);
    assert.deepEqual(workspace.tree(), before);
    assert.deepEqual(deleted(), []);
    redo(engine);
    assert.equal(deleted().length, 6);
    assert.equal(workspace.text("shared.txt"), "after 3");
  });

  it("what was shown is applied by its plan, or nothing is", () => {
    for (let n = 1; n <= 3; n++) say("t", n);
    const request = { thread: "t", message: "m2" };
    const shown = engine.editMessage(request);
    workspace.write("shared.txt", "typed meanwhile");
    const before = workspace.tree();
    errorOf(() => engine.applyRestore(shown.planId), "plan-changed");
    assert.deepEqual(workspace.tree(), before);
    const again = engine.editMessage(request);
    workspace.write("new.txt", "made meanwhile");
    const told: string[] = [];
    engine.onDidChange((event) => {
      if (event.type === "thread") told.push(event.thread);
    });
    assert.ok(engine.applyRestore(again.planId).applied);
    assert.equal(workspace.text("shared.txt"), "after 1");
    assert.equal(workspace.text("new.txt"), "made meanwhile");
    assert.deepEqual(told, ["t"]);
    assert.ok(engine.thread("t").messages.some(({ deleted }) => deleted));
  });

  it("undo of a rewind that changed no file brings back its messages and no file", () => {
    for (const message of ["m1", "m2"])
      engine.recordMessage({ thread: "t", message, role: "user" });
    const edit = engine.editMessage({
      ...{ thread: "t", message: "m1", apply: true },
    });
    assert.deepEqual(edit.restorations, []);
    workspace.write("shared.txt", "written since");
    undo(engine);
    assert.equal(workspace.text("shared.txt"), "written since");
    assert.ok(engine.thread("t").messages.every((m) => !m.deleted));
    redo(engine);
    assert.equal(workspace.text("shared.txt"), "written since");
    assert.ok(engine.thread("t").messages[1]!.deleted);
  });

  it("what two plans were made for is applied once: a rewind, its undo and its redo", () => {
    for (const message of ["m1", "m2"])
      engine.recordMessage({ thread: "t", message, role: "user" });
    const rewind = () =>
      engine.editMessage({ thread: "t", message: "m1" }).planId;
    const twice = (plan: () => string, code: ErrorCode) => {
      const [first, second] = [plan(), plan()];
      assert.ok(engine.applyRestore(first).applied);
      const before = engine.restores();
      errorOf(() => engine.applyRestore(second), code);
      assert.deepEqual(engine.restores(), before);
    };
    twice(rewind, "plan-changed");
    twice(() => engine.planUndo().id, "not-found");
    assert.ok(!engine.thread("t").messages[1]!.deleted);
    twice(() => engine.planRedo().id, "not-found");
    assert.ok(engine.thread("t").messages[1]!.deleted);
    undo(engine);
    errorOf(() => engine.planUndo(), "nothing-to-undo");
  });

  it("an edit without effect leaves the last restore undoable", () => {
    workspace.write("shared.txt", "changed");
    restore(engine, { to: "#0" });
    const edit = () => {
      const message = engine.recordMessage({ thread: "t", role: "user" }).id;
      return engine.editMessage({ thread: "t", message, apply: true });
    };
    const done = edit();
    assert.ok(done.applied && !done.requiresConfirmation);
    assert.equal(done.guard, null);
    undo(engine);
    assert.equal(workspace.text("shared.txt"), "changed");
    edit();
    redo(engine);
    assert.equal(workspace.text("shared.txt"), "start");
  });

  it("refuses a message whose files are no longer kept", () => {
    for (let n = 1; n <= 3; n++) say("t", n);
    engine.configure({ maxCheckpoints: 0, retention: everythingGoes });
    engine.prune();
    const before = workspace.tree();
    const request = { thread: "t", message: "m2" };
    errorOf(() => engine.editMessage(request), "not-kept");
    assert.deepEqual(workspace.tree(), before);
  });

  it("leaves alone what only another thread changed, and reports who else changed the rest", () => {
    say("mine", 1);
    engine.recordMessage({
      thread: "theirs",
      message: "x",
      role: "user",
      source: "other",
    });
    workspace.write("theirs.txt", "theirs");
    workspace.write("shared.txt", "theirs");
    engine.capture({ source: "other", thread: "theirs" });
    workspace.write("named.txt", "by an agent without a thread");
    engine.capture({ source: "gemini" });
    workspace.write("typed.txt", "by a person");
    engine.capture({ source: "editor" });
    const edit = engine.editMessage({
      thread: "mine",
      message: "m1",
      apply: true,
    });
    assert.equal(workspace.text("theirs.txt"), "theirs");
    assert.deepEqual(edit.changedByOthers, [
      { path: "shared.txt", sources: ["other"] },
      { path: "typed.txt", sources: ["editor"] },
    ]);
    assert.deepEqual(edit.leftToOthers, [
      { path: "named.txt", sources: ["gemini"] },
      { path: "theirs.txt", sources: ["other"] },
    ]);
    assert.ok(!workspace.exists("typed.txt"));
    engine.applyRestore(engine.planUndo());
    const all = engine.editMessage({
      ...{ thread: "mine", message: "m1", apply: true, includeOthers: true },
    });
    assert.deepEqual(all.leftToOthers, []);
    assert.deepEqual(all.changedByOthers.map(({ path }) => path).sort(), [
      "named.txt",
      "shared.txt",
      "theirs.txt",
      "typed.txt",
    ]);
    assert.ok(!workspace.exists("theirs.txt"));
    assert.ok(!workspace.exists("named.txt"));
    assert.ok(!workspace.exists("mine-1.txt"));
  });

  it("reports what another thread of the same agent changed as well", () => {
    say("mine", 1);
    say("theirs", 2);
    const edit = engine.editMessage({ thread: "mine", message: "m1" });
    assert.deepEqual(edit.changedByOthers, [
      { path: "shared.txt", sources: ["bot"] },
    ]);
    const theirs = engine.editMessage({ thread: "theirs", message: "m2" });
    assert.deepEqual(theirs.changedByOthers, []);
  });

  const places: Record<string, [was: string, theirs: string]> = {
    "a file in the place of my folder": ["place/mine", "place"],
    "a folder in the place of my file": ["place", "place/theirs"],
  };
  for (const [what, [was, theirs]] of Object.entries(places))
    it(`leaves alone what another thread created: ${what}`, () => {
      workspace.write(was, "mine");
      say("mine", 1);
      workspace.remove("place");
      workspace.write("shared.txt", "by mine");
      engine.capture({ source: "bot", thread: "mine" });
      say("theirs", 1);
      workspace.write(theirs, "theirs");
      engine.capture({ source: "other", thread: "theirs" });
      const edit = engine.editMessage({
        ...{ thread: "mine", message: "m1", apply: true },
      });
      assert.deepEqual(edit.failures, []);
      assert.ok(edit.applied);
      assert.equal(workspace.text(theirs), "theirs");
      assert.notEqual(workspace.text("shared.txt"), "by mine");
    });

  it("removes nothing for a file that only another thread deleted", () => {
    workspace.write("place/was", "start");
    engine.capture();
    say("mine", 1);
    workspace.remove("place");
    workspace.write("place", "ignored");
    workspace.write(".gitignore", "place\n");
    engine.capture({ source: "other", thread: "theirs" });
    const edit = engine.editMessage({
      ...{ thread: "mine", message: "m1", apply: true },
    });
    assert.deepEqual(
      edit.restorations.map(({ path }) => path),
      ["mine-1.txt", "shared.txt"],
    );
    assert.equal(workspace.text("place"), "ignored");
  });

  it("leaves alone another thread's file with unsaved edits", () => {
    say("mine", 1);
    workspace.write("theirs.txt", "theirs");
    engine.capture({ source: "other", thread: "theirs" });
    const typed = { path: "theirs.txt", text: "typed" };
    engine.capture({ paths: [], source: "editor", unsaved: [typed] });
    const edit = engine.editMessage({
      ...{ thread: "mine", message: "m1", apply: true },
    });
    assert.ok(edit.applied);
    assert.equal(workspace.text("theirs.txt"), "theirs");
  });

  it("edits only a user's own message, by those who may write to the thread", () => {
    say("t", 1);
    engine.recordMessage({
      thread: "t",
      message: "answer",
      role: "agent",
      source: "bot",
    });
    say("t", 2);
    errorOf(
      () => engine.editMessage({ thread: "t", message: "answer", apply: true }),
      "not-allowed",
    );
    errorOf(
      () =>
        engine.editMessage({
          thread: "t",
          message: "m1",
          as: "stranger",
          apply: true,
        }),
      "not-allowed",
    );
    errorOf(
      () => engine.editMessage({ thread: "t", message: "nope" }),
      "not-found",
    );
    errorOf(
      () => engine.editMessage({ thread: "nope", message: "m1" }),
      "not-found",
    );
    engine.editMessage({ thread: "t", message: "m1", as: "bot", apply: true });
    errorOf(
      () => engine.editMessage({ thread: "t", message: "m2" }),
      "not-allowed",
    );
  });

  it("is bound to its folder, and every message has its own id", () => {
    engine.recordMessage({
      thread: "t",
      message: "m",
      role: "user",
      folder: workspace.root,
    });
    errorOf(
      () =>
        engine.recordMessage({
          thread: "t",
          role: "user",
          folder: workspace.base,
        }),
      "wrong-root",
    );
    errorOf(
      () => engine.recordMessage({ thread: "t", message: "m", role: "user" }),
      "bad-input",
    );
    errorOf(
      () => engine.recordMessage({ thread: "", role: "user" }),
      "bad-input",
    );
    errorOf(
      () => engine.recordMessage({ thread: "t", role: "boss" as "user" }),
      "bad-input",
    );
    assert.equal(engine.thread("t").messages.length, 1);
  });

  it("lists threads with their titles, newest first", () => {
    say("a", 1);
    engine.recordMessage({
      thread: "b",
      role: "user",
      text: "Fix the parser\nplease",
      source: "codex",
    });
    const [b, a] = engine.threads().sort((x, y) => (x.id < y.id ? 1 : -1));
    assert.deepEqual(
      [b!.title, b!.source, b!.messages],
      ["Fix the parser", "codex", 1],
    );
    assert.deepEqual([a!.title, a!.source], ["message 1", "bot"]);
    assert.equal(
      engine.list({ thread: "b" }).checkpoints[0]!.name,
      "Fix the parser",
    );
  });
});
