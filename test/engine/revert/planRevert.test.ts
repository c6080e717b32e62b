import assert from "node:assert/strict";
import type { Engine } from "../../../src/engine/api";
import { errorOf, undo } from "../../helpers/history";
import { TempWorkspace } from "../../helpers/tempWorkspace";

const lines = (...changes: [number, string][]) => {
  const all = Array.from({ length: 30 }, (_, i) => `line ${i}`);
  for (const [at, text] of changes) all[at] = text;
  return all.join("\n") + "\n";
};

describe("revert", () => {
  let workspace: TempWorkspace;
  let engine: Engine;
  beforeEach(async () => {
    workspace = new TempWorkspace({
      "a.txt": lines(),
      "gone.txt": "bring me back\n",
    });
    engine = await workspace.open();
    engine.checkpoint({ name: "start" });
  });
  afterEach(() => workspace.dispose());

  const apply = (request: Parameters<Engine["planRevert"]>[0]) => {
    const { plan, conflicts } = engine.planRevert(request);
    assert.deepEqual(conflicts, []);
    const report = engine.applyRestore(plan.id, { rescan: false });
    assert.deepEqual(report.failures, []);
    return report;
  };

  function agentThenMe() {
    workspace.write("a.txt", lines([2, "agent"]));
    workspace.write("made.txt", "by the agent");
    workspace.remove("gone.txt");
    engine.checkpoint({ name: "agent's work", source: "bot" });
    workspace.write("a.txt", lines([2, "agent"], [25, "mine"]));
    workspace.write("other.txt", "mine too");
    engine.checkpoint({ name: "my work" });
  }

  it("removes one checkpoint's changes and keeps everything since", () => {
    agentThenMe();
    apply({ ref: "agent's work" });
    assert.equal(workspace.text("a.txt"), lines([25, "mine"]));
    assert.ok(!workspace.exists("made.txt"));
    assert.equal(workspace.text("gone.txt"), "bring me back\n");
    assert.equal(workspace.text("other.txt"), "mine too");
  });

  it("is undone like any restore", () => {
    agentThenMe();
    const before = workspace.tree();
    apply({ ref: "1" });
    undo(engine);
    assert.deepEqual(workspace.tree(), before);
  });

  it("keeps the current file in the guard if it is ignored by now", () => {
    agentThenMe();
    workspace.write(".gitignore", "gone.txt\n");
    workspace.write("gone.txt", "mine, and ignored");
    const before = workspace.tree();
    const { guard } = apply({ ref: "agent's work" });
    assert.equal(workspace.text("gone.txt"), "bring me back\n");
    const held = engine.read(`#${guard!.number}`, "gone.txt");
    assert.equal(Buffer.from(held).toString(), "mine, and ignored");
    undo(engine);
    assert.deepEqual(workspace.tree(), before);
  });

  it("reports if no guard can store the current file", () => {
    agentThenMe();
    engine.configure({ maxFileSizeBytes: 2_000 });
    workspace.write("gone.txt", "x".repeat(3_000));
    const error = errorOf(
      () => engine.planRevert({ ref: "agent's work" }),
      "bad-input",
    );
    const { path, reason } = error.data;
    assert.deepEqual([path, reason], ["gone.txt", "too-large"]);
  });

  it("reports if a file above it is not recorded", () => {
    workspace.write("sub/file", "text");
    engine.checkpoint({ name: "made" });
    workspace.remove("sub");
    engine.checkpoint({ name: "removed" });
    workspace.write(".gitignore", "sub\n");
    workspace.write("sub", "mine, and ignored");
    const error = errorOf(
      () => engine.planRevert({ ref: "removed" }),
      "bad-input",
    );
    assert.deepEqual(error.data, {
      path: "sub/file",
      canDecide: false,
      obstacle: "file-above",
      at: "sub",
      isRecorded: false,
    });
    assert.equal(workspace.text("sub"), "mine, and ignored");
  });

  it("reverts everything one source changed, interleaved with others", () => {
    agentThenMe();
    workspace.write(
      "a.txt",
      lines([2, "agent"], [14, "agent again"], [25, "mine"]),
    );
    engine.capture({ source: "bot" });
    apply({ source: "bot" });
    assert.equal(workspace.text("a.txt"), lines([25, "mine"]));
    assert.ok(!workspace.exists("made.txt"));
  });

  it("reverts only what a source changed since a point", () => {
    agentThenMe();
    workspace.write("late.txt", "by the agent, later");
    engine.capture({ source: "bot" });
    apply({ source: "bot", since: "my work" });
    assert.ok(!workspace.exists("late.txt"));
    assert.ok(workspace.exists("made.txt"));
  });

  it("returns a conflict as data and writes nothing until it is resolved", () => {
    agentThenMe();
    workspace.write("a.txt", lines([2, "mine over the agent's"]));
    const before = workspace.tree();
    const { plan, conflicts } = engine.planRevert({ ref: "1" });
    assert.deepEqual(
      conflicts.map((c) => c.path),
      ["a.txt"],
    );
    assert.equal(conflicts[0]!.ours, lines([2, "mine over the agent's"]));
    assert.equal(conflicts[0]!.theirs, lines());
    assert.equal(conflicts[0]!.base, lines([2, "agent"]));
    assert.match(conflicts[0]!.merged!, /<<<<<<< [^]*=======[^]*>>>>>>> /);
    assert.deepEqual([plan.writes, plan.deletes], [[], []]);
    errorOf(() => engine.applyRestore(plan.id), "not-found");
    assert.deepEqual(workspace.tree(), before);
  });

  for (const how of ["ours", "theirs", { text: "decided\n" }] as const)
    it(`a file made executable since stays so: ${JSON.stringify(how)}`, () => {
      workspace.write("a.txt", lines([2, "agent"]));
      engine.checkpoint({ name: "agent", source: "bot" });
      workspace.write("a.txt", lines([2, "mine over the agent's"]), 0o755);
      apply({ ref: "agent", resolve: { "a.txt": how } });
      assert.equal(workspace.tree().get("a.txt")?.mode, "755");
    });

  for (const how of ["ours", "theirs", { text: "decided\n" }] as const)
    it(`a file made executable by the change is no longer so: ${JSON.stringify(how)}`, () => {
      workspace.write("a.txt", lines([2, "agent"]), 0o755);
      engine.checkpoint({ name: "agent", source: "bot" });
      workspace.write("a.txt", lines([2, "mine over the agent's"]));
      apply({ ref: "agent", resolve: { "a.txt": how } });
      assert.equal(workspace.tree().get("a.txt")?.mode, "644");
    });

  for (const [how, expected] of [
    ["ours", lines([2, "mine over the agent's"])],
    ["theirs", lines()],
    [{ text: "decided\n" }, "decided\n"],
  ] as const)
    it(`resolves a conflict with ${JSON.stringify(how)}`, () => {
      agentThenMe();
      workspace.write("a.txt", lines([2, "mine over the agent's"]));
      apply({ ref: "1", resolve: { "a.txt": how } });
      assert.equal(workspace.text("a.txt"), expected);
      assert.ok(!workspace.exists("made.txt"));
    });

  it("follows a file that was renamed since", () => {
    workspace.write("a.txt", lines([2, "agent"]));
    engine.checkpoint({ name: "agent", source: "bot" });
    workspace.rename("a.txt", "moved/b.txt");
    workspace.write("moved/b.txt", lines([2, "agent"], [20, "mine"]));
    engine.checkpoint({ name: "moved" });
    apply({ ref: "agent" });
    assert.equal(workspace.text("moved/b.txt"), lines([20, "mine"]));
    assert.ok(!workspace.exists("a.txt"));
  });

  it("reverts an edit and, after others' work, a rename by the same source", () => {
    workspace.write("a.txt", lines([2, "agent"]));
    engine.capture({ source: "bot" });
    workspace.write("other.txt", "mine");
    engine.capture();
    workspace.rename("a.txt", "b.txt");
    engine.capture({ source: "bot" });
    apply({ source: "bot" });
    assert.equal(workspace.text("a.txt"), lines());
    assert.ok(!workspace.exists("b.txt") && workspace.exists("other.txt"));
  });

  const poem = (line: string) =>
    `${line}\n${Array.from({ length: 20 }, (_, n) => `verse ${n}\n`).join("")}`;
  /** The agent's changes, followed by some of mine. */
  const byBot = (work: () => void) => {
    work();
    engine.capture({ source: "bot" });
    workspace.write(
      "other.txt",
      (workspace.exists("other.txt") ? workspace.text("other.txt") : "") +
        "mine\n",
    );
    engine.capture();
  };

  it("reverts edits of files, one of which the same source moved to where another was", () => {
    workspace.write("c.txt", poem("mine"));
    engine.checkpoint();
    byBot(() => {
      workspace.write("a.txt", lines([2, "agent"]));
      workspace.write("c.txt", poem("agent"));
    });
    byBot(() => workspace.rename("a.txt", "b.txt"));
    byBot(() => {
      workspace.rename("b.txt", "d.txt");
      workspace.rename("c.txt", "b.txt");
    });
    apply({ source: "bot" });
    assert.equal(workspace.text("a.txt"), lines());
    assert.equal(workspace.text("c.txt"), poem("mine"));
    assert.ok(!workspace.exists("b.txt") && !workspace.exists("d.txt"));
  });

  it("does not attribute the first scan of a folder to anybody", async () => {
    const other = new TempWorkspace({ "was.txt": "here before\n" });
    try {
      const first = await other.open();
      first.capture({ source: "bot", thread: "t" });
      first.recordMessage({ thread: "t", role: "user", source: "bot" });
      other.write("made.txt", "by the agent\n");
      first.capture({ source: "bot", thread: "t" });
      for (const request of [{ source: "bot" }, { thread: "t" }]) {
        const { plan } = first.planRevert(request);
        assert.deepEqual(
          plan.deletes.map(({ path }) => path),
          ["made.txt"],
        );
        assert.deepEqual(plan.leftAlone, []);
      }
    } finally {
      other.dispose();
    }
  });

  it("attributes to a thread only what is certain, if its agent has other threads", () => {
    const say = (thread: string) =>
      engine.recordMessage({ thread, role: "user", source: "bot" });
    say("mine");
    workspace.write("mine.txt", "by the thread\n");
    engine.capture({ source: "bot", thread: "mine" });
    workspace.write("somebody.txt", "by one of the agent's threads\n");
    engine.capture({ source: "bot" });
    const taken = () =>
      engine.planRevert({ thread: "mine" }).plan.deletes.map((op) => op.path);
    assert.deepEqual(taken(), ["mine.txt", "somebody.txt"]);
    say("theirs");
    assert.deepEqual(taken(), ["mine.txt"]);
  });

  it("is called by the words of its message or conversation, or else by their ids", () => {
    const named = (text?: string) => {
      const thread = text === undefined ? "silent" : "said";
      const about = { thread, role: "user", source: "bot" } as const;
      const { id } = engine.recordMessage({
        ...about,
        ...(text === undefined ? {} : { text }),
      });
      workspace.write(`${thread}.txt`, "by the thread\n");
      engine.capture({ source: "bot", thread });
      return [{ thread }, { thread, message: id }].map(
        (request) => engine.planRevert(request).plan.target.label,
      );
    };
    assert.deepEqual(named("Add a file\nand more"), [
      "the conversation “Add a file”",
      "“Add a file”",
    ]);
    const [conversation, message] = named();
    assert.equal(conversation, "the thread silent");
    assert.match(message!, /^message .+ of silent$/);
  });

  it("follows a file that I renamed if another of mine comes back to its old path", () => {
    byBot(() => workspace.write("a.txt", lines([2, "agent"])));
    workspace.rename("a.txt", "b.txt");
    engine.capture();
    workspace.write("a.txt", "mine, and new");
    engine.capture();
    byBot(() => workspace.remove("a.txt"));
    apply({ source: "bot" });
    assert.equal(workspace.text("a.txt"), "mine, and new");
    assert.equal(workspace.text("b.txt"), lines());
  });

  it("follows files that the source and I renamed in turn, one to the path of another", () => {
    workspace.write("e.txt", poem("mine"));
    engine.checkpoint();
    byBot(() => {
      workspace.write("a.txt", lines([2, "agent"]));
      workspace.write("e.txt", poem("agent"));
    });
    workspace.rename("e.txt", "c.txt");
    engine.capture();
    byBot(() => workspace.rename("a.txt", "b.txt"));
    byBot(() => workspace.rename("b.txt", "x.txt"));
    byBot(() => workspace.rename("c.txt", "b.txt"));
    byBot(() => workspace.rename("b.txt", "z.txt"));
    apply({ source: "bot" });
    assert.equal(workspace.text("a.txt"), lines());
    assert.equal(workspace.text("c.txt"), poem("mine"));
    for (const name of ["b", "e", "x", "z"])
      assert.ok(!workspace.exists(`${name}.txt`), name);
  });

  it("keeps a file that the change renamed and I edited, if I choose ours", () => {
    workspace.rename("a.txt", "b.txt");
    workspace.write("b.txt", lines([2, "agent"]));
    engine.checkpoint({ name: "renamed", source: "bot" });
    workspace.write("b.txt", lines([2, "mine"]));
    const { conflicts } = engine.planRevert({ ref: "renamed" });
    assert.deepEqual(
      conflicts.map((c) => c.path),
      ["a.txt"],
    );
    apply({ ref: "renamed", resolve: { "a.txt": "ours" } });
    assert.equal(workspace.text("a.txt"), lines([2, "mine"]));
    assert.ok(!workspace.exists("b.txt"));
  });

  it("keeps a new file at the path of one that the change renamed and I deleted, if I choose ours", () => {
    workspace.rename("a.txt", "b.txt");
    engine.checkpoint({ name: "renamed", source: "bot" });
    workspace.remove("b.txt");
    workspace.write("a.txt", "mine, and new");
    const { conflicts } = engine.planRevert({ ref: "renamed" });
    assert.deepEqual(
      conflicts.map(({ path, ours, theirs }) => [path, ours, theirs]),
      [["a.txt", "mine, and new", lines()]],
    );
    apply({ ref: "renamed", resolve: { "a.txt": "ours" } });
    assert.equal(workspace.text("a.txt"), "mine, and new");
  });

  it("reverts what was done for a message after later ones were rewound", () => {
    const work = (name: string) => {
      workspace.write(name, name);
      engine.capture({ source: "bot", thread: "t" });
    };
    for (const message of ["m1", "m2"]) {
      engine.recordMessage({ thread: "t", message, role: "user" });
      work(message);
    }
    engine.editMessage({ thread: "t", message: "m1", apply: true });
    work("again");
    const deletes = (message: string) =>
      engine
        .planRevert({ thread: "t", message })
        .plan.deletes.map(({ path }) => path);
    assert.deepEqual(deletes("m2"), []);
    assert.deepEqual(deletes("m1"), ["again"]);
  });

  it("reverts only a thread's changes and leaves another thread's", () => {
    for (const thread of ["one", "two"]) {
      engine.recordMessage({
        thread,
        message: "m",
        role: "user",
        source: "bot",
      });
      workspace.write(`${thread}.txt`, thread);
      engine.capture({ source: "bot", thread });
    }
    apply({ thread: "one" });
    assert.ok(!workspace.exists("one.txt"));
    assert.equal(workspace.text("two.txt"), "two");
  });

  it("refuses the first checkpoint, an unknown source, and an unneeded resolution", () => {
    agentThenMe();
    const before = workspace.tree();
    errorOf(() => engine.planRevert({ ref: "0" }), "bad-input");
    errorOf(() => engine.planRevert({ source: "nobody" }), "not-found");
    errorOf(() => engine.planRevert({}), "bad-input");
    errorOf(() => engine.planRevert({ ref: "1", source: "bot" }), "bad-input");
    errorOf(
      () => engine.planRevert({ ref: "1", resolve: { "other.txt": "ours" } }),
      "bad-input",
    );
    errorOf(() => engine.planRevert({ ref: "1", paths: ["../x"] }), "bad-path");
    assert.deepEqual(workspace.tree(), before);
  });
});
