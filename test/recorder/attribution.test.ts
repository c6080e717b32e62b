import assert from "node:assert/strict";
import fs from "node:fs";
import type { Asker, Engine, Heard } from "../../src/engine/api";
import {
  attributionBy,
  authorBy,
  type Claim,
} from "../../src/recorder/attribution";
import type { TempWorkspace } from "../helpers/tempWorkspace";
import { workspaceForEach } from "../helpers/tempWorkspace";

/** A tool that names what it writes. */
const claim = (source: string, ...paths: string[]): Claim => ({
  source,
  thread: `${source}-thread`,
  paths,
  isOpen: false,
  sinceMs: 100,
  untilMs: 1000,
  beside: [],
});

/** A command that may write anything, besides what it names. */
const open = (source: string, ...paths: string[]): Claim => ({
  ...claim(source, ...paths),
  isOpen: true,
});

const asker = (source = "outside", thread: string | null = null): Asker => ({
  source,
  thread,
  paths: null,
});

const nobodyHeard: Heard = { since: () => [], last: () => null };

describe("the author of a change", () => {
  const robot = { source: "robot", thread: "robot-thread" };
  const b = { source: "b", thread: "b-thread" };
  const outside = { source: "outside", thread: null };
  const by = (claims: Claim[], who = asker(), heard = nobodyHeard) =>
    authorBy(claims, who, heard);

  it("is the agent that names the file, or a folder above it", () => {
    const of = by([claim("robot", "src/x.ts", "lib/"), claim("b", "y.ts")]);
    assert.deepEqual(of("src/x.ts"), robot);
    assert.deepEqual(of("lib/deep/z.ts"), robot);
    assert.deepEqual(of("y.ts"), b);
    assert.deepEqual(of("src/x.ts/no"), { ...outside, maybe: [b, robot] });
  });

  it("is unknown if two agents name the file; both may have made the change", () => {
    const of = by([claim("robot", "x.ts"), open("b", "x.ts"), open("c")]);
    assert.deepEqual(of("x.ts"), { ...outside, maybe: [b, robot] });
  });

  it("is the agent whose command may write anything, if nobody else is active", () => {
    assert.deepEqual(by([open("robot")])("a"), robot);
    const maybe = [b, robot];
    for (const other of [open("b"), claim("b", "x")])
      assert.deepEqual(by([open("robot"), other])("a"), { ...outside, maybe });
  });

  it("is not an agent if another's tool ran meanwhile and has ended", () => {
    const overlapped = { ...open("robot"), beside: ["b"] };
    assert.deepEqual(by([overlapped])("a"), { ...outside, maybe: [robot] });
  });

  it("is not an agent if somebody else was active since it began", () => {
    const heard = (...sources: string[]): Heard => ({
      since: (atMs) => (atMs === 100 ? sources : []),
      last: () => null,
    });
    const of = (...sources: string[]) =>
      by([open("robot")], asker(), heard(...sources))("a");
    for (const somebody of ["editor", "cli", "b"])
      assert.deepEqual(of("robot", somebody).source, "outside", somebody);
    assert.deepEqual(of("robot", "git", "outside", "restore"), robot);
  });

  it("is not the agent whose command is known to write only what it names", () => {
    for (const who of [asker(), asker("robot", "robot-thread")])
      assert.deepEqual(by([claim("robot", "m.ts")], who)("new.md"), {
        ...outside,
        maybe: [robot],
      });
  });

  it("is the conversation that names the file, even if another one of the same agent asks", () => {
    const theirs: Claim = { ...claim("robot", "x.ts"), thread: "theirs" };
    const own: Claim = { ...open("robot", "y.ts"), thread: "own" };
    const of = by([theirs, own], asker("robot", "own"));
    assert.equal(of("x.ts").thread, "theirs");
    assert.deepEqual(of("z.ts"), { source: "robot", thread: "own" });
  });

  it("is an agent that asks without a claim, if nobody else was active since it last was", () => {
    const who = asker("robot", "t");
    assert.deepEqual(by([], who)("a"), { source: "robot", thread: "t" });
    const heard: Heard = {
      since: (atMs) => (atMs < 50 ? ["robot", "editor"] : ["robot"]),
      last: () => 50,
    };
    assert.deepEqual(by([], who, heard)("a").source, "robot");
    const earlier = { ...heard, last: () => 49 };
    assert.deepEqual(by([], who, earlier)("a"), {
      ...outside,
      maybe: [{ source: "robot", thread: "t" }],
    });
    assert.deepEqual(by([open("b")], who)("a").source, "outside");
    // Its tool names the file.
    const named = { ...who, paths: ["a"] };
    assert.deepEqual(by([open("b")], named, earlier)("a").source, "robot");
  });

  it("is the editor for a file that it announced to save, whoever finds it", () => {
    const save = { ...claim("editor", "p.md", "p.md/"), thread: null };
    const editor = { source: "editor", thread: null };
    assert.deepEqual(by([save])("p.md"), editor);
    for (const who of [asker(), asker("robot", "robot-thread")]) {
      const of = by([open("robot"), save], who);
      assert.deepEqual(of("p.md"), editor);
      assert.deepEqual(of("p.md/in.md"), editor);
      // The agent is not alone, and the editor is no agent that may have written it.
      assert.deepEqual(of("a"), { ...outside, maybe: [robot] });
    }
  });

  it("is unknown if the editor saves what an agent's command names, and the agent if it reports a save as its own", () => {
    const save = { ...claim("editor", "p.md"), thread: null };
    const claims = [open("robot", "p.md"), save];
    const who = asker("robot", "robot-thread");
    for (const one of [asker(), who])
      assert.deepEqual(by(claims, one)("p.md"), { ...outside, maybe: [robot] });
    // Agents inside an editor write by saving.
    const reports = { ...who, paths: ["p.md"] };
    assert.deepEqual(by([save], reports)("p.md"), robot);
    assert.deepEqual(by([save, claim("b", "p.md")], reports)("p.md"), {
      ...outside,
      maybe: [b, robot],
    });
  });

  it("is unknown if another editor has the file open, unless the agent names it", () => {
    const isOpen = (path: string) => path !== "built";
    const of = authorBy([open("robot", "named")], asker(), nobodyHeard, isOpen);
    assert.deepEqual(of("built"), robot);
    assert.deepEqual(of("notes"), { ...outside, maybe: [robot] });
    assert.deepEqual(of("named"), robot);
    const none = authorBy([], asker("git"), nobodyHeard, isOpen);
    assert.equal(none("notes").source, "git");
  });

  it("is another requester that knows the author, such as git", () => {
    assert.deepEqual(by([open("robot")], asker("git"))("a").source, "git");
    assert.deepEqual(by([open("robot", "a")], asker("git"))("a"), robot);
  });
});

describe("a capture with claims", () => {
  const makeWorkspace = workspaceForEach();
  let workspace: TempWorkspace;
  let engine: Engine;
  let claims: Claim[];
  const author = (file: string) => engine.history(file)[0]?.source;

  const start = async (settings = {}) => {
    claims = [];
    workspace = makeWorkspace({
      "a.txt": "1",
      "b.txt": "1",
      "huge.txt": "12345",
    });
    const attribution = attributionBy(() => claims);
    engine = await workspace.open({ attribution, settings });
    engine.capture({ source: "outside" });
  };

  it("creates a moment for each author in one scan, and reports the authors", async () => {
    await start();
    claims = [claim("robot", "a.txt")];
    workspace.write("a.txt", "2");
    workspace.write("b.txt", "2");
    workspace.write("new/c.txt", "2");
    const events: unknown[] = [];
    engine.onDidChange(({ type }) => events.push(type));
    const result = engine.capture({ source: "outside" });
    assert.deepEqual(result.recorded, {
      added: ["new/c.txt"],
      modified: ["a.txt", "b.txt"],
      deleted: [],
    });
    const recorded = { added: [], modified: ["a.txt"], deleted: [] };
    assert.deepEqual(result.moments, [
      {
        moment: 2,
        source: "robot",
        thread: "robot-thread",
        recorded,
        unsaved: [],
      },
      {
        moment: 3,
        source: "outside",
        thread: null,
        maybe: [{ source: "robot", thread: "robot-thread" }],
        recorded: {
          added: ["new/c.txt"],
          modified: ["b.txt"],
          deleted: [],
        },
        unsaved: [],
      },
    ]);
    assert.equal(result.moment, 3);
    assert.deepEqual(events, ["captured"]);
    assert.equal(author("a.txt"), "robot");
    assert.equal(author("b.txt"), "outside");
    assert.equal(engine.read("@2", "b.txt").toString(), "1");
    assert.equal(engine.verify().ok, true);
  });

  it("creates one moment for the changes of a single author", async () => {
    await start();
    claims = [claim("robot", "a.txt")];
    workspace.write("a.txt", "2");
    const { moments, moment } = engine.capture({ source: "outside" });
    assert.deepEqual([moments.length, moment], [1, 2]);
  });

  it("never attributes a save in the editor, an editor's text or a restore to an agent", async () => {
    await start();
    claims = [claim("robot", "a.txt")];
    const first = engine.checkpoint({ source: "cli" });
    workspace.write("a.txt", "3");
    engine.capture({ paths: ["a.txt"], source: "editor" });
    assert.equal(author("a.txt"), "editor");
    const unsaved = [{ path: "a.txt", text: "typed" }];
    const { moments } = engine.capture({ unsaved, source: "outside" });
    assert.deepEqual(
      moments.map(({ source, unsaved }) => [source, unsaved]),
      [["editor", ["a.txt"]]],
    );
    engine.applyRestore(engine.planRestore({ to: first.id }).id);
    assert.equal(
      engine.history("a.txt").find(({ unsaved }) => !unsaved)?.source,
      "restore",
    );
  });

  it("is also attributed as part of a checkpoint or a plan", async () => {
    await start();
    claims = [claim("robot", "a.txt")];
    workspace.write("a.txt", "4");
    workspace.write("b.txt", "4");
    const made = engine.checkpoint({ source: "cli", name: "mine" });
    assert.equal(author("a.txt"), "robot");
    assert.equal(author("b.txt"), "outside");
    assert.equal(engine.list().total, 1);
    workspace.write("a.txt", "5");
    engine.planRestore({ to: made.id });
    assert.equal(author("a.txt"), "robot");
  });

  it("considers claims that start or end during the scan", async () => {
    await start();
    const robots = [claim("robot", "a.txt")];
    const meanwhile = (work: () => void) => {
      let isDone = false;
      return {
        isCancelled: () => {
          if (!isDone) work();
          isDone = true;
          return false;
        },
      };
    };
    workspace.write("b.txt", "2");
    engine.capture(
      { source: "outside" },
      meanwhile(() => {
        claims = robots;
        workspace.write("a.txt", "2");
      }),
    );
    engine.capture({ source: "outside" });
    assert.equal(author("a.txt"), "robot");
    assert.equal(author("b.txt"), "outside");

    workspace.write("a.txt", "3");
    engine.capture(
      { source: "outside" },
      meanwhile(() => (claims = [])),
    );
    assert.equal(author("a.txt"), "robot");
  });

  it("keeps the possible authors of a change, also in a rewritten journal", async () => {
    await start();
    claims = [claim("robot", "a.txt"), open("other")];
    workspace.write("a.txt", "2");
    workspace.write("b.txt", "2");
    engine.capture({ source: "outside" });
    claims = [];
    assert.equal(author("b.txt"), "outside");
    const maybe = [{ path: "b.txt", sources: ["other", "robot"] }];
    const assertKept = () => {
      const { plan, ...rest } = engine.planRevert({ source: "robot" });
      assert.deepEqual(
        plan.writes.map(({ path }) => path),
        ["a.txt"],
      );
      assert.deepEqual(rest.maybe, maybe);
      // They are only possible authors: nothing is known to be theirs.
      const others = engine.planRevert({ source: "other" });
      assert.deepEqual(others.plan.writes, []);
      assert.deepEqual(others.maybe, maybe);
      assert.deepEqual(
        engine.planRevert({ source: "robot", paths: ["a.txt"] }).maybe,
        [],
      );
      assert.deepEqual(engine.planRevert({ thread: "none" }).maybe, []);
    };
    engine.recordMessage({
      ...{ thread: "none", role: "user", text: "Hi", source: "none" },
      capture: false,
    });
    workspace.write("mine.txt", "1");
    engine.capture({ source: "none", thread: "none" });
    assertKept();
    engine.compact();
    engine.close();
    fs.rmSync(`${workspace.storeDir}/index`, { recursive: true });
    engine = await workspace.open();
    assertKept();
    const { plan, maybe: left } = engine.planRevert({
      source: "robot",
      maybe: true,
    });
    assert.deepEqual(
      plan.writes.map(({ path }) => path),
      ["a.txt", "b.txt"],
    );
    assert.deepEqual(left, []);
    engine.applyRestore(plan.id);
    assert.equal(workspace.text("b.txt"), "1");
  });

  it("does not list skipped paths twice", async () => {
    await start({ maxFileSizeBytes: 3 });
    claims = [claim("robot", "a.txt")];
    workspace.write("a.txt", "2");
    const { skipped } = engine.capture({ source: "outside" });
    assert.deepEqual(skipped, [{ path: "huge.txt", reason: "too-large" }]);
  });
});
